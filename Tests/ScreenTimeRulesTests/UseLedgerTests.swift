// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The ledger of use: what it counts, cuts, joins and forgets.
@Suite struct UseLedgerTests {
  private static let app = Item.application("a")
  private static let other = Item.application("b")
  private static let page = Item.webDomain("page.example")
  private static let secondPage = Item.webDomain("second.example")

  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  private func span(_ start: Int64, _ end: Int64) -> TimeSpan { TimeSpan(start: at(start), end: at(end)) }

  private func use(_ app: Item, web: Item? = nil, _ start: Int64, _ end: Int64) -> UseSpan {
    UseSpan(start: at(start), end: at(end), app: app, web: web, isPresent: true)
  }

  // MARK: The ledger

  @Test func `use that takes no time, or ends before it starts, is not counted`() {
    for end in [0, 4, 5] as [Int64] { #expect(UseLedger([use(Self.app, 5, end)]).spans.isEmpty, "until \(end)") }
    #expect(UseLedger([use(Self.app, 5, 6)]).spans == [use(Self.app, 5, 6)])
    #expect(UseLedger([use(Self.app, 0, 5), use(Self.other, 5, 5)]).spans == [use(Self.app, 0, 5)])
  }

  @Test func `only use of the same foreground without a gap is one span`() {
    #expect(UseLedger([use(Self.app, 0, 5), use(Self.app, 5, 9)]).spans == [use(Self.app, 0, 9)])
    for apart in [[use(Self.app, 0, 5), use(Self.app, 6, 9)], [use(Self.app, 0, 5), use(Self.other, 5, 9)]] {
      #expect(UseLedger(apart).spans == apart)
    }
  }

  @Test func `spans are forgotten once the first one ended more than a day before, and then all that ended by then`() {
    let day: Int64 = 86_400_000
    for late in [-1, 0, 1] as [Int64] {
      let instant = 1_000 + day + late
      let old = [use(Self.app, 0, 1_000), use(Self.app, instant - 9, instant)]
      let rest = [use(Self.other, instant, instant + 5)]
      for (spans, left) in [(old + rest, rest), (old, []), ([old[0]], [])] as [([UseSpan], [UseSpan])] {
        var ledger = UseLedger(spans)
        ledger.forget(before: at(instant))
        #expect(ledger.spans == (late > 0 ? left : spans), "\(late) ms later, of \(spans.count)")
      }
      var empty = UseLedger()
      empty.forget(before: at(instant))
      #expect(empty == UseLedger())
    }
  }

  @Test func `use is cut at the edges of the range, and none that only touches it is a piece`() {
    let ledger = UseLedger([use(Self.app, 0, 10), use(Self.app, 20, 30)])
    let cases: [(TimeSpan, [TimeSpan])] = [
      (span(0, 30), [span(0, 10), span(20, 30)]), (span(5, 25), [span(5, 10), span(20, 25)]),
      (span(9, 21), [span(9, 10), span(20, 21)]), (span(2, 3), [span(2, 3)]), (span(10, 20), []),
      (span(12, 18), []), (span(30, 40), []), (span(5, 5), []), (span(-9, 0), []),
    ]
    for (range, expected) in cases {
      for selection in [ItemSelection(), ItemSelection(applications: [Self.app])] {
        #expect(ledger.pieces(of: selection, within: range, registry: ItemRegistry()) == expected)
        #expect(
          ledger.stretches(of: selection, within: range, registry: ItemRegistry())
            == expected.map { UseLedger.Stretch(span: $0, item: Self.app) })
        let total = ledger.total(of: selection, within: range, registry: ItemRegistry())
        #expect(total == expected.map(\.milliseconds).reduce(0, +))
      }
      let none = ItemSelection(applications: [Self.other])
      #expect(ledger.pieces(of: none, within: range, registry: ItemRegistry()).isEmpty)
      #expect(ledger.stretches(of: none, within: range, registry: ItemRegistry()).isEmpty)
    }
  }

  @Test func `a stretch is of the application that the selection names, else of its page, and goes on without a gap`() {
    let ledger = UseLedger([
      use(Self.app, web: Self.page, 0, 10), use(Self.app, web: Self.secondPage, 10, 20), use(Self.app, 25, 30),
      use(Self.other, 30, 40), use(Self.app, 40, 50),
    ])
    func stretches(_ selection: ItemSelection) -> [UseLedger.Stretch] {
      ledger.stretches(of: selection, within: span(0, 50), registry: ItemRegistry())
    }
    func stretch(_ start: Int64, _ end: Int64, _ item: Item) -> UseLedger.Stretch {
      UseLedger.Stretch(span: span(start, end), item: item)
    }
    #expect(
      stretches(ItemSelection()) == [
        stretch(0, 10, Self.page), stretch(10, 20, Self.secondPage), stretch(25, 30, Self.app),
        stretch(30, 40, Self.other), stretch(40, 50, Self.app),
      ])
    #expect(
      stretches(ItemSelection(applications: [Self.app])) == [
        stretch(0, 20, Self.app), stretch(25, 30, Self.app), stretch(40, 50, Self.app),
      ])
    #expect(
      stretches(ItemSelection(applications: [Self.app, Self.other])) == [
        stretch(0, 20, Self.app), stretch(25, 30, Self.app), stretch(30, 40, Self.other), stretch(40, 50, Self.app),
      ])
    #expect(stretches(ItemSelection(webDomains: [Self.page])) == [stretch(0, 10, Self.page)])
  }

  // MARK: The foreground

  @Test func `a device is in use if a person is present, or if presence is not known and something is in front`() {
    for app in [nil, Self.app] {
      for web in [nil, Self.page] {
        for isPresent in [true, false] {
          let known = RecordedForeground(app: app, web: web, isPresent: isPresent, presenceKnown: true)
          let unknown = RecordedForeground(app: app, web: web, isPresent: isPresent, presenceKnown: false)
          #expect(known.isInUse == isPresent)
          #expect(unknown.isInUse == (isPresent || app != nil || web != nil), "\(front(unknown))")
        }
      }
    }
  }

  private func front(_ front: RecordedForeground) -> String {
    "\(front.app?.id ?? "-") \(front.web?.id ?? "-") \(front.isPresent)"
  }

  @Test func `presence is known unless something else is said, and no one is there at first`() {
    let absent = RecordedForeground(app: Self.app, isPresent: false)
    #expect(absent == RecordedForeground(app: Self.app, isPresent: false, presenceKnown: true) && !absent.isInUse)
    let span = UseSpan(start: at(0), end: at(5), app: Self.app, isPresent: false)
    #expect(span.presenceKnown && !span.isInUse)
    let nothing = Foreground(app: nil, web: nil, isInUse: false, presenceKnown: true)
    #expect(Foreground() == nothing && Foreground.nothing == nothing)
    #expect(Foreground(RecordedForeground(isPresent: false, presenceKnown: true)) == nothing)
  }

  @Test func `a foreground is matched by its application, its category, its domain or a parent of it`() {
    let front = Foreground(app: Self.app, web: .webDomain("sub.page.example"), isInUse: true)
    let registry = ItemRegistry(categories: [Self.app: .category("1"), Self.page: .category("2")])
    let cases: [(ItemSelection, Bool)] = [
      (ItemSelection(applications: [Self.app]), true), (ItemSelection(applications: [Self.other]), false),
      (ItemSelection(categories: [.category("1")]), true), (ItemSelection(categories: [.category("2")]), true),
      (ItemSelection(categories: [.category("3")]), false), (ItemSelection(webDomains: [Self.page]), true),
      (ItemSelection(webDomains: [.webDomain("sub.page.example")]), true),
      (ItemSelection(webDomains: [Self.secondPage]), false),
      (ItemSelection(webDomains: [.webDomain("www.sub.page.example")]), false),
      (ItemSelection(), true), (ItemSelection(unresolvedTokens: 1), false),
    ]
    for (selection, isMatched) in cases {
      #expect(ForegroundKeys(front, registry: registry).matches(selection) == isMatched, "\(selection)")
    }
  }

  @Test func `a mark of the clocks has followed no step at first`() {
    let mark = ClockMark(boot: "5c1e07aa", trustedOffset: 3, wallOffset: 4)
    #expect(mark == ClockMark(boot: "5c1e07aa", trustedOffset: 3, wallOffset: 4, followedUnsynchronised: 0))
  }
}
