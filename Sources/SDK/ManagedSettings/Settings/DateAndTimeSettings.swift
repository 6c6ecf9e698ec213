// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for date and time. Values are stored and merged, but this host does not enforce them.
public struct DateAndTimeSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Requires that the date and time are set automatically.
  public var requireAutomaticDateAndTime: Bool? {
    get { draft[flag: .requireAutomaticDateAndTime] }
    set { draft[flag: .requireAutomaticDateAndTime] = newValue }
  }

  /// The default of `requireAutomaticDateAndTime`, which applies if no store sets it.
  public static let requireAutomaticDateAndTime = SettingMetadata(defaultValue: false)
}
