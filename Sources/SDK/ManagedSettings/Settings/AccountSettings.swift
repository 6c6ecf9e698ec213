// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for the accounts on the device. Values are stored and merged, but this host does not enforce them.
public struct AccountSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Denies adding, changing and removing accounts.
  public var lockAccounts: Bool? {
    get { draft[flag: .lockAccounts] }
    set { draft[flag: .lockAccounts] = newValue }
  }

  /// The default of `lockAccounts`, which applies if no store sets it.
  public static let lockAccounts = SettingMetadata(defaultValue: false)
}
