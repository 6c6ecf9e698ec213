// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Refused launches: reported once with stage and reason, counted, explained, and reflected in the exit status.
@Suite struct RefusedLaunchTests {
  private struct Families {
    let root: String
    var state: String { root + "/state" }

    init() throws {
      root = SallyportProgram.scratch + "/refused-" + UUID().uuidString
      for directory in ["bundle", "manifests"] {
        try FileManager.default.createDirectory(
          atPath: "\(root)/\(directory)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
      }
    }

    /// Adds a family whose app is an example script, or a file that the kernel can't execute.
    func add(_ family: String, isBroken: Bool) throws {
      let program = "\(root)/bundle/\(family)"
      let script = SallyportProgram.root + "/Extensions/ScriptMonitor/app.py"
      try (isBroken ? "no program\n" : String(contentsOfFile: script, encoding: .utf8))
        .write(toFile: program, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      let interpreter = isBroken ? "" : #""interpreter": "/usr/bin/python3", "wire": "stdio","#
      try """
      { "manifest": 1, "family": "\(family)", "displayName": "\(family)", "version": "1.0",
        "developer": { "name": "Test" }, "groups": ["group.\(family)"], "bundle": "../bundle",
        "app": { "executable": "\(family)", \(interpreter) "requests": ["authorization"], "limits": { "startMs": 10000 } },
        "extensions": [
          { "name": "monitor", "point": "monitor", "executable": "\(family)", \(interpreter) "requests": [] } ] }
      """.write(toFile: "\(root)/manifests/\(family).json", atomically: true, encoding: .utf8)
    }

    func run(_ arguments: String...) throws -> SallyportProgram.Finished {
      try SallyportProgram.run(
        [
          "run", "--synthetic-week", "--days", "1", "--manifests", root + "/manifests", "--state", state,
          "--approve-all",
        ]
          + arguments)
    }
  }

  @Test func `a run that could launch nothing exits with 3 and gives the reason`() throws {
    let families = try Families()
    try families.add("broken", isBroken: true)
    let run = try families.run()
    #expect(run.status == 3, "\(run.complaints)")
    let reason = "Launch stopped at stage plan: /bundle/broken is not an ELF executable."
    #expect(run.output.components(separatedBy: reason).count == 2, "\(run.output)")
    #expect(run.complaints.contains("sallyport: broken.app was not launched, tried "))
    let last = run.complaints.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("sallyport: Nothing could be launched, so this run says nothing about any family: "))
    #expect(last.contains(reason))
  }

  @Test func `repeated refusals are one line with a count in explain`() throws {
    let families = try Families()
    try families.add("broken", isBroken: true)
    _ = try families.run()
    let explained = try SallyportProgram.run("explain", "activity", "broken", "--state", families.state)
    let lines = explained.output.split(separator: "\n").filter { $0.contains("launch.plan") }
    #expect(lines.count == 1, "\(explained.output)")
    #expect(lines.first?.contains("is not an ELF executable") == true)
    #expect(lines.first?.contains(" times, the last ") == true)
    let state = try SallyportProgram.run("state", "--state", families.state)
    #expect(state.output.contains("The extension could not be launched (tried "), "\(state.output)")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs /usr/bin/python3"))
  func `a run that could not launch one of several programs exits with 1`() throws {
    let families = try Families()
    try families.add("broken", isBroken: true)
    try families.add("right", isBroken: false)
    let run = try families.run("--patience", "1000", "--format", "json")
    #expect(run.status == 1, "\(run.complaints)")
    let summary = try JSONSerialization.jsonObject(with: Data((run.output.split(separator: "\n").last ?? "").utf8))
    let refused = try #require((summary as? [String: Any])?["notLaunched"] as? [[String: Any]])
    #expect(refused.map { $0["program"] as? String } == ["broken.app"])
    #expect(refused.first?["stage"] as? String == "plan")
    let launched = (summary as? [String: Any])?["launched"] as? [String: Int]
    #expect(launched?.keys.contains("broken.app") == false && (launched?["right.app"] ?? 0) > 0, "\(run.output)")
    let without = try SallyportProgram.run(
      "run", "--synthetic-week", "--days", "1", "--manifests", families.root + "/manifests", "--family", "right",
      "--state", families.root + "/other", "--patience", "1000", "--approve-all")
    #expect(without.status == 0, "\(without.complaints)")
  }

  @Test func `a run that leaves a family out exits with 1, or with 3 if it was the only one`() throws {
    let families = try Families()
    try families.add("gone", isBroken: true)
    try FileManager.default.removeItem(atPath: families.root + "/bundle/gone")
    let alone = try families.run()
    #expect(alone.status == 3 && alone.complaints.contains("left out: "), "\(alone.complaints)")
    try families.add("right", isBroken: false)
    #expect(try families.run("--patience", "1000").status == 1)
  }

  /// Regression test: a week with 1,448 refused launches exited with status 0.
  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func `a flat launch as root names the directory that its user can't enter`() throws {
    let families = try Families()
    try families.add("static", isBroken: true)
    let canary = (SallyportProgram.path as NSString).deletingLastPathComponent + "/sallyport-canary"
    try FileManager.default.removeItem(atPath: families.root + "/bundle/static")
    try FileManager.default.copyItem(atPath: canary, toPath: families.root + "/bundle/static")
    let closed = try families.run("--accept-missing", "no-namespaces")
    #expect(closed.status == 3, "\(closed.complaints)")
    #expect(
      closed.complaints.contains("and \(families.state) keeps it out. Run `chmod o+x` on \(families.state)"),
      "\(closed.complaints)")
    try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: families.state)
    // The canary is not an extension, so it only gets as far as its launch.
    let open = try families.run("--accept-missing", "no-namespaces")
    #expect(!open.complaints.contains("was not launched"), "\(open.complaints)")
    #expect(open.status == 0, "\(open.complaints)")
  }
}
