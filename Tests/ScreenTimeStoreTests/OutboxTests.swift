// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@Suite struct OutboxTests {
  private let directory = StateDirectory()

  @Test func `lists pending deliveries in order and settles each once`() throws {
    let store = try directory.open()
    let owed = try store.transaction { try $0.owe([.sample(1), .sample(2, family: "worklog"), .sample(3)]) }
    #expect(owed.map(\.sequence) == [1, 2, 3])
    #expect(try store.read { try $0.owedDeliveries() } == owed)
    #expect(try store.read { try $0.owedDeliveries(family: "homework").map(\.sequence) } == [1, 3])
    let end = PendingDelivery.Settlement(.applied, reason: "reply.ok", revision: 18, at: Timestamp(milliseconds: 5))
    try store.transaction { try $0.settle(owed[0].id, as: end) }
    #expect(try store.read { try $0.owedDeliveries().map(\.sequence) } == [2, 3])
    #expect(try store.read { try $0.delivery(owed[0].id)?.settlement } == end)
    let error = #expect(throws: StoreError.self) {
      try store.transaction {
        try $0.settle(owed[0].id, as: PendingDelivery.Settlement(.failed, reason: "again", at: end.at))
      }
    }
    #expect(error?.code == .failed)
    #expect(try store.read { try $0.delivery(owed[0].id)?.settlement } == end)
  }

  @Test func `counts attempts only of pending deliveries`() throws {
    let store = try directory.open()
    let id = try store.transaction { try $0.owe([.sample(1)]) }[0].id
    #expect(try store.transaction { try $0.beginAttempt(id) } == 1)
    #expect(try store.transaction { try $0.beginAttempt(id) } == 2)
    try store.transaction {
      try $0.settle(id, as: PendingDelivery.Settlement(.failed, reason: "poison", at: Timestamp(milliseconds: 0)))
    }
    #expect(throws: StoreError.self) { try store.transaction { try $0.beginAttempt(id) } }
    #expect(try store.read { try $0.delivery(id)?.attempts } == 2)
  }

  @Test func `finds deliveries that have been pending for seven days`() throws {
    let store = try directory.open()
    try store.transaction { _ = try $0.owe([.sample(1, at: 0), .sample(2, at: 1)]) }
    let week = 7 * 86_400_000 as Int64
    #expect(try store.read { try $0.expiredDeliveries(at: Timestamp(milliseconds: week - 1)) }.isEmpty)
    #expect(try store.read { try $0.expiredDeliveries(at: Timestamp(milliseconds: week)) }.map(\.sequence) == [1])
    #expect(try store.read { try $0.backlog(family: "homework", point: "monitor") } == 2)
  }

  @Test func `keeps the history with its reasons`() throws {
    let store = try directory.open()
    let owed = try store.transaction {
      try $0.owe(PendingDelivery.Outcome.allCases.indices.map { .sample(Int64($0) + 1) })
    }
    try store.transaction { transaction in
      for (delivery, outcome) in zip(owed, PendingDelivery.Outcome.allCases) {
        try transaction.settle(
          delivery.id, as: PendingDelivery.Settlement(outcome, reason: "why.\(outcome)", at: Timestamp(milliseconds: 1))
        )
      }
    }
    let history = try store.read { try $0.deliveryHistory(family: "homework") }
    #expect(history.compactMap(\.settlement?.outcome) == PendingDelivery.Outcome.allCases)
    #expect(history.compactMap(\.settlement?.reason) == PendingDelivery.Outcome.allCases.map { .unknown("why.\($0)") })
    #expect(try store.read { try $0.deliveryHistory(family: "other") }.isEmpty)
  }

  @Test func `lists the failed and expired deliveries in order until each is handled once`() throws {
    let store = try directory.open()
    let outcomes = [nil] + PendingDelivery.Outcome.allCases
    let owed = try store.transaction { transaction in
      let owed = try transaction.owe(
        ["homework", "worklog"].flatMap { family in
          outcomes.indices.map { .sample(Int64($0), family: family, at: 1) }
        })
      for (index, delivery) in owed.enumerated() {
        guard let outcome = outcomes[index % outcomes.count] else { continue }
        try transaction.settle(
          delivery.id, as: PendingDelivery.Settlement(outcome, reason: "why", at: Timestamp(milliseconds: 1)))
      }
      return owed
    }
    func undelivered(_ family: String? = nil) throws -> [Int64] {
      try store.read { try $0.undeliveredDeliveries(family: family).map(\.id) }
    }
    let isUndelivered = outcomes.map { $0 == .failed || $0 == .expired }
    var left = owed.indices.filter { isUndelivered[$0 % outcomes.count] }.map { owed[$0] }
    #expect(try left.count == 4 && undelivered() == left.map(\.id))
    for family in ["homework", "worklog", "other"] {
      #expect(try undelivered(family) == left.filter { $0.family == family }.map(\.id))
    }
    let end = PendingDelivery.Settlement(.dropped, reason: "by hand", at: Timestamp(milliseconds: 9))
    for (index, delivery) in owed.enumerated() {
      let before = try store.read { try $0.deliveryHistory() }
      let handle = { try store.transaction { try $0.handle(delivery.id, because: end.reason, at: end.at) } }
      if isUndelivered[index % outcomes.count] {
        try handle()
        left.removeAll { $0.id == delivery.id }
        #expect(try store.read { try $0.delivery(delivery.id)?.settlement } == end)
      }
      let known = try store.read { try $0.deliveryHistory() }
      let error = #expect(throws: StoreError.self, "\(index)") { try handle() }
      #expect(error?.description == "Delivery \(delivery.id) is not one that failed or expired.")
      #expect(try store.read { try $0.deliveryHistory() } == known)
      #expect(known.filter { $0.id != delivery.id } == before.filter { $0.id != delivery.id })
      #expect(try undelivered() == left.map(\.id))
    }
  }

  @Test func `returns a monitor delivery as it was saved`() throws {
    let store = try directory.open()
    let delivery = Delivery(
      family: FamilyID("homework"), sequence: 41, callback: .eventDidReachThreshold, activity: "schoolNight",
      event: "gamesLimit", cause: .natural, dueAt: Timestamp(milliseconds: 10), decidedAt: Timestamp(milliseconds: 20),
      interval: DeliveryInterval(
        id: "schoolNight@5", start: Timestamp(milliseconds: 5), end: Timestamp(milliseconds: 50)),
      registration: 2)
    try store.transaction { _ = try $0.owe([PendingDelivery(delivery)]) }
    let owed = try #require(try store.read { try $0.delivery(family: "homework", sequence: 41) })
    #expect(try owed.monitorDelivery() == delivery)
    #expect(owed.point == "monitor")
    #expect(owed.owedAt == delivery.decidedAt)
  }
}

extension PendingDelivery {
  static func sample(_ sequence: Int64, family: String = "homework", at milliseconds: Int64 = 0) -> PendingDelivery {
    PendingDelivery(
      family: family, sequence: sequence, point: "monitor", callback: "intervalDidStart",
      dueAt: Timestamp(milliseconds: milliseconds), owedAt: Timestamp(milliseconds: milliseconds),
      body: Array("{}".utf8))
  }
}
