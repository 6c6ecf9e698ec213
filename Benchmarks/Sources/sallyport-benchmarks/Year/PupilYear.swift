// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A year of a pupil who tries twelve shielded apps a day, as a usage file. Every attempt lasts twenty seconds, as of a
/// person who leaves what is shielded. Seeded: every run generates the same use.
struct PupilYear {
  static let days: Int64 = 365
  static let attemptsADay = day.map(\.attempts.count).reduce(0, +)

  /// What is in the foreground.
  private enum Front {
    case app(String)
    case site(String)
  }

  private struct Sitting {
    /// Minutes of the day.
    var start: Int64
    var end: Int64
    var fronts: [Front]
    var attempts: [(minute: Int64, app: String)] = []
  }

  private static let leisure: [Front] = [
    .app("org.videolan.VLC"), .app("org.inkscape.Inkscape"), .app("org.gnome.Nautilus"), .site("news.example"),
    .site("weather.example"), .site("shop.example"),
  ]
  private static let learning: [Front] = [
    .app("org.libreoffice.LibreOffice.writer"), .app("org.gnome.TextEditor"), .site("learn.example"),
    .app("org.libreoffice.LibreOffice.writer"),
  ]
  private static let games = ["net.minetest.minetest", "org.supertuxproject.SuperTux"]
  private static let chats = ["com.discordapp.Discord", "org.signal.Signal"]

  /// Homework shields games and chats until 45 minutes were learnt, Worklog except from 17:00 to 20:00, and Scribe half
  /// an hour of video. The first press of a day lifts a shield for a quarter of an hour, so the second attempt comes
  /// later.
  private static let day = [
    Sitting(
      start: 410, end: 460, fronts: leisure,
      attempts: [(420, games[0]), (440, chats[0]), (445, games[1]), (450, chats[1])]),
    Sitting(
      start: 800, end: 850, fronts: leisure,
      attempts: [(805, chats[0]), (815, games[0]), (825, games[1]), (835, chats[1])]),
    Sitting(start: 900, end: 975, fronts: learning),
    Sitting(start: 1_025, end: 1_170, fronts: (games + chats).map(Front.app) + leisure),
    Sitting(
      start: 1_215, end: 1_250, fronts: leisure,
      attempts: [(1_220, games[0]), (1_227, chats[0]), (1_234, games[1]), (1_241, chats[1])]),
    Sitting(start: 1_252, end: 1_290, fronts: [.site("video.example")]),
  ]

  /// Monday, 19 October 2026, 00:00 UTC.
  private static let start: Int64 = 1_792_368_000_000
  private static let attemptLength: Int64 = 20_000
  private var random: UInt64 = 1
  private(set) var lines: [String] = []

  init() {
    for day in 0..<Self.days {
      for sitting in Self.day { sit(sitting, from: Self.start + day * 86_400_000) }
    }
  }

  private mutating func sit(_ sitting: Sitting, from midnight: Int64) {
    var now = midnight + sitting.start * 60_000
    let end = midnight + sitting.end * 60_000
    add("active", "", from: now, to: end)
    for attempt in sitting.attempts {
      let start = midnight + attempt.minute * 60_000
      use(sitting.fronts, from: now, to: start)
      now = start + Self.attemptLength
      add("app", ",\"id\":\"\(attempt.app)\"", from: start, to: now)
    }
    use(sitting.fronts, from: now, to: end)
  }

  private mutating func use(_ fronts: [Front], from start: Int64, to end: Int64) {
    var now = start
    while now < end {
      let next = min(end, now + 15_000 + Int64(draw(below: 90_000)))
      switch fronts[draw(below: fronts.count)] {
      case .app(let id): add("app", ",\"id\":\"\(id)\"", from: now, to: next)
      case .site(let host):
        add("app", ",\"id\":\"org.mozilla.firefox\"", from: now, to: next)
        add("web", ",\"id\":\"\(host)\",\"via\":\"org.mozilla.firefox\"", from: now, to: next)
      }
      now = next
    }
  }

  private mutating func add(_ kind: String, _ members: String, from start: Int64, to end: Int64) {
    let stream = kind == "active" ? "presence" : kind
    lines.append(
      """
      {"v":1,"source":"replay","stream":"replay/\(stream)","kind":"\(kind)"\(members),"start":\(start),"end":\(end),\
      "resolution":1000}
      """)
  }

  private mutating func draw(below limit: Int) -> Int {
    // SplitMix64.
    random &+= 0x9E37_79B9_7F4A_7C15
    var mixed = random
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
