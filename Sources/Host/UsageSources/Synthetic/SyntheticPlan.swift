// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The daily plan of a fictional pupil: times in minutes of the local day, and a mood for each session.
enum SyntheticPlan {
  /// The activity of a session. Weights are shares of focus time, not of switches.
  enum Mood: Sendable {
    case play, talk, school, watch, make
  }

  struct Sitting: Sendable {
    /// Minutes after local midnight.
    var start: Int64
    /// The end if no clock change happened; above 1,440 it is in the early hours of the next day.
    var end: Int64
    var mood: Mood
  }

  /// The sessions of a day; Monday is 0. Games and chats come before and after the homework, so that limits apply on
  /// both sides. Wednesday's morning and most of Sunday's are empty. Friday and Saturday run past midnight, Saturday
  /// through the hour that is repeated at the end of summer time.
  static func sittings(onDay day: Int) -> [Sitting] {
    switch day % 7 {
    case 0, 1, 3:
      [
        Sitting(start: 405, end: 445, mood: .play), Sitting(start: 815, end: 865, mood: .talk),
        Sitting(start: 900, end: 1_010, mood: .school), Sitting(start: 1_020, end: 1_160, mood: .play),
        Sitting(start: 1_215, end: 1_280, mood: .watch),
      ]
    case 2:
      [
        Sitting(start: 790, end: 840, mood: .play), Sitting(start: 880, end: 985, mood: .school),
        Sitting(start: 1_005, end: 1_075, mood: .make), Sitting(start: 1_090, end: 1_260, mood: .play),
      ]
    case 4:
      [
        Sitting(start: 410, end: 440, mood: .talk), Sitting(start: 820, end: 880, mood: .play),
        Sitting(start: 900, end: 1_015, mood: .school), Sitting(start: 1_030, end: 1_180, mood: .play),
        Sitting(start: 1_290, end: 1_485, mood: .watch),
      ]
    case 5:
      [
        Sitting(start: 560, end: 660, mood: .play), Sitting(start: 700, end: 750, mood: .school),
        Sitting(start: 840, end: 930, mood: .make), Sitting(start: 1_000, end: 1_190, mood: .play),
        Sitting(start: 1_320, end: 1_650, mood: .talk),
      ]
    default:
      [
        Sitting(start: 690, end: 775, mood: .watch), Sitting(start: 870, end: 900, mood: .school),
        Sitting(start: 960, end: 1_120, mood: .play), Sitting(start: 1_170, end: 1_230, mood: .talk),
      ]
    }
  }

  /// The apps with their weights.
  static func apps(_ mood: Mood) -> [(String, Int64)] {
    switch mood {
    case .play:
      [
        ("net.minetest.minetest", 34), ("org.supertuxproject.SuperTux", 12), ("com.valvesoftware.Steam", 8),
        ("com.discordapp.Discord", 20), (browser, 22), ("org.videolan.VLC", 4),
      ]
    case .talk:
      [
        ("com.discordapp.Discord", 42), ("org.signal.Signal", 14), (browser, 30), ("net.minetest.minetest", 10),
        ("org.gnome.Nautilus", 4),
      ]
    case .school:
      [
        ("org.libreoffice.LibreOffice.writer", 30), ("org.gnome.TextEditor", 16), ("org.kde.gcompris", 18),
        (browser, 26),
        ("org.gnome.Nautilus", 4), ("com.discordapp.Discord", 6),
      ]
    case .watch: [("org.videolan.VLC", 30), (browser, 50), ("org.signal.Signal", 12), ("com.discordapp.Discord", 8)]
    case .make: [("org.inkscape.Inkscape", 56), (browser, 28), ("org.gnome.Nautilus", 8), ("org.signal.Signal", 8)]
    }
  }

  /// The hosts with their weights, for time in the browser.
  static func hosts(_ mood: Mood) -> [(String, Int64)] {
    switch mood {
    case .play:
      [
        ("games.example", 34), ("arcade.test", 24), ("video.example", 22), ("chat.example", 14),
        ("wiki.games.example", 6),
      ]
    case .talk: [("chat.example", 40), ("club.example", 30), ("video.example", 20), ("shop.example", 10)]
    case .school:
      [
        ("learn.example", 48), ("library.example", 26), ("school.example", 16), ("video.example", 6),
        ("news.example", 4),
      ]
    case .watch: [("video.example", 66), ("news.example", 14), ("weather.example", 6), ("chat.example", 14)]
    case .make: [("library.example", 40), ("video.example", 40), ("shop.example", 20)]
    }
  }

  static let browser = "org.mozilla.firefox"
}
