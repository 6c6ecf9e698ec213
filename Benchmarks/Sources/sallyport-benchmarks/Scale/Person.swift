// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Synthetic use of one person with habits: a few items take most of the time, nights have no use, and every day has a
/// hundred breaks. Seeded: every run generates the same use.
struct Person {
  static let applications = (0..<40).map { Item.application("org.example.application\($0)") }
  static let sites = (0..<60).map { Item.webDomain("site\($0).example") }
  static let browser = Item.application("org.mozilla.firefox")
  static let categories = (1...12).map { Item.category("\($0)") }
  /// Monday, 1 January 2024, 00:00 in Berlin.
  static let start = Timestamp(milliseconds: 1_704_063_600_000)

  static let registry = ItemRegistry(
    categories: Dictionary(
      uniqueKeysWithValues: (applications + sites).enumerated().map { ($1, categories[$0 * 7 % categories.count]) }),
    links: [applications[3]: [sites[4], sites[5]]], browsers: [browser])

  private var random: UInt64
  private var now: Timestamp
  private let meanMilliseconds: Int64

  /// - Parameter intervalsADay: the approximate number of foreground changes per day.
  init(seed: UInt64, from start: Timestamp = Person.start, intervalsADay: Int) {
    random = seed
    now = start
    // 16 waking hours.
    meanMilliseconds = Int64(57_600_000 / intervalsADay)
  }

  /// The next span of the timeline; spans are contiguous.
  mutating func next() -> UseSpan {
    let local = (now.milliseconds - Self.start.milliseconds) % 86_400_000
    if local >= 79_200_000 || local < 21_600_000 {
      // From about 22:00 to the next day's 06:00.
      let start = now
      let wake = Self.start.milliseconds + (now.milliseconds - Self.start.milliseconds) / 86_400_000 * 86_400_000
      now = Timestamp(milliseconds: wake + (local < 21_600_000 ? 21_600_000 : 108_000_000))
      return UseSpan(start: start, end: now, isPresent: false)
    }
    let start = now
    now = now.advanced(by: 1_000 + Int64(draw(below: Int(meanMilliseconds * 2 - 2_000))))
    if draw(below: 14) == 0 { return UseSpan(start: start, end: now, isPresent: false) }
    // The minimum of two draws, so that low numbers are more frequent.
    if draw(below: 3) == 0 {
      let site = Self.sites[min(draw(below: Self.sites.count), draw(below: Self.sites.count))]
      return UseSpan(start: start, end: now, app: Self.browser, web: site, isPresent: true)
    }
    let app = Self.applications[min(draw(below: Self.applications.count), draw(below: Self.applications.count))]
    return UseSpan(start: start, end: now, app: app, isPresent: true)
  }

  mutating func next(_ count: Int) -> [UseSpan] { (0..<count).map { _ in next() } }

  private mutating func draw(below limit: Int) -> Int {
    // SplitMix64.
    random &+= 0x9E37_79B9_7F4A_7C15
    var mixed = random
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
