// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Media. Applications read the merged values through `effective…` of a store (M9).
public struct MediaSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Whether erotica are hidden in the book store.
  public var denyBookstoreErotica: Bool? {
    get { draft[flag: .denyBookstoreErotica] }
    set { draft[flag: .denyBookstoreErotica] = newValue }
  }

  /// What `denyBookstoreErotica` is where no store says anything.
  public static let denyBookstoreErotica = SettingMetadata(defaultValue: false)

  /// Whether explicit content is hidden.
  public var denyExplicitContent: Bool? {
    get { draft[flag: .denyExplicitContent] }
    set { draft[flag: .denyExplicitContent] = newValue }
  }

  /// What `denyExplicitContent` is where no store says anything.
  public static let denyExplicitContent = SettingMetadata(defaultValue: false)

  /// Whether the music service is off.
  public var denyMusicService: Bool? {
    get { draft[flag: .denyMusicService] }
    set { draft[flag: .denyMusicService] = newValue }
  }

  /// What `denyMusicService` is where no store says anything.
  public static let denyMusicService = SettingMetadata(defaultValue: false)

  /// The highest rating of a film that may be shown.
  public var maximumMovieRating: Int? {
    get { draft[rating: .maximumMovieRating] }
    set { draft[rating: .maximumMovieRating] = newValue }
  }

  /// What `maximumMovieRating` is where no store says anything. It may be 0…1,000, 1,000 by default.
  public static let maximumMovieRating = BoundedSettingMetadata(defaultValue: 1_000, bounds: 0...1_000)

  /// The highest rating of a television programme that may be shown.
  public var maximumTVShowRating: Int? {
    get { draft[rating: .maximumTVShowRating] }
    set { draft[rating: .maximumTVShowRating] = newValue }
  }

  /// What `maximumTVShowRating` is where no store says anything. It may be 0…1,000, 1,000 by default.
  public static let maximumTVShowRating = BoundedSettingMetadata(defaultValue: 1_000, bounds: 0...1_000)
}
