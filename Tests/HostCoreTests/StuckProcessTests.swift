// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupervision
import Testing

@testable import HostCore

/// The facts that are kept of unresponsive processes (`wire.md#deadlines`).
@Suite struct StuckProcessTests {
  @Test func `keeps the newest 16 files of an extension, for its owner alone`() throws {
    let state = FileManager.default.temporaryDirectory.path + "/stuck-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: state) }
    let stuck = StuckProcesses(stateDirectory: state)
    let facts = ProcessFacts(getpid())
    for _ in 1...18 { _ = try stuck.keep(facts, of: "homework.monitor") }
    #expect(try stuck.keep(facts, of: "homework.monitor-2") == "unresponsive/homework.monitor-2-1.txt")
    let files = try FileManager.default.contentsOfDirectory(atPath: state + "/unresponsive")
    #expect(Set(files) == Set((3...18).map { "homework.monitor-\($0).txt" } + ["homework.monitor-2-1.txt"]))
    let path = state + "/unresponsive/homework.monitor-18.txt"
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("VmRSS:"))
  }
}
