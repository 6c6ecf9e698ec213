// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Date and time. Stored and merged; no organ of this device enforces it (M13).
public struct DateAndTimeSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Whether the clock has to be set by the network.
  public var requireAutomaticDateAndTime: Bool? {
    get { draft[flag: .requireAutomaticDateAndTime] }
    set { draft[flag: .requireAutomaticDateAndTime] = newValue }
  }

  /// What `requireAutomaticDateAndTime` is where no store says anything.
  public static let requireAutomaticDateAndTime = SettingMetadata(defaultValue: false)
}
