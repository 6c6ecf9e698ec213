// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Two runs of the same input are byte-identical (`../ARCHITECTURE.md`).
@Suite struct RepeatedRunTests {
  private func week(_ state: String, record: String, extra: [String]) throws -> HostProgram.Finished {
    try HostProgram.run(HostProgram.examples(state: state) + ["--synthetic-week", "--record", record] + extra)
  }

  @Test(arguments: [
    ["--days", "3", "--seed", "5"], ["--days", "1", "--press", "secondary,primary", "--mode", "exact"],
  ])
  func `writes the same recording and the same state when it is run again`(extra: [String]) throws {
    let scratch = Scratch()
    var facts: [StateFacts] = []
    var recordings: [Data] = []
    for name in ["first", "second"] {
      let state = scratch.path + "/" + name
      let finished = try week(state, record: state + ".ndjson", extra: extra)
      #expect(finished.status == 0, "\(finished.complaints)")
      facts.append(try StateFacts(state))
      recordings.append(try #require(FileManager.default.contents(atPath: state + ".ndjson")))
    }
    #expect(recordings[0].count > 100_000)
    #expect(recordings[0] == recordings[1])
    #expect(facts[0].state == facts[1].state)
    #expect(facts[0].deliveries == facts[1].deliveries)
    #expect(facts[0].use == facts[1].use)
  }

  @Test func `ends each recording with the number of its lines and their digest`() throws {
    let scratch = Scratch()
    let record = scratch.path + "/week.ndjson"
    _ = try week(scratch.path + "/state", record: record, extra: ["--days", "1", "--family", "homework"])
    let lines = try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n")
    let end = try #require(lines.last)
    #expect(end.contains("\"event\":\"end\""))
    #expect(end.contains("\"lines\":\(lines.count - 1)"))
  }

  @Test func `a second run over the same week changes nothing and says so`() throws {
    let scratch = Scratch()
    let state = scratch.path + "/state"
    let arguments =
      try HostProgram.examples(state: state, families: ["homework"]) + ["--synthetic-week", "--days", "1"]
    _ = try HostProgram.run(arguments)
    let first = try StateFacts(state)
    let again = try HostProgram.run(arguments)
    let second = try StateFacts(state)
    #expect(again.status == 0)
    #expect(!again.complaints.contains("left out"))
    #expect(again.complaints.contains("the synthetic week: nothing was taken"))
    #expect(first.deliveries == second.deliveries)
    #expect(first.use == second.use)
  }

  @Test func `a run that an earlier run has covered in part says what it leaves out`() throws {
    let scratch = Scratch()
    let arguments = try HostProgram.examples(state: scratch.path + "/state", families: ["homework"])
    let first = try HostProgram.run(arguments + ["--synthetic-week", "--days", "1"])
    #expect(!first.complaints.contains("left out") && !first.complaints.contains("nothing was taken"))
    let longer = try HostProgram.run(arguments + ["--synthetic-week", "--days", "2"])
    #expect(
      longer.complaints.contains(
        "the synthetic week: earlier use was left out, because an earlier run over this state has covered the time until "
      ))
  }
}
