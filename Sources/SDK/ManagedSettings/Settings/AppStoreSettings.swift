// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for the app store. Values are stored and merged, but this host does not enforce them.
public struct AppStoreSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Denies in-app purchases.
  public var denyInAppPurchases: Bool? {
    get { draft[flag: .denyInAppPurchases] }
    set { draft[flag: .denyInAppPurchases] = newValue }
  }

  /// The default of `denyInAppPurchases`, which applies if no store sets it.
  public static let denyInAppPurchases = SettingMetadata(defaultValue: false)

  /// Requires a password for each purchase.
  public var requirePasswordForPurchases: Bool? {
    get { draft[flag: .requirePasswordForPurchases] }
    set { draft[flag: .requirePasswordForPurchases] = newValue }
  }

  /// The default of `requirePasswordForPurchases`, which applies if no store sets it.
  public static let requirePasswordForPurchases = SettingMetadata(defaultValue: false)

  /// The highest age rating of applications that may be opened.
  public var maximumRating: Int? {
    get { draft[rating: .maximumRating] }
    set { draft[rating: .maximumRating] = newValue }
  }

  /// The default of `maximumRating`, 1,000, and its bounds, 0 to 1,000.
  public static let maximumRating = BoundedSettingMetadata(defaultValue: 1_000, bounds: 0...1_000)
}
