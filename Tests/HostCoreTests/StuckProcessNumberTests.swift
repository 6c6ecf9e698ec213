// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupervision
import Testing

@testable import HostCore

/// The numbers of the files about unresponsive processes, beside files that others put there.
@Suite struct StuckProcessNumberTests {
  private let scratch = Scratch()
  private var directory: String { scratch.path + "/unresponsive" }
  private var stuck: StuckProcesses { StuckProcesses(stateDirectory: scratch.path) }
  private let facts = ProcessFacts(getpid())

  private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }

  @Test func `files with other names neither count nor are removed`() throws {
    let foreign = [
      "a.monitor-0.txt", "a.monitor-007.txt", "a.monitor--3.txt", "a.monitor-9.log", "a.monitor-+9.txt",
      "a.monitor-x.txt", "a.monitor.txt", "b.monitor-9.txt", "notes",
    ]
    for name in foreign { try scratch.write("", to: "unresponsive/\(name)") }
    for number in 1...17 { #expect(try stuck.keep(facts, of: "a.monitor") == "unresponsive/a.monitor-\(number).txt") }
    #expect(try files() == (foreign + (2...17).map { "a.monitor-\($0).txt" }).sorted())
    #expect(try stuck.keep(facts, of: "b.monitor") == "unresponsive/b.monitor-10.txt")
  }

  @Test func `a new file follows the highest number, and all but the newest 16 are removed`() throws {
    for number in [3, 40] + Array(100...114) { try scratch.write("old", to: "unresponsive/a.x-\(number).txt") }
    #expect(try stuck.keep(facts, of: "a.x") == "unresponsive/a.x-115.txt")
    #expect(try files() == (100...115).map { "a.x-\($0).txt" })
    #expect(try String(contentsOfFile: directory + "/a.x-114.txt", encoding: .utf8) == "old")
  }

  @Test func `nothing is written of a process that is gone, and the directory is its owner's alone`() throws {
    #expect(try stuck.keep(ProcessFacts(-1), of: "a.x") == nil)
    #expect(!FileManager.default.fileExists(atPath: directory))
    _ = try stuck.keep(facts, of: "a.x")
    let mode = try FileManager.default.attributesOfItem(atPath: directory)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }
}
