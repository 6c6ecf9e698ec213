// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// The ledger's entries about the callbacks that a monitor is sent.
@Suite struct ReleasedCallbackTests {
  private static let homework = FamilyID("homework")

  private func delivery(
    _ callback: MonitorCallback, _ cause: DeliveryCause = .natural, activity: String = "day", event: String? = nil
  ) -> Delivery {
    let now = NotificationBench.start
    return Delivery(
      family: Self.homework, sequence: 900, callback: callback, activity: activity, event: event, cause: cause,
      dueAt: now, decidedAt: now, interval: DeliveryInterval(id: "day@0", start: now, end: now.advanced(by: 60_000)),
      registration: 1)
  }

  /// Makes a delivery pending.
  ///
  /// - Returns: the entries of the ledger that this adds.
  private func owe(_ delivery: Delivery, on bench: NotificationBench) throws -> [LedgerEntry] {
    let owners = bench.driver.facts.owners
    func entries() throws -> [LedgerEntry] {
      try bench.driver.facts.store.read { try PrivacyLedger.entries(in: $0, name: \.id) }
    }
    let before = try entries().count
    var numbered = delivery
    numbered.sequence += Int64(owners.outbox.owed.count)
    let released = numbered
    try owners.memory.transact { try Releases(owners).owe([released], Turn($0)) }
    return Array(try entries().dropFirst(before))
  }

  @Test(arguments: [false, true])
  func `a callback of the clock is entered only where it may have waited for use`(_ isFaithful: Bool) throws {
    let callbacks: [MonitorCallback] = [
      .intervalDidStart, .intervalDidEnd, .intervalWillStartWarning, .intervalWillEndWarning,
    ]
    let expected: [DeliveryCause] = isFaithful ? [.natural, .catchUp] : []
    let bench = try NotificationBench { $0.mode = isFaithful ? .faithful : .exact }
    for callback in callbacks {
      let entered = try DeliveryCause.allCases.filter { cause in
        let entries = try owe(delivery(callback, cause), on: bench)
        #expect(entries.allSatisfy { $0.kind == .intervalTold })
        return !entries.isEmpty
      }
      #expect(entered == expected, "\(callback)")
    }
  }

  @Test func `a threshold is entered with the use that it or its warning is reached at, and with what it tells`() throws
  {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: [PlayedLife.chess.id])
    let reached = MonitorCallback.eventDidReachThreshold
    let capacity = CallbackCapacity.ofThreshold(gridMinutes: PrivacyProfile.open.gridMinutes)
    for (one, level) in [
      (delivery(reached, event: "limit"), "20 minutes"),
      (delivery(.eventWillReachThresholdWarning, event: "limit"), "15 minutes"),
      (delivery(reached, event: "other"), "a threshold"),
      (delivery(reached, activity: "night", event: "limit"), "a threshold"),
    ] {
      let entries = try owe(one, on: life.bench)
      #expect(entries.map(\.kind) == [.thresholdReached] && entries.map { $0.values?["T"] } == [level])
      #expect(entries.map { $0.released?.millibits } == [Int64((capacity * 1_000).rounded())])
    }
  }
}
