// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// The passcode. Stored and merged; no organ of this device enforces it (M13).
public struct PasscodeSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Whether the passcode can be changed.
  public var lockPasscode: Bool? {
    get { draft[flag: .lockPasscode] }
    set { draft[flag: .lockPasscode] = newValue }
  }

  /// What `lockPasscode` is where no store says anything.
  public static let lockPasscode = SettingMetadata(defaultValue: false)
}
