// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// How much use a report may hold.
@Suite struct ReportLimitTests {
  private static let hour: Int64 = 3_600_000

  @Test func `a report of 100,000 elements is drawn, and one of more has its placeholder at once`() throws {
    let bench = try NotificationBench(requests: ["authorization", "reports"], points: ["report"]) {
      $0.retention = Retention(useDays: 400) ?? .standard
    }
    try bench.approve()
    let end = bench.device.now
    let start = end.advanced(by: -400 * 24 * Self.hour)
    // One element for the device and one for each of 9,600 hours. The first hour has no use. In 7,533 others three
    // browsers showed a page each, and in one more only one did: four elements each, with the two categories.
    try bench.driver.facts.store.transaction { transaction in
      for front in 1...3 {
        try transaction.execute(
          """
          INSERT INTO front (id, app, appCategory, web, webCategory, isPresent, presenceKnown)
          VALUES (\(front), 'browser\(front)', '\(front)', 'page\(front).example', '\(front + 3)', 1, 1)
          """)
      }
      try transaction.execute(
        """
        WITH RECURSIVE number(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i < 22599)
        INSERT INTO useByQuarter (quarter, front, milliseconds)
        SELECT \(start.milliseconds + Self.hour) + i / 3 * \(Self.hour), i % 3 + 1, 60000 FROM number
        """)
    }
    func isDrawn(from first: Timestamp) throws -> Bool {
      let request = ReportRequest(
        family: FamilyID("homework"), context: "pie", segment: .hourly, start: first, end: end)
      // Not through the bench, which would decode the request.
      let commands = try bench.device.take(.person(PersonAct(.opensReport(request))))
      return commands.contains { if case .perform = $0 { true } else { false } }
    }
    #expect(try !isDrawn(from: start))
    #expect(try isDrawn(from: start.advanced(by: Self.hour)))
  }
}
