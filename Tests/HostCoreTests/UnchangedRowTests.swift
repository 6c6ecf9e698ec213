// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore
@testable import ProcessSupervision

/// Rows that nothing has changed, requests for other items, and deliveries to other points stay as they were.
@Suite struct UnchangedRowTests {
  // MARK: - The store

  @Test func `a start at which nothing has to be erased writes nothing`() throws {
    let life = try PlayedLife(points: [])
    let erasure = FamilyErasure(life.bench.driver.configuration, store: life.facts.store)
    let count = try life.bench.transactions { try erasure.eraseDue() }
    #expect(count == 0)
  }

  @Test func `the record of another build stays until this one has a record of its own`() throws {
    let life = try PlayedLife()
    try life.settle()
    let (store, registry) = (life.facts.store, life.facts.owners.registry)
    let program = ProgramID("homework.monitor")
    func stored() throws -> RestartMemory? {
      try store.read { try $0.value(RestartMemory.self, RestartMemory.key(program.rawValue)) }
    }
    func status(strikesAt times: [Int64], build: String) -> ProgramStatus {
      var record = RestartRecord()
      for time in times { record.strike(at: time, isFailedHello: false, RestartPolicy(seed: 1)) }
      return ProgramStatus(state: .cold, record: record, build: build)
    }
    let request: WireValue = ["callback": "intervalDidStart"]
    var felled = status(strikesAt: [1], build: "aa")
    felled.felledBy = PoisonInput.digest(of: request)
    let others = try #require(RestartMemory(felled))
    try store.transaction { try $0.setValue(others, RestartMemory.key(program.rawValue)) }
    try store.transaction { try registry.save(in: $0) }
    #expect(try stored() == others)
    // The request that crashed the other build is not held against this one, even after a failed write.
    try store.read { try registry.reload($0) }
    registry.remember(request, of: program)
    #expect(others.felledBy != nil && !registry.findPoison(program, reason: "crash.SIGSEGV"))
    registry.clearFelled(program)
    let own = status(strikesAt: [2, 3], build: "bb")
    var move = ProcessMove(process: 1, from: .cold, to: .cold, reason: "deadline", record: own.record)
    move.build = "bb"
    registry.moved(program, move)
    try store.transaction { try registry.save(in: $0) }
    #expect(try stored() == RestartMemory(own))
  }

  @Test func `a family whose pending notifications are all cancelled has none, before any was shown`() throws {
    let life = try PlayedLife(points: [])
    let (family, now) = (FamilyID("home"), NotificationBench.start)
    let center = try life.facts.store.read { try HostCore.NotificationCenter($0) }
    let request = ScreenTimeRules.NotificationRequest(id: "p", title: "Title", body: "Text", scheduledAt: now)
    center.change(family) {
      $0 = FamilyNotifications(pending: ["p": PendingNotification(request, dueAt: now.advanced(by: 1_000))])
    }
    #expect(center.nextDue == now.advanced(by: 1_000))
    center.change(family) { $0 = FamilyNotifications() }
    #expect(center[family] == FamilyNotifications() && center.nextDue == nil)
  }

  // MARK: - Others

  @Test func `a merge moves the requests of its own item only`() {
    let items = ["chess", "maps", "editor"].map { Item.application($0) }
    var book = TimeRequestBook()
    for item in items { book.add(item, seconds: 600, reason: "", at: Timestamp(milliseconds: 1)) }
    book.move(items[0], to: items[1], at: Timestamp(milliseconds: 2))
    #expect(book.requests.map(\.item) == [items[1], items[1], items[2]])
    #expect(book.requests.map(\.outcome) == [.withdrawn, nil, nil] && book.open(for: items[2])?.number == 3)
  }

  @Test func `an edge of a filter is a delivery of its callback to its point`() {
    let (filter, widget) = (ExtensionPoint.focusFilter.rawValue, ExtensionPoint.widget.rawValue)
    for (point, callback, isFilter) in [
      (filter, PendingDelivery.performFilter, true), (filter, PendingDelivery.performIntent, false),
      (widget, PendingDelivery.performFilter, false), (widget, PendingDelivery.performIntent, false),
    ] {
      let delivery = PendingDelivery(
        family: "homework", sequence: 1, point: point, callback: callback, dueAt: NotificationBench.start,
        owedAt: NotificationBench.start, body: [])
      #expect(delivery.isFilter == isFilter, "\(callback) to \(point)")
    }
  }
}
