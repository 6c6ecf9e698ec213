// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import ExtensionProtocol
import FamilyManifests
import Foundation
import TestThreads
import Testing

/// The verdict of a check, and what it says if there is none.
@Suite struct VerdictTests {
  @Test func `each verdict has its own word, exit status and style`() {
    let all = BoundaryVerdict.allCases
    #expect(Set(all.map(\.rawValue)).count == all.count)
    #expect(Set(all.map(\.exitStatus)).count == all.count)
    #expect(Set(all.map(\.styleClass)).count == all.count)
    // 2 is wrong usage.
    #expect(!all.map(\.exitStatus).contains(2))
    for verdict in all { #expect(PrivacyReport.verdictStyle.contains("." + verdict.styleClass + " ")) }
  }

  /// A script at every point of a family, which never answers.
  private static func silentFamily(_ script: String, in directory: String) throws -> LoadedFamily {
    let path = directory + "/silent.sh"
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let program = #""executable":"silent.sh","interpreter":"/bin/sh""#
    let text = """
      {"manifest":1,"family":"silent","displayName":"Silent","version":"1.0","developer":{"name":"Test"},
      "groups":["group.example.silent"],"bundle":".",
      "app":{\(program),"requests":["authorization","monitoring","settings"]},
      "extensions":[{"name":"monitor","point":"monitor",\(program),"requests":["monitoring","settings"]},
      {"name":"shield","point":"shieldConfiguration",\(program)},
      {"name":"action","point":"shieldAction",\(program),"requests":["settings"]}]}
      """
    let file = directory + "/silent.json"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return LoadedFamily(manifest: try FamilyManifest(contents: Array(text.utf8), file: "silent.json"), file: file)
  }

  private static func check(_ script: String) async throws -> PrivacyReport {
    try await onOwnThread {
      try PlantedLeakFixture.with { fixture in
        var plan = PrivacyCheckPlan.small
        plan.patienceWithSilence = .seconds(1)
        let family = try silentFamily(script, in: fixture.directory)
        return try PrivacyCheck(fixture.checked(family), plan: plan).run()
      }
    }
  }

  @Test(.timeLimit(.minutes(4)))
  func `a family that never answers is not testable, and the report says how its programs ended`() async throws {
    let hangs = try await Self.check("while read -r line <&3; do :; done; while :; do read -r x; done")
    #expect(hangs.verdict == .notTestable, "\(hangs.text)")
    #expect(Set(hangs.silences.map(\.point)) == [.app, .monitor, .shieldAction, .shieldConfiguration], "\(hangs.text)")
    #expect(hangs.vacuous.contains { $0.hasPrefix("app gave no answer") }, "\(hangs.vacuous)")
  }

  @Test(.timeLimit(.minutes(4)))
  func `a program that exits is named with its status and its last words`() async throws {
    let exits = try await Self.check("echo out of memory >&2; exit 7")
    #expect(exits.verdict == .notTestable)
    let app = try #require(exits.vacuous.first { $0.hasPrefix("app ") })
    #expect(app.contains("status 7") && app.contains("out of memory"), "\(exits.vacuous)")
  }

  @Test func `a check that ran out of time is not testable and says after how many pairs`() async throws {
    var plan = PrivacyCheckPlan.small
    plan.timeLimit = .milliseconds(1)
    let report = try await PlantedLeakFixture.check("benign-plain", plan: plan)
    #expect(report.verdict == .notTestable)
    #expect(report.vacuous.contains { $0.contains("time limit") }, "\(report.vacuous)")
  }

  @Test func `a report says when, with what and on what it was made`() async throws {
    let report = try await PlantedLeakFixture.check("benign-names")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    for name in ["date", "sallyport", "kernel", "machine"] {
      #expect((json[name] as? String)?.isEmpty == false, "\(name)")
    }
    // The grades are those that the launches were seen to have.
    let sandbox = try #require(json["sandbox"] as? [String: String])
    #expect(sandbox["zoo.shield"]?.contains("sealed") == true && sandbox["zoo.monitor"] != nil, "\(sandbox)")
    #expect(report.text.contains("P2: a difference in 1 of "), "\(report.text)")
    #expect(report.html.contains("class=\"verdict passed\""))
  }
}
