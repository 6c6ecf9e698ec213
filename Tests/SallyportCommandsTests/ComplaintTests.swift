// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Errors: one sentence on standard error, nothing on standard output, status 2 for bad input and 1 for a failure.
@Suite struct ComplaintTests {
  private func expectComplaint(_ finished: SallyportProgram.Finished, _ status: Int32, _ sentence: String) {
    #expect(finished.status == status)
    #expect(finished.output.isEmpty, "\(finished.output)")
    let lines = finished.complaints.split(separator: "\n")
    #expect(lines.count == 1, "\(finished.complaints)")
    #expect(lines.first?.hasPrefix("sallyport: ") == true)
    #expect(lines.first?.contains(sentence) == true, "\(finished.complaints)")
  }

  @Test(arguments: [
    (["walk"], "“walk” is not a command of sallyport. See: sallyport --help"),
    (["rnu"], "“rnu” is not a command of sallyport. Did you mean “run”?"),
    (["famil", "manifests"], "“famil” is not a command of sallyport. Did you mean “families”?"),
    (["explain", "sheild", "Minetest"], "“sheild” is not a command of sallyport explain. Did you mean “shield”?"),
    (["ledger", "entires", "--verbose"], "“entires” is not a command of sallyport ledger. Did you mean “entries”?"),
    (["notification", "lsit"], "“lsit” is not a command of sallyport notification. Did you mean “list”?"),
    (["families", "--formt", "json"], "Unknown option '--formt'. Did you mean '--format'?"),
    (["run"], "Name a usage file, or use --synthetic-week."),
    (["run", "--synthetic-week", "usage.json"], "Name a usage file, or use --synthetic-week."),
    (["run", "--synthetic-week", "--days", "0"], "--days must be a number from 1 to 400."),
    (["run", "--synthetic-week", "--days", "401"], "--days must be a number from 1 to 400."),
    (["run", "--synthetic-week", "--seed", "one"], "The value 'one' is invalid for '--seed <seed>'"),
    (["run", "--synthetic-week", "--mode", "cuckoo"], "The value 'cuckoo' is invalid for '--mode <mode>'"),
    (
      ["run", "--live", "usage.json"], "--live reads use from --source; leave out the usage file and --synthetic-week."
    ),
    (["run", "--live", "--source", "mail:x"], "The value 'mail:x' is invalid for '--source <source>'"),
    (["run", "--synthetic-week", "--source", "-"], "--source needs --live."),
    (["run", "--live", "--approve-all"], "--approve-all is for a virtual clock; with --live a person answers"),
    (["run", "--synthetic-week", "--approve-all", "--answers", "a"], "Choose --answers or --approve-all, not both."),
    (
      ["run", "--synthetic-week", "--press", "twice"],
      "“twice” is not a button; use primary, secondary, a list of these, or none."
    ),
    (
      ["run", "--synthetic-week", "--time-zone", "Mars/Base"],
      "“Mars/Base” is not a time zone; use a name such as Europe/Berlin."
    ),
    (
      ["run", "--live", "--zone-change", "2026-10-21T18:00=UTC"],
      "--zone-change is for a virtual clock; with --live the computer's time zone counts."
    ),
    (
      ["run", "--synthetic-week", "--zone-change", "noon=UTC"],
      "--zone-change “noon=UTC” is not of the form 2026-10-21T18:00=America/New_York."
    ),
    (
      ["run", "--synthetic-week", "--zone-change", "2026-10-21T18:00=Mars/Base"],
      "“Mars/Base” is not a time zone; use a name such as Europe/Berlin."
    ),
    (
      ["run", "--synthetic-week", "--zone-change", "2026-03-29T02:30=UTC"],
      "--zone-change “2026-03-29T02:30=UTC”: Europe/Berlin has no such minute."
    ),
    (["run", "nowhere.json"], "The usage file nowhere.json can't be opened; check the path and its permissions."),
    (["import", "activitywatch", "nowhere.json"], "“nowhere.json” can't be read; check that the file exists"),
    (["ledger", "--state", "/nonexistent"], "There is no state in /nonexistent; `sallyport run` makes one"),
    (["explain", "item", "x", "2026-10-19", "--state", "/nonexistent"], "There is no state in /nonexistent"),
    (["report", "homework"], "Missing expected argument '<context>'"),
  ])
  func `explains what is wrong with a command line or a file`(arguments: [String], sentence: String) throws {
    let day = try SallyportProgram.run(
      arguments.contains("run") ? arguments + ["--state", SallyportProgram.scratch + "/none"] : arguments)
    expectComplaint(day, 2, sentence)
  }

  @Test(arguments: [
    (["shield", "show", "Nothing"], 2, "“Nothing” is not an application or web domain in this state; there are "),
    (["shield", "show", "Text Editor"], 1, "Nothing shields Text Editor now; `sallyport explain shield` tells why."),
    (["shield", "press", "Text Editor"], 1, "Nothing shields Text Editor now"),
    (["explain", "item", "Minetest", "2026-13-01"], 2, "“2026-13-01” is not a date; use YYYY-MM-DD."),
    (
      ["explain", "item", "Nothing", "2026-10-19"], 2,
      "“Nothing” is not an application, web domain or category in this state; there are "
    ),
    (["explain", "use", "Nothing"], 2, "and "),
    (["explain", "shield", "Nothing"], 2, "“Nothing” is not an application or web domain in this state; there are "),
    (
      ["explain", "use", "Minetest", "2026-10-19", "--from", "2026-10-19"], 2,
      "Name one day, or --from and --to, not both."
    ),
    (["explain", "callback", "nobody", "homework"], 2, "there are homework, scribe, worklog."),
    (["explain", "callback", "homework", "naps"], 2, "homework never had an activity “naps”; there "),
    (
      ["explain", "callback", "homework", "homework", "nap"], 2,
      "homework of homework has no event “nap”; there are encouraged, interval."
    ),
    (["explain", "report", "homework", "pie"], 2, "The family “homework” has no report"),
    (["explain", "report", "nobody", "pie"], 2, "The family “nobody” is not in this state; there are"),
    (["state", "nobody"], 2, "The family “nobody” is not in this state; there are homework, scribe, worklog."),
    (
      ["explain", "activity", "nobody"], 2,
      "The family “nobody” is not in this state; there are homework, scribe, worklog."
    ),
    (["explain", "activity", "homework", "naps"], 2, "homework never had an activity “naps”; there "),
    (["ledger", "--family", "nobody"], 2, "The family “nobody” is not in this state"),
    (["report", "homework", "pie"], 2, "The family “homework” has no report"),
    (
      ["report", "worklog", "pie", "--from", "2026-10-20", "--to", "2026-10-19"], 2,
      "The first day is after the last."
    ),
  ])
  func `names what a state does not contain`(arguments: [String], status: Int32, sentence: String) throws {
    let finished = try SallyportProgram.run(arguments + ["--state", SallyportProgram.ownDay()])
    expectComplaint(finished, status, sentence)
  }

  /// Errors in a manifest are reported first, and once.
  @Test(arguments: [nil, "{"]) func `reports that there is no family to run`(manifest: String?) throws {
    let directory = SallyportProgram.scratch + "/manifests-\(manifest == nil ? "none" : "bad")"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    if let manifest { try Data(manifest.utf8).write(to: URL(filePath: directory + "/bad.json")) }
    let finished = try SallyportProgram.run(
      "run", "--synthetic-week", "--manifests", directory, "--state", SallyportProgram.scratch + "/none")
    #expect(finished.status == 2 && finished.output.isEmpty)
    let lines = finished.complaints.split(separator: "\n").filter { $0.hasPrefix("sallyport: ") }
    #expect(lines.count == (manifest == nil ? 1 : 2), "\(finished.complaints)")
    #expect(lines.filter { $0.contains("bad.json: ") }.count == (manifest == nil ? 0 : 1))
    #expect(
      lines.last
        == "sallyport: There is no valid family manifest in \(directory); use --manifests to name another directory.")
  }

  @Test func `names the place of an error in an answers file`() throws {
    let file = SallyportProgram.scratch + "/wrong-answers.json"
    try Data("{ \"homework\": { \"authorize\": \"perhaps\" } }".utf8).write(to: URL(filePath: file))
    let finished = try SallyportProgram.run(
      "run", "--synthetic-week", "--manifests", SallyportProgram.root + "/manifests", "--answers", file, "--state",
      SallyportProgram.scratch + "/none")
    #expect(finished.status == 2 && finished.output.isEmpty)
    #expect(finished.complaints.contains("sallyport: \(file) is not a file of answers: /homework/authorize: "))
  }

  @Test func `does not change a state in use by another host`() throws {
    let state = try SallyportProgram.ownDay()
    let lock = open(state + "/host.lock", O_RDWR | O_CREAT, 0o600)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let finished = try SallyportProgram.run("tokens", "reset", "homework", "--state", state)
    expectComplaint(
      finished, 1, "Another host is running on \(state); stop it first, or choose another state directory.")
  }

  @Test func `refuses a damaged state file`() throws {
    let state = try SallyportProgram.ownDay()
    for name in ["state.sqlite-wal", "state.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: state + "/" + name)
    }
    try Data(repeating: 0x55, count: 8_192).write(to: URL(filePath: state + "/state.sqlite"))
    let finished = try SallyportProgram.run("ledger", "--state", state)
    expectComplaint(finished, 1, "\(state)/state.sqlite is not a database; move it away or choose another directory.")
  }
}
