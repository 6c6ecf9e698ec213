// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for media. Applications read the merged values from the `effective…` properties of a store.
public struct MediaSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Denies erotica in the book store.
  public var denyBookstoreErotica: Bool? {
    get { draft[flag: .denyBookstoreErotica] }
    set { draft[flag: .denyBookstoreErotica] = newValue }
  }

  /// The default of `denyBookstoreErotica`, which applies if no store sets it.
  public static let denyBookstoreErotica = SettingMetadata(defaultValue: false)

  /// Denies explicit content.
  public var denyExplicitContent: Bool? {
    get { draft[flag: .denyExplicitContent] }
    set { draft[flag: .denyExplicitContent] = newValue }
  }

  /// The default of `denyExplicitContent`, which applies if no store sets it.
  public static let denyExplicitContent = SettingMetadata(defaultValue: false)

  /// Denies the music service.
  public var denyMusicService: Bool? {
    get { draft[flag: .denyMusicService] }
    set { draft[flag: .denyMusicService] = newValue }
  }

  /// The default of `denyMusicService`, which applies if no store sets it.
  public static let denyMusicService = SettingMetadata(defaultValue: false)

  /// The highest rating of films that may be shown.
  public var maximumMovieRating: Int? {
    get { draft[rating: .maximumMovieRating] }
    set { draft[rating: .maximumMovieRating] = newValue }
  }

  /// The default of `maximumMovieRating`, 1,000, and its bounds, 0 to 1,000.
  public static let maximumMovieRating = BoundedSettingMetadata(defaultValue: 1_000, bounds: 0...1_000)

  /// The highest rating of television programmes that may be shown.
  public var maximumTVShowRating: Int? {
    get { draft[rating: .maximumTVShowRating] }
    set { draft[rating: .maximumTVShowRating] = newValue }
  }

  /// The default of `maximumTVShowRating`, 1,000, and its bounds, 0 to 1,000.
  public static let maximumTVShowRating = BoundedSettingMetadata(defaultValue: 1_000, bounds: 0...1_000)
}
