// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// The outbox in memory against the rows of its store: what is pending, whose turn it is, and who is held back.
@Suite struct OutboxValueTests {
  private let scratch = Scratch()
  private let one = FamilyID("one")
  private let other = FamilyID("other")

  private func delivery(_ sequence: Int64, _ family: FamilyID) -> PendingDelivery {
    PendingDelivery(
      family: family.rawValue, sequence: sequence, point: "monitor", callback: "intervalDidStart",
      dueAt: Timestamp(milliseconds: 0), owedAt: Timestamp(milliseconds: 0), body: Array("{}".utf8))
  }

  private func outbox(_ width: TurnWidth = .perFamily) throws -> (DeviceStore, Outbox) {
    let store = try DeviceStore(directory: scratch.path + "/state-\(UUID().uuidString)", durability: .simulated)
    return (store, try store.read { try Outbox($0, width: width) })
  }

  @Test func `the outbox in memory always equals the stored one`() throws {
    let (store, outbox) = try outbox()
    func check(_ sequences: [Int64]) throws {
      #expect(outbox.owed.map(\.sequence) == sequences)
      #expect(try store.read { try $0.owedDeliveries() } == outbox.owed)
    }
    try store.transaction { try outbox.owe([delivery(1, one), delivery(2, other), delivery(3, one)], in: $0) }
    try check([1, 2, 3])
    for number in 1...2 {
      let count = try store.transaction { try outbox.countAttempt(at: outbox.owed[1], in: $0) }
      #expect(count == number)
    }
    try check([1, 2, 3])
    #expect(outbox.owed.map(\.attempts) == [0, 2, 0])
    // Another family's delivery is not dropped, and a number that doesn't exist is ignored.
    try store.transaction { try outbox.drop([2, 3, 9], of: one, at: Timestamp(milliseconds: 7), in: $0) }
    try check([1, 2])
    let dropped = try store.read { try $0.deliveryHistory().last?.settlement }
    #expect(dropped?.outcome == .dropped && dropped?.reason == .delivery(.dropped) && dropped?.at.milliseconds == 7)
    try store.transaction {
      try outbox.settle(
        outbox.owed[0], as: .init(.applied, reason: "reply.ok", at: Timestamp(milliseconds: 8)), in: $0)
    }
    try check([2])
    outbox.give(one, .visit)
    try store.read { try outbox.reload($0) }
    try check([2])
    #expect(outbox.turns.isEmpty)
  }

  @Test func `a family with more than 1,024 pending deliveries is named once, when it becomes so`() throws {
    let (store, outbox) = try outbox()
    try store.transaction { try outbox.owe((1...1_024).map { delivery($0, one) } + [delivery(1, other)], in: $0) }
    #expect(outbox.takeOverfull() == [])
    try store.transaction { try outbox.owe([delivery(1_025, one), delivery(2, other)], in: $0) }
    #expect(outbox.takeOverfull() == [one] && outbox.takeOverfull() == [])
    try store.transaction { try outbox.owe([delivery(1_026, one)], in: $0) }
    #expect(outbox.takeOverfull() == [])
    try store.transaction { try outbox.owe((3...1_100).map { delivery($0, other) }, in: $0) }
    try store.read { try outbox.reload($0) }
    #expect(outbox.takeOverfull() == [])
  }

  @Test(arguments: [TurnWidth.one, .perFamily])
  func `one family's turn is the only one, or its own (C6)`(_ width: TurnWidth) throws {
    let (_, outbox) = try outbox(width)
    #expect(outbox.isFree(for: one) && outbox.isFree(for: other) && !outbox.isOpen)
    outbox.open()
    #expect(outbox.isOpen)
    outbox.give(one, .call(CallID(1)))
    #expect(!outbox.isFree(for: one) && outbox.isFree(for: other) == (width == .perFamily))
    #expect(outbox.isInCallback(one) && !outbox.isInCallback(other))
    // Ending a visit ends no callback.
    outbox.endVisit(of: one)
    #expect(outbox.isInCallback(one))
    outbox.beginVisit(of: one)
    #expect(!outbox.isInCallback(one) && outbox.isFree(for: one) == (width == .perFamily))
    outbox.endVisit(of: one)
    #expect(outbox.isFree(for: one) && outbox.isFree(for: other))
    outbox.give(other, .call(CallID(2)))
    outbox.endTurn(of: other)
    #expect(outbox.turns.isEmpty)
  }

  @Test func `the next retry is the first block that ends, if anything is pending`() throws {
    let (store, outbox) = try outbox()
    func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }
    for (name, time) in [("a", at(10)), ("b", at(20)), ("c", .distantFuture)] {
      outbox.block(ProgramID("one.\(name)"), until: time)
    }
    #expect(outbox.nextUnblocking(after: at(9)) == at(10) && outbox.nextUnblocking(after: at(10)) == at(20))
    #expect(outbox.nextUnblocking(after: at(20)) == nil && outbox.nextRetry(after: at(9)) == nil)
    try store.transaction { try outbox.owe([delivery(1, one)], in: $0) }
    #expect(outbox.nextRetry(after: at(9)) == at(10))
    outbox.unblock(ProgramID("one.a"))
    #expect(outbox.nextRetry(after: at(9)) == at(20))
  }
}
