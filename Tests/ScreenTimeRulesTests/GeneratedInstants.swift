// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@testable import ScreenTimeRules

/// A few hundred instants of use and everything that can remove time from a number, generated from a seed. Tests compare
/// an explanation with the sum over these instants.
struct GeneratedInstants {
  static let count = 240
  static let apps = (0..<3).map { Item.application("app \($0)") }
  static let sites = [Item.webDomain("a.example"), .webDomain("sub.a.example"), .webDomain("b.example")]
  static let registry = ItemRegistry(
    categories: [apps[0]: .category("1"), apps[1]: .category("2"), sites[0]: .category("1"), sites[2]: .category("2")])
  static let numbers: [UseNumber] =
    [.device, .category(.category("1")), .category(.category("2")), .category(.otherCategory)]
    + (apps + sites).map(UseNumber.item)

  /// The foreground at each instant; nil if nothing is counted.
  let fronts: [RecordedForeground?]
  let shields: [(item: Item, span: TimeSpan)]
  let blocks: [(item: Item, span: TimeSpan)]
  let unseen: [UnseenTime]
  /// The range to explain, within the instants.
  let range: TimeSpan

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var fronts: [RecordedForeground?] = []
    while fronts.count < Self.count {
      let length = Int.random(in: 1...9, using: &random)
      fronts += Array(repeating: Self.front(&random), count: min(length, Self.count - fronts.count))
    }
    self.fronts = fronts
    let items = Self.apps + Self.sites
    shields = (0..<5).map { _ in (items[.random(in: items.indices, using: &random)], Self.span(30, &random)) }
    blocks = (0..<5).map { _ in (items[.random(in: items.indices, using: &random)], Self.span(30, &random)) }
    let causes: [UnseenTime.Cause] = [.asleep, .blind(.focus), .blind(.presence), .blind(.web)]
    unseen = (0..<6).map { _ in UnseenTime(Self.span(40, &random), causes[.random(in: 0..<4, using: &random)]) }
    range = Self.span(Self.count, &random)
  }

  private static func front(_ random: inout SeededGenerator) -> RecordedForeground? {
    guard Int.random(in: 0..<3, using: &random) > 0 else { return nil }
    let app = Int.random(in: 0..<5, using: &random) > 0 ? apps.randomElement(using: &random) : nil
    let web = Int.random(in: 0..<3, using: &random) == 0 ? sites.randomElement(using: &random) : nil
    // Filed under another category at that time.
    let filed = Int.random(in: 0..<4, using: &random) == 0 ? Item.category("2") : nil
    return RecordedForeground(
      app: app, appCategory: app == nil ? nil : filed, web: web, webCategory: web == nil ? nil : filed,
      isPresent: true, presenceKnown: Int.random(in: 0..<4, using: &random) > 0)
  }

  private static func span(_ longest: Int, _ random: inout SeededGenerator) -> TimeSpan {
    let start = Int64.random(in: 0..<Int64(count), using: &random)
    return TimeSpan(
      start: at(start), end: at(min(Int64(count), start + .random(in: 1...Int64(longest), using: &random))))
  }

  static func at(_ instant: Int64) -> Timestamp { Timestamp(milliseconds: instant) }

  var ledger: UseLedger {
    UseLedger(
      fronts.enumerated().compactMap { index, front in
        front.map { UseSpan(start: Self.at(Int64(index)), end: Self.at(Int64(index) + 1), front: $0) }
      })
  }

  /// The instants of the range, each with its foreground.
  var instants: [(instant: Timestamp, front: RecordedForeground?)] {
    fronts.enumerated().map { (Self.at(Int64($0)), $1) }.filter { range.contains($0.0) }
  }

  static func category(of item: Item, _ filed: Item?) -> Item {
    if let filed { return filed }
    // A subdomain is filed with its domain.
    return registry.categories[item == sites[1] ? sites[0] : item] ?? .otherCategory
  }

  static func counts(_ front: RecordedForeground, for number: UseNumber) -> Bool {
    switch number {
    case .device: return true
    case .item(let item): return [front.app, front.web].contains(item)
    case .category(let category):
      return front.app.map { Self.category(of: $0, front.appCategory) } == category
        || front.web.map { Self.category(of: $0, front.webCategory) } == category
    }
  }

  /// The reasons for which each instant of the range is missing from a number.
  func removals(from number: UseNumber) -> [(instant: Timestamp, reason: UseRemoval)] {
    var found: [(instant: Timestamp, reason: UseRemoval)] = []
    var gap: [Timestamp]?
    for (instant, front) in instants {
      let counted = front.map { Self.counts($0, for: number) }
      if let hidden = hiding(instant, isUse: front != nil, isCounted: counted == true, number) {
        found.append((instant, hidden))
      } else if front == nil {
        gap?.append(instant)
      }
      if counted == true {
        if number != .device { found += (gap ?? []).map { ($0, .notInUse) } }
        gap = []
      } else if counted == false {
        gap = nil
      }
      guard counted == false else { continue }
      for (periods, reason) in [(shields, UseRemoval.underShield), (blocks, .refused)] {
        for period in periods where period.span.contains(instant) && Self.isPart(period.item, of: number) {
          found.append((instant, reason))
        }
      }
    }
    return found
  }

  private static func isPart(_ item: Item, of number: UseNumber) -> Bool {
    switch number {
    case .device: false
    case .item(let other): item == other
    case .category(let category): self.category(of: item, nil) == category
    }
  }

  private func hiding(_ instant: Timestamp, isUse: Bool, isCounted: Bool, _ number: UseNumber) -> UseRemoval? {
    let causes = unseen.filter { $0.span.contains(instant) }.map(\.cause)
    if !isUse, causes.contains(.asleep) { return .asleep }
    if !isUse, causes.contains(.blind(.focus)) || causes.contains(.blind(.presence)) { return .unseen }
    guard case .item(let item) = number, item.kind == .webDomain else { return nil }
    return !isCounted && causes.contains(.blind(.web)) ? .unseen : nil
  }
}

/// Every instant of some spans.
func instants(of spans: [TimeSpan]) -> [Timestamp] {
  spans.filter { $0.start < $0.end }.flatMap {
    ($0.start.milliseconds..<$0.end.milliseconds).map(GeneratedInstants.at)
  }
}
