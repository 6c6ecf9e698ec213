// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore

/// How often a callback that gets no reply is sent before it counts as failed.
@Suite struct AttemptCountTests {
  @Test(arguments: [
    (InFlightTests.Flight.threshold, 3), (.visit, 3), (.intent, 2), (.press, 1),
  ])
  func `a callback without a reply is sent as often as its kind allows, and then fails`(
    _ flight: InFlightTests.Flight, _ most: Int
  ) throws {
    let flights = InFlightTests()
    let life = try flights.life()
    let first = try flights.send(flight, on: life)
    var next: NotificationBench.Sent? = first
    var count = 0
    while let one = next, count < 9 {
      count += 1
      life.bench.forget(one.call)
      life.take(.ended(one.call, .fallback(reason: .process(.deadline))))
      next = life.bench.sent.first { $0.callback == flight.rawValue }
    }
    #expect(count == most)
    let failed = try life.facts.undelivered(of: FamilyID("homework")).filter { $0.callback == flight.rawValue }
    #expect(failed.map(\.attempts) == [most])
    #expect(failed.map(\.settlement?.reason) == [.process(.deadline)])
    let noted = try life.facts.store.read { try $0.attempts(family: "homework") }
    #expect(noted[failed.first?.id ?? 0]?.map(\.number) == Array(1...most))
  }
}
