// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Text from an extension, a manifest, a file name or a usage file never reaches a terminal unescaped.
@Suite struct HostileTextTests {
  static let steering = "\u{1B}[2J\u{7}\u{9B}31m\u{202E}\u{2066}\u{200B}\u{2028}\u{FEFF}\u{E0041}\u{7F}\r"
  static let forged = "a\nsallyport: forged\n  12:00:00  forged"

  /// A day of a hostile family with synthetic usage, shared by the tests of every command.
  private struct Hostile {
    let state: String
    let run: SallyportProgram.Finished

    init() throws {
      let root = SallyportProgram.scratch + "/hostile-" + UUID().uuidString
      state = root + "/state"
      for directory in ["bundle", "manifests"] {
        try FileManager.default.createDirectory(
          atPath: "\(root)/\(directory)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
      }
      let script = SallyportProgram.root + "/Tests/Fixtures/hostile/hostile.py"
      for name in ["app.py", "monitor.py"] {
        try FileManager.default.copyItem(atPath: script, toPath: "\(root)/bundle/\(name)")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(root)/bundle/\(name)")
      }
      let program = #""interpreter": "/usr/bin/python3", "fitting": "files", "limits": { "startMs": 10000 }"#
      let manifest = """
        { "manifest": 1, "family": "hostile", "displayName": "Hostile \\\\n ❤︎ Family", "version": "1.0",
          "developer": { "name": "Developer “\\\\u{1b}”" }, "groups": ["group.hostile"], "bundle": "../bundle",
          "app": { "executable": "app.py", \(program), "requests": ["authorization", "monitoring", "picker"] },
          "extensions": [
            { "name": "monitor", "point": "monitor", "executable": "monitor.py", \(program),
              "requests": ["monitoring", "notifications", "settings"] } ] }
        """
      try Data(manifest.utf8).write(to: URL(filePath: "\(root)/manifests/hostile.json"))
      let refused = try JSONEncoder().encode([steering + forged: forged, "family": steering])
      try refused.write(to: URL(filePath: "\(root)/manifests/refused\n\u{1B}[31m\u{202E}.json"))
      let answers = #"{ "hostile": { "authorize": "approved", "picks": [{}] } }"#
      try Data(answers.utf8).write(to: URL(filePath: root + "/answers.json"))
      run = try SallyportProgram.run(
        "run", "--synthetic-week", "--days", "2", "--manifests", root + "/manifests", "--answers",
        root + "/answers.json", "--state", state, "--output", root + "/pages", "--patience", "1000")
    }
  }

  private static let hostile = Result { try Hostile() }

  /// Expects no scalar that controls a terminal, and no line that the host didn't begin.
  private func expectHarmless(_ finished: SallyportProgram.Finished, _ what: String) {
    for text in [finished.output, finished.complaints] {
      for scalar in text.unicodeScalars where scalar != "\n" {
        let isSteering =
          scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.properties.isBidiControl
          || [0x200B, 0x2028, 0x2029, 0xFEFF].contains(scalar.value) || (0xE0000...0xE007F).contains(scalar.value)
        #expect(!isSteering, "\(what) prints U+\(String(scalar.value, radix: 16))")
      }
      for line in text.split(separator: "\n") {
        #expect(!line.hasPrefix("sallyport: forged") && !line.hasPrefix("  12:00:00  forged"), "\(what): \(line)")
      }
    }
  }

  @Test func `the timeline of a run contains only escaped text`() throws {
    let run = try Self.hostile.get().run
    expectHarmless(run, "run")
    #expect(run.output.contains("Title\\nsallyport: forged"), "\(run.output)\(run.complaints)")
    #expect(run.complaints.contains("refused\\n\\u{1b}[31m\\u{202e}.json"), "\(run.complaints)")
  }

  @Test(arguments: [
    ["state"], ["explain", "activity", "hostile"], ["explain", "callback", "hostile", "day “one”"],
    ["explain", "callback", "hostile", "day “one”", "event \\ one"], ["ledger"], ["ledger", "export"],
    ["consent", "hostile"], ["tokens", "list", "hostile"], ["explain", "use", "device"],
    ["explain", "callback", "hostile", HostileTextTests.forged + HostileTextTests.steering],
    ["explain", "shield", HostileTextTests.steering + HostileTextTests.forged],
    ["report", "hostile", HostileTextTests.steering + HostileTextTests.forged],
    ["reset", HostileTextTests.steering + HostileTextTests.forged],
  ])
  func `every command about a state prints one record per line`(arguments: [String]) throws {
    let state = try Self.hostile.get().state
    for form in [[], ["--format", "json"], ["--quiet"]] where form.isEmpty || arguments[0] != "reset" {
      let finished = try SallyportProgram.run(arguments + form + ["--state", state])
      #expect(finished.reason == .exit)
      expectHarmless(finished, "\(arguments.prefix(2)) \(form)")
      if form == ["--format", "json"], finished.status == 0, arguments != ["ledger", "export"] {
        _ = try finished.json
      }
    }
  }

  @Test(arguments: ["eventDidReachThreshold", "intervalDidStart", "intervalDidEnd"])
  func `a call shows the answer and the log escaped`(callback: String) throws {
    let root = try #require(URL(string: "file://" + (try Self.hostile.get().state))).deletingLastPathComponent().path
    for form in [[], ["--format", "json"]] {
      let finished = try SallyportProgram.run(
        ["call", "hostile.monitor", callback, "--manifests", root + "/manifests", "--patience", "1000"] + form)
      expectHarmless(finished, "call \(callback) \(form)")
      #expect((finished.output + finished.complaints).contains("forged"), "\(finished.output)\(finished.complaints)")
    }
  }

  @Test func `families, usage files and arguments are named on one line`() throws {
    let root = try #require(URL(string: "file://" + (try Self.hostile.get().state))).deletingLastPathComponent().path
    let name = Self.steering + Self.forged
    let file = root + "/use\n\u{1B}[31m.json"
    let export = [
      "buckets": [
        "aw-watcher-window_x": [
          "id": "aw-watcher-window_x", "type": "currentwindow", "client": name, "hostname": name,
          "created": "2026-10-19T08:00:00Z",
          "events": [
            [
              "timestamp": "2026-10-19T08:00:00Z", "duration": 600.0,
              "data": ["app": name, "title": name],
            ] as [String: Any]
          ],
        ] as [String: Any]
      ]
    ]
    try JSONSerialization.data(withJSONObject: export).write(to: URL(filePath: file))
    for arguments in [
      ["families", root + "/manifests"], ["families", root + "/manifests", "--format", "json"], ["families", name],
      ["import", "activitywatch", file], ["import", "activitywatch", name],
      ["import", "activitywatch", file, "--quiet"],
      ["run", file, "--manifests", root + "/manifests", "--state", root + "/other", "--patience", "1000"],
      ["run", file, "--state", name], [name], ["run", "--" + name], ["call", name, name], ["new", name],
      ["check", "--protocol", name], ["backup", name, "--state", name], ["doctor", "--launcher", name],
    ] {
      let finished = try SallyportProgram.run(arguments)
      #expect(finished.reason == .exit)
      expectHarmless(finished, "\(arguments)")
    }
  }
}
