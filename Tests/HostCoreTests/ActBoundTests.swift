// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The limits of a person's acts, with the whole text of each refusal, and the exact lines of an export.
@Suite struct ActBoundTests {
  private func meaning(_ kind: PersonOrder.Kind, of life: PlayedLife) throws(HostError) -> OrderMeaning {
    try life.facts.meaning(of: PersonOrder(kind, act: "act"))
  }

  @Test(
    arguments: [
      (0, "x", true), (140, "x", true), (141, "x", false), (70, "é", true), (71, "é", false),
    ] as [(Int, String, Bool)])
  func `the reason of a request for time has up to 140 bytes`(
    _ count: Int, _ letter: String, _ isTaken: Bool
  ) throws {
    let life = try PlayedLife(points: [])
    let reason = String(repeating: letter, count: count)
    let ask = PersonOrder.Kind.ask(item: "Chess", seconds: 900, reason: reason)
    var refusal: HostError?
    do throws(HostError) { _ = try meaning(ask, of: life) } catch { refusal = error }
    let expected = HostError(.usage, "The reason has \(reason.utf8.count) bytes; the limit is 140.")
    #expect(refusal == (isTaken ? nil : expected))
  }

  @Test func `two hundred changes wait at most`() throws {
    let life = try PlayedLife(points: []) { $0.looseningSeconds = 86_400 }
    let until = life.instant.advanced(by: 86_400_000)
    let next = PersonOrder.Kind.delayChanges(seconds: 3_600)
    for seconds in 1...200 as ClosedRange<Int64> {
      guard case .waiting(_, _, let number, _) = try meaning(next, of: life) else {
        Issue.record("it does not wait")
        return
      }
      #expect(number == seconds)
      life.take(
        .person(PersonAct(.waits(.shortensDelay(seconds: seconds), opening: [], until: until, by: .person))))
    }
    let error = #expect(throws: HostError.self) { try meaning(next, of: life) }
    #expect(
      error
        == HostError(.failed, "200 changes wait already; cancel one with `sallyport changes`.", as: .busy))
  }

  @Test func `a beginning that several widgets have names none of them`() throws {
    let bench = try WidgetHostTests().bench()
    // There are sixteen digits with which an id can begin.
    for _ in 0..<17 {
      try bench.take(
        .person(PersonAct(.placesWidget(WidgetHostTests.family, kind: "Countdown", size: "systemSmall", []))))
    }
    let facts = bench.driver.facts
    let groups = Dictionary(grouping: facts.widgets.map(\.id)) { String($0.prefix(1)) }
    let (beginning, ids) = try #require(groups.first { $0.value.count > 1 })
    for name in [beginning, beginning.lowercased()] {
      let error = #expect(throws: HostError.self) { try facts.widget(name) }
      #expect(
        error == HostError(.usage, "“\(name)” is the beginning of \(ids.count) widgets; write more of it."))
    }
  }

  @Test(
    arguments: [
      (0, 1, 1, "/rounds"), (1, 1, 1, ""), (1_025, 1, 1, ""), ((1 << 20) + 1, 8, 4, "/rounds"),
      (1 << 21, 8, 4, "/rounds"), (1_024, 0, 1, "/blockSize"), (1_024, 9, 1, "/blockSize"),
      (1_024, 1, 0, "/parallelism"), (1_024, 1, 5, "/parallelism"),
    ] as [(Int64, Int64, Int64, String)])
  func `a verifier of another cost is refused by the member that is out of bounds`(
    _ rounds: Int64, _ blockSize: Int64, _ parallelism: Int64, _ pointer: String
  ) {
    let wire: WireValue = [
      "blockSize": .integer(blockSize), "digest": .string(String(repeating: "ab", count: 32)),
      "parallelism": .integer(parallelism), "rounds": .integer(rounds),
      "salt": .string(String(repeating: "01", count: 16)),
    ]
    let error = #expect(throws: WireError.self) { try PasscodeVerifier(wire: wire, at: "", from: .extension) }
    let kind: WireError.Kind = pointer.isEmpty ? .schema : .limit
    #expect(error?.pointer == pointer && error?.kind == kind)
  }

  @Test func `a line of an export has its members in order, and a slash as it is`() throws {
    let life = try PlayedLife(points: [])
    for name in ["the ledger/of all", "the ledger"] { life.take(.operator(.exported(name))) }
    let rows = try life.facts.store.read { try $0.ledger() }
    let expected = try rows.map { row in
      let entry = try #require(row.entry)
      let mac = row.mac.map { "\"mac\":\"\(hexadecimalText($0))\"," } ?? ""
      return "{\"entry\":\(entry),\"hash\":\"\(hexadecimalText(row.hash))\",\(mac)\"seq\":\(row.seq)}"
    }
    let lines = try LedgerExport().lines(of: life.facts)
    #expect(lines == expected && lines.contains { $0.contains("the ledger/of all") })
  }
}
