// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Rules of callbacks and transactions that only a running host with real processes can show.
@Suite struct TransactionRulesTests {
  private struct Morning {
    var families: ScriptFamilies
    var facts: StateFacts
  }

  private static let morning = Result { () -> Morning in
    let families = try ScriptFamilies()
    for name in ["steady", "breaker"] { try families.add(name) }
    try families.add("stopper", requests: ["settings", "monitoring"])
    try families.add("scribbler", requests: ["settings", "container.write"])
    let finished = try families.run()
    #expect(finished.status == 0, "\(finished.complaints)")
    return Morning(families: families, facts: try StateFacts(families.state))
  }

  private let families: ScriptFamilies
  private let facts: StateFacts

  init() throws {
    let morning = try Self.morning.get()
    (families, facts) = (morning.families, morning.facts)
  }

  @Test func `applies every effect of a reply with the delivery it settles, in due order (C2, C6)`() {
    #expect(
      facts.endings(of: "steady") == [
        "intervalDidStart: applied reply.ok", "eventDidReachThreshold first: applied reply.ok",
        "eventDidReachThreshold second: applied reply.ok", "eventDidReachThreshold third: applied reply.ok",
      ])
    #expect(facts.defaults(of: "steady").keys.sorted() == ["first", "intervalDidStart", "second", "third"])
  }

  @Test func `a stop in a callback delivers the interval's end separately, after that callback (C10)`() {
    #expect(
      facts.endings(of: "stopper") == [
        "intervalDidStart: applied reply.ok", "eventDidReachThreshold first: applied reply.ok",
        "intervalDidEnd: applied reply.ok",
      ])
    let ends = facts.told.filter { $0.family == "stopper" && $0.point == "monitor" }.suffix(2).map(\.owedAt)
    #expect(ends.first == ends.last)
  }

  @Test func `a reply that carries a violation settles refused, is not repeated and changes nothing (C4)`() {
    let outcomes = facts.endings(of: "breaker").map { $0.split(separator: ": ").last }
    #expect(outcomes == Array(repeating: "refused effectViolation", count: 4))
    #expect(facts.attempts(of: "breaker").compactMap(\.violation) == Array(repeating: "range.rating", count: 4))
    let monitor = facts.deliveries.filter { $0.family == "breaker" && $0.point == "monitor" }
    #expect(monitor.map(\.attempts) == [0, 0, 0, 0])
    #expect(facts.defaults(of: "breaker").isEmpty)
    #expect(facts.state?.families[FamilyID("breaker")]?.stores.isEmpty == true)
  }

  @Test func `a file written by a callback that crashed stays, though its effects are dropped (C15)`() throws {
    #expect(facts.endings(of: "scribbler").first == "intervalDidStart: failed poison")
    #expect(facts.defaults(of: "scribbler").isEmpty)
    let files = FileManager.default.enumerator(atPath: families.state + "/containers")?.compactMap { $0 as? String }
    let file = try #require(files?.first { $0.hasSuffix("scribble") })
    #expect(
      try String(contentsOfFile: families.state + "/containers/" + file, encoding: .utf8) == "half a line")
  }
}
