// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Accounts of the device. Stored and merged; no organ of this device enforces it (M13).
public struct AccountSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Whether accounts can be added, changed or removed.
  public var lockAccounts: Bool? {
    get { draft[flag: .lockAccounts] }
    set { draft[flag: .lockAccounts] = newValue }
  }

  /// What `lockAccounts` is where no store says anything.
  public static let lockAccounts = SettingMetadata(defaultValue: false)
}
