// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs of a family with a monitor and no app, for which the host stands in (DEV-3 to DEV-6).
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs /usr/bin/python3"))
struct StandInTests {
  private static let scripts = SallyportProgram.root + "/Tests/Fixtures/families/"

  /// A directory with a family of one monitor, or of a monitor and an app.
  private func place(_ family: String, hasApp: Bool = false) throws -> String {
    let root = SallyportProgram.scratch + "/stand-in-" + UUID().uuidString
    for directory in ["bundle", "manifests"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(directory)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }
    for script in ["setup.py", "monitor.py"] {
      try FileManager.default.copyItem(atPath: Self.scripts + script, toPath: "\(root)/bundle/\(script)")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(root)/bundle/\(script)")
    }
    let python =
      #""interpreter": "/usr/bin/python3", "fitting": "files", "limits": { "startMs": 10000, "deadlineMs": 5000 }"#
    let app = hasApp ? #""app": { "executable": "setup.py", \#(python) },"# : ""
    try """
    { "manifest": 1, "family": "\(family)", "displayName": "\(family)", "version": "1.0",
      "developer": { "name": "Test" }, "groups": ["group.\(family)"], "bundle": "../bundle", \(app)
      "extensions": [
        { "name": "watch", "point": "monitor", "executable": "monitor.py", \(python), "requests": ["settings"] } ] }
    """.write(toFile: "\(root)/manifests/\(family).json", atomically: true, encoding: .utf8)
    return root
  }

  private func run(in root: String, _ arguments: String...) throws -> SallyportProgram.Finished {
    try SallyportProgram.run(
      [
        "run", "--synthetic-week", "--days", "2", "--manifests", root + "/manifests", "--state", root + "/state",
        "--patience", "1000",
      ] + arguments)
  }

  @Test func `a monitor gets its start, threshold and end from one specification (DEV-3)`() throws {
    let root = try place("steady")
    let run = try run(in: root, "--monitor", "daily 06:00-23:00 limit=30m", "--approve-all")
    #expect(run.status == 0, "\(run.complaints)")
    for callback in ["intervalDidStart activity", "eventDidReachThreshold limit activity", "intervalDidEnd activity"] {
      #expect(run.output.contains(callback), "\(callback): \(run.output)")
    }
    // The timeline and later commands know the app by its name, and no monitor is called silent.
    #expect(run.output.contains("steady.stand-in") && run.output.contains("steady.watch"), "\(run.output)")
    #expect(!run.complaints.contains("no callback of its monitor"), "\(run.complaints)")
    let explained = try SallyportProgram.run("explain", "activity", "steady", "activity", "--state", root + "/state")
    #expect(explained.status == 0 && explained.output.contains("limit"), "\(explained.output) \(explained.complaints)")
  }

  @Test func `the person picks the items of an event, and only their use counts`() throws {
    let root = try place("steady")
    let run = try run(
      in: root, "--monitor", "play: daily 00:00-24:00 limit=1m categories=games event=games limit=1m apps=no.such.app",
      "--approve-all")
    #expect(run.output.contains("eventDidReachThreshold games play"), "\(run.output) \(run.complaints)")
    #expect(!run.output.contains("eventDidReachThreshold limit-2"), "\(run.output)")
  }

  @Test func `an answers file says what is monitored, and the same run is recorded the same (DEV-5)`() throws {
    var recordings: [Data] = []
    for _ in 0..<2 {
      let root = try place("steady")
      try #"{"steady": {"authorize": "approved", "monitors": ["play: mon-sun 14:00-21:00"]}}"#
        .write(toFile: root + "/answers.json", atomically: true, encoding: .utf8)
      let run = try run(in: root, "--record", root + "/run.jsonl")
      #expect(run.status == 0 && run.output.contains("intervalDidStart play-"), "\(run.output) \(run.complaints)")
      recordings.append(try Data(contentsOf: URL(filePath: root + "/run.jsonl")))
    }
    #expect(String(decoding: recordings[0], as: UTF8.self).contains(#""id":"steady.stand-in""#))
    #expect(recordings[0] == recordings[1])
  }

  @Test func `nothing is approved for a stand-in without an answer (DEV-6)`() throws {
    let run = try run(in: place("steady"), "--monitor", "daily 00:00-24:00 limit=1h categories=games")
    #expect(run.status == 1 && !run.output.contains("intervalDidStart"), "\(run.output)")
    #expect(run.complaints.contains("steady"), "\(run.complaints)")
    // The picks of its specification are no answers that somebody wrote.
    #expect(!run.complaints.contains("was not used"), "\(run.complaints)")
  }

  @Test func `a family with an app, a live run and a mistyped specification are refused`() throws {
    let specification = ["--monitor", "daily 00:00-24:00 limit=1h"]
    let withApp = try run(in: place("steady", hasApp: true), "--monitor", specification[1], "--approve-all")
    #expect(
      withApp.status == 2 && withApp.complaints.contains("no family with a monitor lacks one"), "\(withApp.complaints)")
    let mistyped = try run(in: place("steady"), "--monitor", "daily 00:00-24:00 limt=1h", "--approve-all")
    #expect(
      mistyped.status == 2 && mistyped.complaints.contains("“limt=1h” is not known here"), "\(mistyped.complaints)")
    let live = try SallyportProgram.run(["run", "--live", "--source", "-"] + specification)
    #expect(live.status != 0 && live.complaints.contains("a family needs an app of its own"), "\(live.complaints)")
  }
}
