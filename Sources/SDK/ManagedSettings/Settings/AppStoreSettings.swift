// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// The application store. Stored and merged; no organ of this device enforces it (M13).
public struct AppStoreSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Whether purchases inside applications are off.
  public var denyInAppPurchases: Bool? {
    get { draft[flag: .denyInAppPurchases] }
    set { draft[flag: .denyInAppPurchases] = newValue }
  }

  /// What `denyInAppPurchases` is where no store says anything.
  public static let denyInAppPurchases = SettingMetadata(defaultValue: false)

  /// Whether each purchase asks for the password.
  public var requirePasswordForPurchases: Bool? {
    get { draft[flag: .requirePasswordForPurchases] }
    set { draft[flag: .requirePasswordForPurchases] = newValue }
  }

  /// What `requirePasswordForPurchases` is where no store says anything.
  public static let requirePasswordForPurchases = SettingMetadata(defaultValue: false)

  /// The highest rating of an application that may be opened.
  public var maximumRating: Int? {
    get { draft[rating: .maximumRating] }
    set { draft[rating: .maximumRating] = newValue }
  }

  /// What `maximumRating` is where no store says anything. It may be 0…1,000, 1,000 by default.
  public static let maximumRating = BoundedSettingMetadata(defaultValue: 1_000, bounds: 0...1_000)
}
