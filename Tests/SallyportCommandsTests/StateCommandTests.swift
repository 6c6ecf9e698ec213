// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Commands on the state of an earlier run.
@Suite struct StateCommandTests {
  @Test(arguments: [
    ["ledger"], ["explain", "activity", "homework"], ["explain", "item", "Minetest", "2026-10-19"],
    ["explain", "callback", "homework", "homework"], ["explain", "shield", "Minetest"], ["explain", "use", "device"],
    ["explain", "report", "worklog", "pie"], ["state"], ["state", "homework"],
    ["report", "worklog", "pie"], ["shield", "show", "Minetest"],
  ])
  func `prints only JSON, with sorted names`(arguments: [String]) throws {
    let finished = try SallyportProgram.run(
      arguments + ["--state", SallyportProgram.ownDay(), "--format", "json"])
    #expect(finished.status == 0, "\(finished.complaints)")
    #expect(try (finished.json as? [Any])?.isEmpty == false || (finished.json as? [String: Any])?.isEmpty == false)
    #expect(JSONOrder.isSorted(finished.output))
  }

  @Test func `lists released data in sentences, by family`() throws {
    let state = try SallyportProgram.ownDay()
    let all =
      try SallyportProgram.run("ledger", "entries", "--state", state, "--format", "json").json as? [[String: Any]] ?? []
    let own =
      try SallyportProgram.run("ledger", "entries", "--family", "worklog", "--state", state, "--format", "json").json
      as? [[String: Any]] ?? []
    #expect(all.count > own.count && !own.isEmpty)
    #expect(own.allSatisfy { $0["family"] as? String == "worklog" })
    #expect(all.allSatisfy { ($0["says"] as? String)?.hasSuffix(".") == true })
    let numbers = try SallyportProgram.run("ledger", "entries", "--state", state, "--quiet").output.split(
      separator: "\n")
    #expect(numbers.compactMap { Int($0) } == Array(1...all.count))
  }

  @Test func `a page reports a ledger that is off or a suspended flow, and otherwise neither`() throws {
    let state = try SallyportProgram.ownDay()
    func terms(_ arguments: String...) throws -> [Substring] {
      let finished = try SallyportProgram.run(arguments + ["--state", state])
      #expect(finished.status == 0, "\(finished.complaints)")
      return finished.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    }
    let page = try terms("ledger", "--family", "homework")
    #expect(page.contains { $0.hasPrefix("tested for leaks ") } && !page.contains { $0.hasPrefix("ledger ") })
    let sheet = try terms("consent", "homework")
    #expect(sheet.contains { $0.hasPrefix("price ") } && !sheet.contains { $0.hasPrefix("suspended") })
    _ = try terms("ledger", "off")
    #expect(
      try terms("ledger", "--family", "homework").contains { $0.hasPrefix("ledger ") && $0.contains("off since") })
  }

  @Test func `verifies the ledger and detects a rewritten entry`() throws {
    let state = try SallyportProgram.ownDay()
    let whole = try SallyportProgram.run("ledger", "verify", "--state", state)
    #expect(whole.status == 0)
    #expect(whole.output.hasPrefix("All ") && whole.output.contains(" entries follow from each other"))
    let sqlite = Process()
    sqlite.executableURL = URL(filePath: "/usr/bin/env")
    sqlite.arguments = [
      "python3", "-c",
      "import sqlite3; d = sqlite3.connect('\(state)/state.sqlite'); "
        + "d.execute(\"UPDATE ledger SET entry = replace(entry, 'homework', 'nobody') "
        + "WHERE family = 'homework'\"); d.commit()",
    ]
    try sqlite.run()
    sqlite.waitUntilExit()
    try #require(sqlite.terminationStatus == 0)
    let sealed = try SallyportProgram.run("ledger", "verify", "--state", state)
    #expect(sealed.status == 1 && sealed.complaints.contains("was damaged or changed while no host ran"))
    // A user who can write the file can also delete its seal; the chain of hashes still detects the change.
    try FileManager.default.removeItem(atPath: state + "/state.sqlite.seal")
    let broken = try SallyportProgram.run("ledger", "verify", "--state", state)
    #expect(broken.status == 1)
    #expect(broken.output.split(separator: "\n").count == 1)
    #expect(!broken.output.hasPrefix("All "))
  }

  @Test func `explains why a threshold fired and what it counted`() throws {
    let lines = try #require(
      try SallyportProgram.run(
        "explain", "activity", "homework", "homework", "--state", SallyportProgram.ownDay(), "--format", "json"
      ).json as? [[String: Any]])
    let fired = try #require(lines.first { $0["what"] as? String == "eventDidReachThreshold encouraged homework" })
    #expect(fired["outcome"] as? String == "applied")
    #expect(fired["why"] as? String == "natural, due then; reply.ok")
    let counted = try #require(lines.first { $0["what"] as? String == "homework encouraged" })
    #expect(counted["outcome"] as? String == "reached")
    #expect((counted["why"] as? String)?.hasSuffix(" of 45 min 00 s counted") == true)
  }

  @Test func `the intervals of an item add up to the number in the report`() throws {
    let state = try SallyportProgram.ownDay()
    let explained = try #require(
      try SallyportProgram.run(
        "explain", "item", "Minetest", "2026-10-19", "--state", state, "--format", "json"
      ).json as? [String: Any])
    let pieces = explained["pieces"] as? [[String: Any]] ?? []
    let report = try #require(
      try SallyportProgram.run(
        "report", "worklog", "pie", "--from", "2026-10-19", "--to", "2026-10-19", "--state", state, "--format", "json"
      ).json as? [String: Any])
    let totals = report["totals"] as? [[String: Any]] ?? []
    let game = totals.first { $0["id"] as? String == "net.minetest.minetest" }
    let sum = pieces.compactMap { $0["ms"] as? Int }.reduce(0, +)
    #expect(sum > 0 && game?["ms"] as? Int == sum && explained["ms"] as? Int == sum)
    #expect(pieces.allSatisfy { ($0["end"] as? Int ?? 0) - ($0["start"] as? Int ?? 0) == $0["ms"] as? Int })
  }

  @Test func `draws a report in the terminal and as a page`() throws {
    let output = SallyportProgram.scratch + "/report-" + UUID().uuidString
    let finished = try SallyportProgram.run(
      "report", "worklog", "pie", "--state", SallyportProgram.ownDay(), "--output", output)
    #expect(finished.status == 0)
    #expect(finished.output.contains("drawn by a sealed process"))
    let page = try #require(try FileManager.default.contentsOfDirectory(atPath: output).first)
    let html = try String(contentsOfFile: output + "/" + page, encoding: .utf8)
    #expect(finished.complaints == "page: \(output)/\(page)\n")
    #expect(html.contains("<svg") && !html.contains("http-equiv=\"refresh\"") && !html.contains("<script"))
  }

  @Test func `shows the placeholder and fails when a report does not answer`() throws {
    let finished = try SallyportProgram.run("report", "worklog", "nothing", "--state", SallyportProgram.ownDay())
    #expect(finished.status == 1)
    #expect(finished.output.contains("placeholder"))
    #expect(finished.complaints == "sallyport: The report “nothing” gave no answer, so the placeholder is shown.\n")
  }

  @Test func `draws the shield of an item and presses its button`() throws {
    let state = try SallyportProgram.ownDay()
    let shown = try SallyportProgram.run("shield", "show", "SuperTux", "--state", state)
    #expect(shown.status == 0 && shown.output.contains("Minetest") == false && shown.output.contains("SuperTux"))
    let described = try #require(
      try SallyportProgram.run("shield", "show", "SuperTux", "--state", state, "--format", "json").json
        as? [String: Any])
    #expect(described["drawnBy"] as? String == "sealed")
    #expect(described["item"] as? String == "org.supertuxproject.SuperTux")
    let pressed = try SallyportProgram.run("shield", "press", "SuperTux", "--button", "primary", "--state", state)
    #expect(pressed.status == 0, "\(pressed.complaints)")
    #expect(pressed.output.contains("primaryButtonPressed on SuperTux"))
    #expect(pressed.output.contains("close for SuperTux"))
  }

  @Test func `prints one JSON object for each event of a run, then the summary`() throws {
    let state = SallyportProgram.scratch + "/events-" + UUID().uuidString
    _ = try SallyportProgram.day.get()
    let finished = try SallyportProgram.run(
      "run", "--synthetic-week", "--days", "1", "--family", "worklog", "--manifests",
      SallyportProgram.root + "/manifests",
      "--state", state, "--programs", SallyportProgram.scratch + "/programs", "--approve-all", "--format", "json")
    #expect(finished.status == 0, "\(finished.complaints)")
    let lines = finished.output.split(separator: "\n").map(String.init)
    #expect(lines.count > 3)
    for line in lines {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
      #expect(JSONOrder.isSorted(line))
    }
    #expect(lines.last?.contains("\"deliveries\"") == true)
  }

  @Test func `imports an ActivityWatch export and runs from the samples`() throws {
    let export = SallyportProgram.scratch + "/export.json"
    let samples = SallyportProgram.scratch + "/samples.ndjson"
    try Data(
      """
      {"buckets":{"aw-watcher-window_pc":{"type":"currentwindow","events":[
        {"timestamp":"2026-10-19T10:10:00Z","duration":300,"data":{"app":"gedit","title":"secret.txt"}},
        {"timestamp":"2026-10-19T10:00:00.500000+00:00","duration":599.5,
          "data":{"app":"code","title":"secret.swift"}}]}}}
      """.utf8
    ).write(to: URL(filePath: export))
    let finished = try SallyportProgram.run("import", "activitywatch", export, "--samples", samples)
    #expect(finished.status == 0, "\(finished.complaints)")
    #expect(finished.complaints.hasPrefix("2 events, "))
    let written = try String(contentsOfFile: samples, encoding: .utf8)
    #expect(written.split(separator: "\n").count == 2 && !written.contains("secret"))
    let json = try SallyportProgram.run("import", "activitywatch", export, "--format", "json")
    #expect(JSONOrder.isSorted(json.output))
    #expect(try (json.json as? [String: Any])?["events"] as? Int == 2)
    let run = try SallyportProgram.run(
      "run", samples, "--manifests", SallyportProgram.root + "/manifests", "--family", "scribe", "--state",
      SallyportProgram.scratch + "/imported", "--approve-all", "--quiet")
    #expect(run.status == 0, "\(run.complaints)")
  }

  @Test func `grades the isolation of this machine`() throws {
    let finished = try SallyportProgram.run("doctor", "--format", "json")
    let json = try #require(try finished.json as? [String: Any])
    let profiles = try #require(json["profiles"] as? [[String: Any]])
    #expect(profiles.compactMap { $0["profile"] as? String } == ["sealed compute", "sealed files", "confined"])
    let isComplete = profiles.allSatisfy { ($0["missing"] as? [String])?.isEmpty == true }
    #expect(finished.status == (isComplete ? 0 : 1))
    #expect(JSONOrder.isSorted(finished.output))
  }
}
