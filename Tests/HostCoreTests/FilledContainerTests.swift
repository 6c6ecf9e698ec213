// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Families that fill their container during a callback, beside one that behaves (`sandbox.md#what-an-extension-sees`).
@Suite(.serialized) struct FilledContainerTests {
  private struct Morning {
    var families: ScriptFamilies
    var finished: HostProgram.Finished
    var facts: StateFacts
  }

  private static let morning = Result { () -> Morning in
    let families = try ScriptFamilies()
    for name in ["writer", "filemaker", "steady"] {
      try families.add(name, requests: ["settings", "container.write"])
    }
    let finished = try families.run()
    return Morning(families: families, finished: finished, facts: try StateFacts(families.state))
  }

  private let morning: Morning

  init() throws { morning = try Self.morning.get() }

  @Test(arguments: ["writer", "filemaker"]) func `kills and reports a program that fills its container`(
    family: String
  ) throws {
    let reasons = morning.facts.journal.filter { $0.family == family && $0.before != nil }.map(\.reason.rawValue)
    #expect(reasons.contains("killed.container") && reasons.contains("strike"), "\(reasons)")
    #expect(
      morning.finished.complaints.contains(
        "\(family).monitor: was ended for what it wrote to its container: it holds more than "),
      "\(morning.finished.complaints)")
    #expect(morning.finished.complaints.contains("\(family).monitor: the container is read-only"))
    let outcomes = try morning.families.explain(family).compactMap { $0["outcome"] as? String }
    #expect(outcomes.contains("killed.container"), "\(outcomes)")
  }

  @Test func `limits what the extensions leave on disk to a quarter beyond the budget`() throws {
    for family in ["writer", "filemaker"] {
      let container = morning.families.state + "/containers/" + family
      let names = try FileManager.default.contentsOfDirectory(atPath: container)
      var bytes = 0
      for name in names {
        var status = stat()
        if lstat(container + "/" + name, &status) == 0 { bytes += Int(status.st_blocks) * 512 }
      }
      print("\(family) left \(bytes >> 10) KiB in \(names.count) entries")
      #expect(bytes <= 80 << 20 && names.count <= 5120)
    }
  }

  @Test func `delivers every callback of another family`() {
    let endings = morning.facts.endings(of: "steady")
    #expect(endings.count == 4 && endings.allSatisfy { $0.hasSuffix("applied reply.ok") }, "\(endings)")
  }

  @Test func `backs up filled containers, and removes them with their families' programs`() throws {
    let families = morning.families
    let file = families.scratch.path + "/backup"
    let backup = try HostProgram.run(["backup", file, "--state", families.state])
    #expect(backup.status == 0, "\(backup.complaints)")
    for family in ["writer", "filemaker"] {
      let removed = try HostProgram.run(
        ["remove", family, "--state", families.state, "--programs", families.scratch.path + "/programs"])
      #expect(removed.status == 0, "\(removed.complaints)")
      #expect(!FileManager.default.fileExists(atPath: families.state + "/containers/" + family))
    }
    #expect(FileManager.default.fileExists(atPath: families.state + "/containers/steady"))
    let target = families.scratch.path + "/restored"
    let restored = try HostProgram.run(["restore", file, "--state", target])
    #expect(restored.status == 0, "\(restored.complaints)")
    let names = try FileManager.default.contentsOfDirectory(atPath: target + "/containers/filemaker")
    #expect(names.count > 4096)
  }
}
