// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The exit status of a run, and what a strict one adds (`cli.md`).
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs /usr/bin/python3"))
struct StrictRunTests {
  private static let scripts = SallyportProgram.root + "/Tests/Fixtures/families/"

  /// Runs a day of one family whose name selects the behaviour of its monitor.
  ///
  /// - Parameter replacing: a part of the monitor, and what replaces it.
  private func run(
    _ family: String, _ arguments: [String] = [], hasApp: Bool = true, replacing: (String, String) = ("", ""),
    answers: String? = nil, approves: Bool = true,
    in root: String = SallyportProgram.scratch + "/strict-" + UUID().uuidString
  ) throws -> SallyportProgram.Finished {
    for directory in ["bundle", "manifests"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(directory)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }
    for script in ["setup.py", "monitor.py"] {
      let text = try String(contentsOfFile: Self.scripts + script, encoding: .utf8)
      try (replacing.0.isEmpty ? text : text.replacing(replacing.0, with: replacing.1))
        .write(toFile: "\(root)/bundle/\(script)", atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(root)/bundle/\(script)")
    }
    let python =
      #""interpreter": "/usr/bin/python3", "fitting": "files", "limits": { "startMs": 10000, "deadlineMs": 5000 }"#
    let app =
      #""app": { "executable": "setup.py", \#(python), "requests": ["authorization", "monitoring", "settings"] },"#
    try """
    { "manifest": 1, "family": "\(family)", "displayName": "\(family)", "version": "1.0",
      "developer": { "name": "Test" }, "groups": ["group.\(family)"], "bundle": "../bundle",
      \(hasApp ? app : "") "extensions": [
        { "name": "monitor", "point": "monitor", "executable": "monitor.py", \(python), "requests": ["settings"] } ] }
    """.write(toFile: "\(root)/manifests/\(family).json", atomically: true, encoding: .utf8)
    var arguments = arguments
    if let answers {
      try answers.write(toFile: root + "/answers.json", atomically: true, encoding: .utf8)
      arguments += ["--answers", root + "/answers.json"]
    } else if approves {
      arguments.append("--approve-all")
    }
    return try SallyportProgram.run(
      [
        "run", "--synthetic-week", "--days", "1", "--manifests", root + "/manifests", "--state", root + "/state",
        "--patience", "1000",
      ] + arguments)
  }

  @Test func `a strict run of a family that works exits with 0`() throws {
    let run = try run("steady", ["--strict"])
    #expect(run.status == 0 && run.complaints.contains("sallyport: ") == false, "\(run.complaints)")
  }

  @Test(arguments: [
    ("crasher", "crasher.monitor: a delivery ended failed "), ("breaker", "breaker.monitor: a delivery ended refused "),
  ])
  func `only a strict run fails on a delivery that was not applied`(_ family: String, _ complaint: String) throws {
    #expect(try run(family).status == 0)
    let strict = try run(family, ["--strict"])
    #expect(strict.status == 1 && strict.complaints.contains("sallyport: " + complaint), "\(strict.complaints)")
  }

  @Test func `a strict run fails on an effect that is not enforced here`() throws {
    let strict = try run(
      "steady", ["--strict"],
      replacing: (
        #"{"kind": "setDefault", "suite": "standard", "key": key, "value": {"string": value}}"#,
        #"{"kind": "setSetting", "store": "Default", "key": "siri.denySiri", "value": True}"#
      ))
    #expect(strict.status == 1, "\(strict.output)")
    #expect(strict.complaints.contains("is applied and not enforced here"), "\(strict.complaints)")
  }

  @Test func `what a monitor printed before it crashed is on the timeline, in explain and in state`() throws {
    let root = SallyportProgram.scratch + "/printed-" + UUID().uuidString
    let run = try run(
      "crasher", replacing: ("        os.abort()", #"        os.write(2, b"one\nlast words\n"); os.abort()"#), in: root)
    #expect(run.output.contains("crasher.monitor") && run.output.contains("printed  ·  last words"), "\(run.output)")
    let state = ["--state", root + "/state"]
    let explained = try SallyportProgram.run(["explain", "callback", "crasher", "day"] + state)
    #expect(explained.output.contains("| last words"), "\(explained.output)")
    #expect(explained.output.contains("failed") && !explained.output.contains(" fired "), "\(explained.output)")
    let shown = try SallyportProgram.run(["state"] + state)
    #expect(shown.output.contains("Printed before the last failure") && shown.output.contains("last words"))
  }

  @Test(arguments: [nil, "{}", #"{"steady": {"leavesOpen": true}}"#])
  func `a run without an answer approves nothing, and says how to answer (CON-23, H10)`(answers: String?) throws {
    let run = try run("steady", ["--format", "json"], answers: answers, approves: false)
    #expect(run.status == 1, "\(run.output)")
    #expect(!run.output.contains("✓ approved") && !run.output.contains("\"approved\""), "\(run.output)")
    let sentences = run.complaints.split(separator: "\n").filter { $0.contains("nobody answered its prompt") }
    #expect(
      sentences == [
        """
        sallyport: steady: nobody answered its prompt, once: may it manage this device (individual, the owner agrees)? \
        Answer in a file, as {"steady": {"authorize": "approved"}}: sallyport run --answers FILE; or approve everything, \
        for development: --approve-all
        """
      ], "\(run.complaints)")
  }

  @Test func `a run that approves everything says so`() throws {
    #expect(try run("steady").complaints.contains("--approve-all: every prompt is approved without a person"))
  }

  @Test func `an answer to an unknown family is refused before anything runs`() throws {
    let run = try run("steady", answers: #"{"steddy": {"authorize": "approved"}}"#)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.complaints.contains("/steddy: no valid manifest has the family “steddy”; use steady."), "\(run.complaints)")
  }

  @Test(arguments: [
    (#""picks": [{}, {"applications": ["org.gnome.TextEditor"]}]"#, ["/steady/picks/0", "/steady/picks/1"]),
    (#""taps": ["Games", "Social"]"#, ["/steady/taps/0", "/steady/taps/1"]),
  ])
  func `an answer that the run does not come to fails it, with its place (CON-22)`(answers: String, places: [String])
    throws
  {
    let file = #"{"steady": {"authorize": "approved", \#(answers)}}"#
    let run = try run("steady", answers: file)
    #expect(run.status == 1, "\(run.complaints)")
    let sentences = run.complaints.split(separator: "\n").filter { $0.contains("was not used") }
    #expect(sentences.count == places.count, "\(run.complaints)")
    for (sentence, place) in zip(sentences, places) {
      #expect(sentence.contains(".json: the answer at \(place) was not used: "), "\(sentence)")
    }
    let waived = try self.run("steady", ["--answers-allow-unused"], answers: file)
    #expect(waived.status == 0 && !waived.complaints.contains("was not used"), "\(waived.complaints)")
  }

  @Test func `a second run over a state does not miss the answers of the first`() throws {
    let root = SallyportProgram.scratch + "/twice-" + UUID().uuidString
    let answers = #"{"steady": {"authorize": "approved"}}"#
    for _ in 0..<2 { #expect(try run("steady", answers: answers, in: root).status == 0) }
  }

  @Test func `a prompt without an answer fails every run (CON-22)`() throws {
    let run = try run("steady", ["--format", "json"], answers: #"{"steady": {"authorize": "unanswered"}}"#)
    #expect(run.status == 1)
    #expect(
      run.complaints.contains("steady: nobody answered its prompt, once: may it manage this device"),
      "\(run.complaints)")
    let summary = try JSONSerialization.jsonObject(with: Data((run.output.split(separator: "\n").last ?? "").utf8))
    let silent = (summary as? [String: Any])?["silent"] as? [[String: Any]]
    #expect(silent?.compactMap { $0["cause"] as? String } == ["notAuthorized"])
  }

  @Test func `a run without a callback says why, and fails if it is strict`() throws {
    let denied = #"{"steady": {"authorize": "denied"}}"#
    let lenient = try run("steady", answers: denied)
    #expect(lenient.status == 0, "\(lenient.complaints)")
    #expect(lenient.complaints.contains("steady: no callback of its monitor. Its authorization was not granted."))
    #expect(try run("steady", ["--strict"], answers: denied).status == 1)
    let alone = try run("steady", hasApp: false)
    #expect(alone.status == 0, "\(alone.complaints)")
    #expect(alone.complaints.contains("steady: no callback of its monitor. It has no app"), "\(alone.complaints)")
  }
}
