// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@Suite struct DeliveryAttemptTests {
  private let directory = StateDirectory()

  @Test func `keeps each attempt with its reason, violation and sentence, by delivery`() throws {
    let store = try directory.open()
    let owed = try store.transaction { try $0.owe([.sample(1), .sample(2, family: "worklog"), .sample(3)]) }
    func attempt(_ delivery: Int, _ number: Int, _ reason: ReasonCode, _ violation: String? = nil) -> DeliveryAttempt {
      DeliveryAttempt(
        delivery: owed[delivery].id, number: number, at: Timestamp(milliseconds: Int64(number)), reason: reason,
        violation: violation, detail: "why")
    }
    let own = [
      attempt(0, 1, "deadline"), attempt(0, 2, "limit", "limit.shieldApplications"), attempt(2, 1, "reply.ok"),
    ]
    try store.transaction { transaction in
      for attempt in own.reversed() + [attempt(1, 1, "reply.ok")] { try transaction.note(attempt) }
    }
    let found = try store.read { try $0.attempts(family: "homework") }
    #expect(found == [owed[0].id: Array(own[0...1]), owed[2].id: [own[2]]])
  }

  @Test func `replaces an attempt of the same number`() throws {
    let store = try directory.open()
    let id = try store.transaction { try $0.owe([.sample(1)]) }[0].id
    for reason in ["deadline", "reply.ok"] as [ReasonCode] {
      try store.transaction {
        try $0.note(DeliveryAttempt(delivery: id, number: 1, at: Timestamp(milliseconds: 0), reason: reason))
      }
    }
    #expect(try store.read { try $0.attempts(family: "homework")[id]?.map(\.reason) } == ["reply.ok"])
  }

  @Test func `finds the journal's lines with the given reasons up to an instant`() throws {
    let store = try directory.open()
    try store.transaction { transaction in
      for (at, reason) in [(1, "shield.up"), (2, "deadline"), (3, "shield.down"), (4, "shield.up")]
        as [(Int, ReasonCode)]
      {
        try transaction.note(JournalEntry(at: Timestamp(milliseconds: Int64(at)), reason: reason))
      }
    }
    let found = try store.read { try $0.journal(of: ["shield.up", "shield.down"], until: Timestamp(milliseconds: 3)) }
    #expect(found.map(\.at.milliseconds) == [1, 3])
  }

  @Test func `keeps and returns reasons of a later version`() throws {
    let store = try directory.open()
    let id = try store.transaction { try $0.owe([.sample(1)]) }[0].id
    try store.transaction { transaction in
      let now = Timestamp(milliseconds: 1)
      try transaction.note(JournalEntry(at: now, reason: .unknown("moon.full")))
      try transaction.note(DeliveryAttempt(delivery: id, number: 1, at: now, reason: .unknown("moon.half")))
      try transaction.settle(id, as: .init(.failed, reason: .unknown(""), at: now))
    }
    #expect(try store.read { try $0.journal() }.map(\.reason.rawValue) == ["moon.full"])
    #expect(try store.read { try $0.attempts(family: "homework") }[id]?.map(\.reason) == [.unknown("moon.half")])
    #expect(try store.read { try $0.deliveryHistory() }.map(\.settlement?.reason) == [.unknown("")])
  }
}
