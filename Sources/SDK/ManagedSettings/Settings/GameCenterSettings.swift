// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Game Center. Stored and merged; no organ of this device enforces it (M13).
public struct GameCenterSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Whether friends can be added.
  public var denyAddingFriends: Bool? {
    get { draft[flag: .denyAddingFriends] }
    set { draft[flag: .denyAddingFriends] = newValue }
  }

  /// What `denyAddingFriends` is where no store says anything.
  public static let denyAddingFriends = SettingMetadata(defaultValue: false)

  /// Whether games with several players are off.
  public var denyMultiplayerGaming: Bool? {
    get { draft[flag: .denyMultiplayerGaming] }
    set { draft[flag: .denyMultiplayerGaming] = newValue }
  }

  /// What `denyMultiplayerGaming` is where no store says anything.
  public static let denyMultiplayerGaming = SettingMetadata(defaultValue: false)
}
