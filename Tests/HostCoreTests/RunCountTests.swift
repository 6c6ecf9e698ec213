// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The counts at the end of a run.
@Suite struct RunCountTests {
  private struct Summary: Decodable {
    var deliveries: [String: Int]
    var owed: Int
  }

  @Test func `counts the callbacks of this run, not those of earlier runs over the same state`() throws {
    let families = try ScriptFamilies()
    try families.add("steady")
    let day = 1440.0
    let first = try summary(of: families.run(extra: ["--format", "json"]))
    let next = UsageLines.file([
      UsageLines.active(from: 480 + day, to: 660 + day), UsageLines.app(from: 480 + day, to: 660 + day),
    ])
    let second = try summary(of: families.run(next, extra: ["--format", "json"]))
    let settled = try StateFacts(families.state).endings(of: "steady").count
    print("first run \(first.deliveries), second \(second.deliveries), \(settled) of the monitor in all")
    #expect(first.deliveries["applied"] ?? 0 > 0 && second.deliveries["applied"] ?? 0 > 0)
    // The one opening of the app is a delivery too.
    #expect((first.deliveries["applied"] ?? 0) + (second.deliveries["applied"] ?? 0) == settled + 1)
    #expect(first.owed == 0 && second.owed == 0)
  }

  private func summary(of finished: HostProgram.Finished) throws -> Summary {
    #expect(finished.status == 0, "\(finished.complaints)")
    let last = try #require(finished.output.split(separator: "\n").last)
    return try JSONDecoder().decode(Summary.self, from: Data(last.utf8))
  }
}
