// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

/// Malformed usage files through the whole of `run`: each gives a named error or a documented reading.
@Suite struct BadUsageTests {
  private static let editor = Item.application("org.gnome.TextEditor")
  private static let game = Item.application("net.minetest.minetest")

  private func run(_ usage: String) throws -> (finished: HostProgram.Finished, facts: StateFacts?) {
    let families = try ScriptFamilies()
    try families.add("steady")
    let finished = try families.run(usage)
    return (finished, finished.status == 0 ? try StateFacts(families.state) : nil)
  }

  @Test(arguments: [
    ("", "import-not-json: "),
    ("{ \"buckets\": {} }", "usage.ndjson holds no use; there is nothing to run."),
    (
      "{ \"buckets\": { \"w\": { \"type\": \"currentwindow\", \"events\": [ { \"timestamp\": \"2020-",
      "import-truncated: "
    ),
    ("This is not JSON at all.", "import-not-json: "),
    ("{ \"colours\": [] }", "import-not-activitywatch: "),
    ("{\"v\":1,\"stream\":\"a\",\"kind\":\"app\"}\n", "import-not-usage: the file has no usable record; line 1: "),
    (
      "{\"buckets\":{\"w\":{\"type\":\"currentwindow\",\"events\":[{\"timestamp\":\"2020-06-28T21:14:25+00:00\","
        + "\"duration\":-4,\"data\":{\"app\":\"x\"}}]}}}", "import-negative-duration: "
    ),
    (
      "{\"buckets\":{\"w\":{\"type\":\"currentwindow\",\"events\":[{\"timestamp\":\"yesterday\",\"duration\":4,"
        + "\"data\":{\"app\":\"x\"}}]}}}", "import-bad-timestamp: "
    ),
  ])
  func `refuses a file without usable use, with a code and one sentence`(usage: String, complaint: String) throws {
    let (finished, _) = try run(usage)
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty)
    let lines = finished.complaints.split(separator: "\n")
    #expect(lines.count == 1, "\(finished.complaints)")
    #expect(lines.last?.hasPrefix("sallyport: ") == true && lines.last?.contains(complaint) == true, "\(lines)")
  }

  @Test func `names the file that does not exist`() throws {
    let families = try ScriptFamilies()
    try families.add("steady")
    let finished = try HostProgram.run(
      ["run", families.scratch.path + "/nowhere.json", "--manifests", families.manifests, "--state", families.state])
    #expect(finished.status == 2)
    #expect(
      finished.complaints
        == "sallyport: The usage file \(families.scratch.path)/nowhere.json can't be opened; "
        + "check the path and its permissions.\n"
    )
  }

  @Test func `leaves out a truncated record and counts the rest`() throws {
    let whole = UsageLines.file([UsageLines.app(from: 480, to: 495)])
    let (finished, facts) = try run(whole + UsageLines.app(from: 495, to: 500).dropLast(20))
    #expect(finished.complaints.contains("line 2: truncated: the file ends in the middle of a record, left out"))
    #expect(facts?.use == [Self.editor: 15 * 60_000])
  }

  @Test func `reports a record with negative length, leaves it out and counts the rest`() throws {
    let (finished, facts) = try run(
      UsageLines.file([UsageLines.app(from: 480, to: 495), UsageLines.app(from: 520, to: 510)]))
    #expect(finished.complaints.contains("line 2: ends-before-start: "))
    #expect(facts?.use == [Self.editor: 15 * 60_000])
  }

  @Test func `sorts records that are out of order`() throws {
    let lines = [
      UsageLines.app(from: 500, to: 515), UsageLines.app("net.minetest.minetest", from: 490, to: 500),
      UsageLines.app(from: 480, to: 490),
    ]
    let (_, facts) = try run(UsageLines.file(lines))
    let (_, sorted) = try run(UsageLines.file(lines.reversed()))
    #expect(facts?.use == [Self.editor: 25 * 60_000, Self.game: 10 * 60_000])
    #expect(facts?.use == sorted?.use)
    #expect(facts?.told == sorted?.told)
    #expect(
      facts?.endings(of: "steady") == [
        "intervalDidStart: applied reply.ok", "eventDidReachThreshold first: applied reply.ok",
      ])
  }

  @Test func `gives overlapping time to the later start and counts it once`() throws {
    let (_, facts) = try run(
      UsageLines.file([
        UsageLines.app(from: 480, to: 500), UsageLines.app("net.minetest.minetest", from: 490, to: 510),
      ]))
    #expect(facts?.use == [Self.editor: 10 * 60_000, Self.game: 20 * 60_000])
  }

  @Test func `counts no use for a record of zero length`() throws {
    let (finished, facts) = try run(
      UsageLines.file([UsageLines.app("net.minetest.minetest", from: 485, to: 485), UsageLines.app(from: 480, to: 495)])
    )
    #expect(finished.status == 0)
    #expect(facts?.use == [Self.editor: 15 * 60_000])
  }

  /// Live records carry the boot clock; the wall clock goes back an hour between them (LIVE-CLK3, LIVE-CLK4).
  @Test func `reports that the clock jumped and counts by the boot clock`() throws {
    func live(_ start: Double, _ end: Double, up: Int64) -> String {
      "{\"v\":1,\"source\":\"sway\",\"stream\":\"sway\",\"kind\":\"app\",\"id\":\"org.gnome.TextEditor\","
        + "\"start\":\(UsageLines.at(start)),\"end\":\(UsageLines.at(end)),\"resolution\":1,"
        + "\"boot\":\"0123abcd\",\"up\":\(up)}"
    }
    let (finished, facts) = try run(
      UsageLines.file([live(600, 620, up: 1_000_000), live(560, 580, up: 1_000_000 + 20 * 60_000)]))
    #expect(finished.status == 0, "\(finished.complaints)")
    #expect(finished.complaints.contains("the clock jumped by 1 h 00 min 00 s; durations follow the boot clock"))
    #expect(facts?.use == [Self.editor: 40 * 60_000])
    #expect(facts?.endings(of: "steady").contains("eventDidReachThreshold first: applied reply.ok") == true)
  }
}
