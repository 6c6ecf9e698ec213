// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Families of scripts (`Tests/Fixtures/families`) with manifests made for a test; the name of a family selects its
/// behaviour.
struct ScriptFamilies {
  /// A test that becomes another account may have made a copy for it.
  static var scripts: String {
    ProcessInfo.processInfo.environment["SALLYPORT_SCRIPTS"] ?? HostProgram.root + "/Tests/Fixtures/families"
  }

  let scratch = Scratch()
  var bundle: String { scratch.path + "/bundle" }
  var manifests: String { scratch.path + "/manifests" }
  var state: String { scratch.path + "/state" }

  init() throws {
    try FileManager.default.createDirectory(
      atPath: bundle, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    for name in ["setup.py", "picker.py", "ladder.py", "monitor.py", "monitor.sh"] { try copy(name) }
  }

  /// Copies a program to the bundle; `replacing` fills in a value that only the test has.
  func copy(_ name: String, replacing old: String = "", with new: String = "") throws {
    let text = try String(contentsOfFile: Self.scripts + "/" + name, encoding: .utf8)
    try scratch.write(old.isEmpty ? text : text.replacing(old, with: new), to: "bundle/" + name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bundle + "/" + name)
  }

  /// Writes the manifest of a family with an app that registers activities and a monitor.
  func add(
    _ family: String, limits: String = "{ \"startMs\": 10000, \"deadlineMs\": 5000 }",
    executable: String = "monitor.py",
    interpreter: String = "/usr/bin/python3", arguments: [String] = [], wire: String = "fds",
    app: String = "setup.py", requests: [String] = ["settings"]
  ) throws {
    let arguments = arguments.map { "\"\($0)\"" }.joined(separator: ", ")
    let requests = requests.map { "\"\($0)\"" }.joined(separator: ", ")
    try scratch.write(
      """
      {
        "manifest": 1, "family": "\(family)", "displayName": "\(family.capitalized)", "version": "1.0",
        "developer": { "name": "Test" }, "groups": ["group.test.\(family)"], "bundle": "../bundle",
        "app": {
          "executable": "\(app)", "interpreter": "/usr/bin/python3", "fitting": "files",
          "requests": ["authorization", "monitoring", "picker", "settings"], "limits": { "startMs": 10000 }
        },
        "extensions": [
          {
            "name": "monitor", "point": "monitor", "executable": "\(executable)", "interpreter": "\(interpreter)",
            "interpreterArguments": [\(arguments)], "fitting": "files", "wire": "\(wire)", "requests": [\(requests)], "limits": \(limits)
          }
        ]
      }

      """, to: "manifests/\(family).json")
  }

  /// Writes the manifest of the family “one”, whose programs a test plays.
  ///
  /// - Parameter extensions: each with its name, its point and further members.
  func addPlayed(requests: [String], extensions: [(name: String, point: String, members: String)]) throws {
    let program = #""executable": "monitor.sh", "interpreter": "/bin/sh", "fitting": "files""#
    let requests = requests.map { "\"\($0)\"" }.joined(separator: ", ")
    let extensions = extensions.map { name, point, members in
      #"{ "name": "\#(name)", "point": "\#(point)", \#(program)\#(members) }"#
    }
    try scratch.write(
      """
      {
        "manifest": 1, "family": "one", "displayName": "One", "version": "1.0",
        "developer": { "name": "Test" }, "groups": ["group.test.one"], "bundle": "../bundle",
        "app": { \(program), "requests": [\(requests)] },
        "extensions": [\(extensions.joined(separator: ", "))]
      }

      """, to: "manifests/one.json")
  }

  /// Writes the manifest of a family whose app presents a report.
  ///
  /// - Parameter report: the report extension, as in a manifest; it must be one of the example programs, since the
  ///   sealed sandbox runs only static programs.
  func addReport(_ family: String, context: String, tokens: String, report: String) throws {
    try copy("presenter.py", replacing: "CONTEXT", with: context)
    let script = try String(contentsOfFile: bundle + "/presenter.py", encoding: .utf8)
    try scratch.write(script.replacing("TOKENS", with: tokens), to: "bundle/presenter.py")
    for program in ["WorklogReport", "HomeworkShield"] {
      let built = HostProgram.root + "/.build-extensions/release/" + program
      try #require(
        FileManager.default.isExecutableFile(atPath: built),
        "The example extensions are not built; run `make extensions`.")
      try FileManager.default.copyItem(atPath: built, toPath: bundle + "/" + program)
    }
    try scratch.write(
      """
      {
        "manifest": 1, "family": "\(family)", "displayName": "\(family)", "version": "1.0",
        "developer": { "name": "Test" }, "groups": ["group.test.\(family)"], "bundle": "../bundle",
        "app": {
          "executable": "presenter.py", "interpreter": "/usr/bin/python3", "fitting": "files",
          "requests": ["authorization", "reports"], "limits": { "startMs": 10000 }
        },
        "extensions": [{ "name": "report", "point": "report", \(report) }]
      }

      """, to: "manifests/\(family).json")
  }

  /// Runs all added families over a usage file.
  func run(_ usage: String = UsageLines.morning, families: [String] = [], extra: [String] = []) throws
    -> HostProgram.Finished
  {
    let file = try scratch.write(usage, to: "usage.ndjson")
    return try HostProgram.run(
      ["run", file, "--manifests", manifests, "--state", state, "--programs", scratch.path + "/programs"] + extra
        + (extra.contains("--answers") ? [] : ["--approve-all"])
        + families.flatMap { ["--family", $0] })
  }

  /// `explain activity` of a family, as JSON.
  func explain(_ family: String) throws -> [[String: Any]] { try explain("activity", family) }

  /// The answer of `explain` to a question that gives a list, as JSON.
  func explain(_ question: String...) throws -> [[String: Any]] {
    let finished = try HostProgram.run(["explain"] + question + ["--state", state, "--format", "json"])
    try #require(!finished.output.isEmpty, "\(finished)")
    return try JSONSerialization.jsonObject(with: Data(finished.output.utf8)) as? [[String: Any]] ?? []
  }
}
