// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// The lists that the device keeps for its person, each value by itself.
@Suite struct StoredBookTests {
  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  // MARK: Requests for time

  @Test func `an item has one open request at most, also after another one was merged into it`() {
    let (chess, maps) = (Item.application("chess"), Item.application("maps"))
    var book = TimeRequestBook()
    book.add(chess, seconds: 600, reason: "", at: at(1))
    book.add(maps, seconds: 900, reason: "", at: at(2))
    book.move(chess, to: maps, at: at(3))
    #expect(book.open(for: chess) == nil && book.open(for: maps)?.number == 2)
    #expect(book[1]?.outcome == .withdrawn && book[1]?.answeredAt == at(3) && book[1]?.item == maps)
    // An answer stays as it was given first.
    book.close(2, .allowed, at: at(4))
    book.close(2, .refused, at: at(5))
    #expect(book[2]?.outcome == .allowed && book[2]?.answeredAt == at(4))
    // Without a second one the request goes to the target.
    book.add(maps, seconds: 60, reason: "", at: at(6))
    book.move(maps, to: chess, at: at(7))
    #expect(book.open(for: chess)?.number == 3 && book.open(for: maps) == nil)
  }

  @Test func `the last fifty answered requests are kept, and an open one however old it is`() {
    var book = TimeRequestBook()
    book.add(.application("open"), seconds: 60, reason: "", at: at(0))
    for number in 2...61 as ClosedRange<Int64> {
      book.add(.application("a\(number)"), seconds: 60, reason: "", at: at(number))
      book.close(number, .refused, at: at(number))
    }
    let kept: [Int64] = [1] + Array(12...61)
    #expect(book.requests.map(\.number) == kept && book.open(for: .application("open")) != nil)
  }

  // MARK: Changes that wait

  @Test func `a jump of the clock moves every end, and a new passcode ends only the wait for one`() {
    var book = ChangeBook()
    for (change, end) in [
      (.shortensDelay(seconds: 0), 1_000), (.replacesPasscode, 2_000), (.replacesPasscode, 3_000),
    ] as [(LooserChange, Int64)] {
      book.add(change, opening: [], at: at(0), until: at(end))
    }
    book.shift(by: -500)
    #expect(book.changes.map(\.until) == [at(500), at(1_500), at(2_500)])
    book.removeReplacement()
    #expect(book.changes.map(\.number) == [1])
    // A number is not used again.
    book.remove(1)
    book.add(.replacesPasscode, opening: [], at: at(0), until: at(1))
    #expect(book[1] == nil && book[4]?.change == .replacesPasscode)
  }

  @Test func `a change may be made to wait for up to thirty days`() throws {
    func read(_ seconds: Int64) throws -> PersonOrder {
      try PersonOrder(
        wire: PersonOrder(.delayChanges(seconds: seconds), as: .owner, act: "a").wire, at: "", from: .extension)
    }
    for seconds in [0, 1, 2_592_000] as [Int64] {
      #expect(try read(seconds).kind == .delayChanges(seconds: seconds))
    }
    for seconds in [-1, 2_592_001] as [Int64] { #expect(throws: WireError.self) { try read(seconds) } }
  }

  // MARK: Agreements and writers

  @Test func `a profile that is narrower than the host's is a no to the host's`() throws {
    let life = try PlayedLife(points: [])
    let desk = life.facts.owners.consent
    for (profile, chosen, declined) in [
      (nil, .open, nil), (.open, .open, nil), (.standard, .standard, .open), (.tight, .tight, .open),
    ] as [(PrivacyProfile?, PrivacyProfile, PrivacyProfile?)] {
      let consent = Consent(profile, of: desk)
      #expect(consent.profile == chosen && consent.declined == declined && consent.policy == desk.policy.version)
    }
  }

  @Test func `the writer of a setting is the callback that set it last, until the setting is gone`() {
    var writers = SettingWriters()
    func note(_ callback: String, _ effects: Effect...) {
      writers.note(effects, by: SettingWriters.Writer(at: at(1), callback: callback, sequence: nil))
    }
    func writer(_ key: SettingKey, _ store: String) -> String? { writers.writer(of: key, in: store)?.callback }
    note(
      "first", .setSetting(store: "a", key: .denySiri, value: .bool(true)),
      .setSetting(store: "b", key: .denySiri, value: .bool(true)))
    note("second", .setSetting(store: "a", key: .denyAppRemoval, value: .bool(true)))
    #expect(writer(.denySiri, "a") == "first" && writer(.denyAppRemoval, "a") == "second")
    note("third", .setSetting(store: "a", key: .denySiri, value: nil), .clearStore("b"))
    #expect(writer(.denySiri, "a") == nil && writer(.denySiri, "b") == nil && !writers.isEmpty)
    note("fourth", .deleteStore("a"))
    #expect(writers.isEmpty)
    note("fifth", .setSetting(store: "a", key: .denySiri, value: .bool(false)))
    #expect(writer(.denySiri, "a") == "fifth")
    note("sixth", .setSetting(store: "a", key: .denySiri, value: nil))
    #expect(writers.isEmpty)
  }
}
