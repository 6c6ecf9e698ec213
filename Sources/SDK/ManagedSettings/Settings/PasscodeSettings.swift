// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for the passcode. Values are stored and merged, but this host does not enforce them.
public struct PasscodeSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Denies changing the passcode.
  public var lockPasscode: Bool? {
    get { draft[flag: .lockPasscode] }
    set { draft[flag: .lockPasscode] = newValue }
  }

  /// The default of `lockPasscode`, which applies if no store sets it.
  public static let lockPasscode = SettingMetadata(defaultValue: false)
}
