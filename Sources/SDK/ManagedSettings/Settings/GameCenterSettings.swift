// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for Game Center. Values are stored and merged, but this host does not enforce them.
public struct GameCenterSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Denies adding friends.
  public var denyAddingFriends: Bool? {
    get { draft[flag: .denyAddingFriends] }
    set { draft[flag: .denyAddingFriends] = newValue }
  }

  /// The default of `denyAddingFriends`, which applies if no store sets it.
  public static let denyAddingFriends = SettingMetadata(defaultValue: false)

  /// Denies multiplayer games.
  public var denyMultiplayerGaming: Bool? {
    get { draft[flag: .denyMultiplayerGaming] }
    set { draft[flag: .denyMultiplayerGaming] = newValue }
  }

  /// The default of `denyMultiplayerGaming`, which applies if no store sets it.
  public static let denyMultiplayerGaming = SettingMetadata(defaultValue: false)
}
