// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

private let realExport = HostProgram.root + "/../shared/data/activitywatch/mauro-pc_reduced.json"

/// Runs `run` and then `report` on a real export, and compares the result with a sum of the raw file that shares no
/// code with Sallyport.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: realExport),
    "needs ../shared/data/activitywatch beside the repository"))
struct ActivityWatchRunTests {
  @Test func `reports for each app the same use as an independent sum of the file, to the second`() throws {
    let scratch = Scratch()
    let state = scratch.path + "/state"
    // The person picks nothing, so nothing is shielded: shielded time would not count (LIVE-USE6).
    let answers = try scratch.write("{ \"worklog\": { \"authorize\": \"approved\" } }", to: "answers.json")
    let run = try HostProgram.run(
      HostProgram.examples(state: state, families: ["worklog"], answers: answers) + [realExport])
    #expect(run.status == 0, "\(run.complaints)")
    #expect(run.complaints.contains("3512 events read from"))
    #expect(run.output.contains("intervalDidStart evening"))

    let report = try HostProgram.run(
      ["report", "worklog", "pie", "--state", state, "--programs", HostProgram.programs, "--format", "json"])
    #expect(report.status == 0, "\(report.complaints)")
    let result = try #require(try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
    #expect(result["outcome"] as? String == "answered")
    let totals = try #require(result["totals"] as? [[String: Any]])
    var reported: [String: Int] = [:]
    for total in totals { reported[total["id"] as? String ?? ""] = total["ms"] as? Int }
    let sums = try Self.sums()
    #expect(sums.count == 15)
    #expect(reported.keys.sorted() == sums.keys.map { "wm:" + $0.lowercased() }.sorted())
    for (app, seconds) in sums {
      let milliseconds = try #require(reported["wm:" + app.lowercased()])
      #expect(abs(Double(milliseconds) / 1_000 - seconds) < 1, "\(app): \(milliseconds) ms, the file says \(seconds) s")
    }
  }

  /// Seconds per app: an event's own duration, and half of each gap of at most five seconds to either side (LIVE-AW5).
  private static func sums() throws -> [String: Double] {
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: realExport))) as? [String: Any]
    let buckets = try #require(root?["buckets"] as? [String: [String: Any]])
    let events = try buckets.values.flatMap { try #require($0["events"] as? [[String: Any]]) }
    let pieces = try events.map { event -> (start: Double, duration: Double, app: String) in
      let app = try #require((event["data"] as? [String: Any])?["app"] as? String)
      return (
        try seconds(try #require(event["timestamp"] as? String)), try #require(event["duration"] as? Double), app
      )
    }.sorted { ($0.start, $0.duration) < ($1.start, $1.duration) }
    var sums: [String: Double] = [:]
    for piece in pieces { sums[piece.app, default: 0] += piece.duration }
    for (earlier, later) in zip(pieces, pieces.dropFirst()) {
      let gap = later.start - (earlier.start + earlier.duration)
      guard gap > 0, gap <= 5.000_01 else { continue }
      sums[earlier.app, default: 0] += gap / 2
      sums[later.app, default: 0] += gap / 2
    }
    sums["unknown"] = nil
    return sums
  }

  /// Parses `2020-06-28T21:14:25.734000+00:00` without a date formatter.
  private static func seconds(_ text: String) throws -> Double {
    let numbers = text.dropLast(6).split(whereSeparator: { "-T:".contains($0) }).compactMap { Double($0) }
    try #require(numbers.count == 6 && text.hasSuffix("+00:00"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let day = DateComponents(
      year: Int(numbers[0]), month: Int(numbers[1]), day: Int(numbers[2]), hour: Int(numbers[3]),
      minute: Int(numbers[4]))
    return try #require(calendar.date(from: day)).timeIntervalSince1970 + numbers[5]
  }
}
