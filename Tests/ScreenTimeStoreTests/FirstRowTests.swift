// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Rows as they are before anything has happened to them.
@Suite struct FirstRowTests {
  private let directory = StateDirectory()

  @Test func `a delivery has no place in the outbox and no attempt before it is added`() throws {
    let delivery = PendingDelivery.sample(7)
    #expect(delivery.id == 0 && delivery.attempts == 0 && delivery.settlement == nil)
    let owed = try directory.open().transaction { try $0.owe([delivery, delivery]) }
    #expect(owed.map(\.id) == [1, 2] && owed.map(\.attempts) == [0, 0])
  }

  @Test func `an audience starts in the first epoch and without a rotation`() throws {
    let audience = AudienceRow(family: "homework", person: [1], fingerprint: [2], grantSalt: [3])
    #expect(audience.epoch == 1 && audience.rotatedOn == nil)
    let store = try directory.open()
    try store.transaction { try $0.setAudience(audience) }
    #expect(try store.read { try $0.audiences() } == [audience])
  }

  @Test func `a widget without a timeline is stored as a whole, unless the timeline of a newer host is kept`() throws {
    let store = try directory.open()
    let placed = WidgetInstance(
      id: "one", family: FamilyID("homework"), kind: "Countdown", size: "systemSmall",
      parameters: [StoredParameter(name: "subject", json: #"{"string":"maths"}"#)], place: 3,
      at: Timestamp(milliseconds: 1_800_000_000_000))
    try store.transaction { try $0.save(["one": placed], replacing: [:], keeping: ["two"]) }
    #expect(try store.read { try $0.widgets() }.all == [placed])
    var failed = placed
    failed.failure = "deadline"
    let new = failed
    // The timeline that is kept doesn't change, so neither does the reason.
    try store.transaction { try $0.save(["one": new], replacing: ["one": placed], keeping: ["one"]) }
    #expect(try store.read { try $0.widgets() }.all == [placed])
    try store.transaction { try $0.save(["one": new], replacing: ["one": placed]) }
    #expect(try store.read { try $0.widgets() }.all == [new])
  }
}
