// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// When the device writes what it holds in memory, and when it has nothing to write.
@Suite struct UnsavedStateTests {
  private static let day: Int64 = 86_400_000

  @Test func `the daily job is done on a day on which nothing else happens`() throws {
    let bench = try NotificationBench()
    for _ in 0..<3 {
      try bench.pass(seconds: 86_400)
      let now = bench.device.now.milliseconds
      #expect(bench.driver.facts.owners.memory.maintainedDay == now - now % Self.day)
    }
  }

  @Test func `opening again writes nothing, whether or not a family is approved`() throws {
    let bench = try NotificationBench(requests: ["authorization"])
    for isApproved in [false, true] {
      if isApproved { try bench.approve() }
      try bench.take(.operator(.saves))
      let count = try bench.transactions { _ = try bench.take(.operator(.opens)) }
      #expect(count == 0, "approved: \(isApproved)")
    }
  }

  @Test func `what held an extension back is written by the next save, also if nothing else changed`() throws {
    let life = try PlayedLife(points: [])
    try life.settle()
    life.take(.operator(.saves))
    life.move("homework.monitor", .exiting(.strike), .backingOff(until: life.now + 250), "strike")
    life.take(.operator(.saves))
    let journal = try life.facts.store.read { try $0.journal(family: "homework") }
    #expect(journal.filter { $0.extension == "homework.monitor" }.map(\.detail) == ["it waits 250 ms"])
  }

  @Test func `use is written by itself once more than two thousand spans of it wait`() throws {
    let bench = try NotificationBench()
    func use(_ spans: Int) throws {
      for number in 0..<spans {
        let (now, app) = (bench.device.now, Item.application("app \(number % 2)"))
        try bench.take(.use(UseSpan(start: now, end: now.advanced(by: 1_000), app: app, isPresent: true)))
      }
    }
    // The first step of a day does the daily job.
    try use(1)
    #expect(try bench.transactions { try use(2_000) } == 0)
    #expect(try bench.transactions { try use(1) } == 1)
  }
}
