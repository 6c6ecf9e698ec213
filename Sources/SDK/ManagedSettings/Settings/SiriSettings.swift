// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for Siri. Values are stored and merged, but this host does not enforce them.
public struct SiriSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Denies the use of Siri.
  public var denySiri: Bool? {
    get { draft[flag: .denySiri] }
    set { draft[flag: .denySiri] = newValue }
  }

  /// The default of `denySiri`, which applies if no store sets it.
  public static let denySiri = SettingMetadata(defaultValue: false)
}
