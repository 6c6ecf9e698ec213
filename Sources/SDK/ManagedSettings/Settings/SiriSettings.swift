// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Siri. Stored and merged; no organ of this device enforces it (M13).
public struct SiriSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Whether Siri is off.
  public var denySiri: Bool? {
    get { draft[flag: .denySiri] }
    set { draft[flag: .denySiri] = newValue }
  }

  /// What `denySiri` is where no store says anything.
  public static let denySiri = SettingMetadata(defaultValue: false)
}
