// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The folders of a removed family.
@Suite struct FamilyErasureTests {
  @Test(arguments: [true, false]) func `copies of programs are erased only if they lie within the state`(
    _ isWithin: Bool
  ) throws {
    let (life, scratch) = (try PlayedLife(points: []), Scratch())
    var configuration = life.bench.driver.configuration
    let state = configuration.stateDirectory
    configuration.programsDirectory = (isWithin ? state : scratch.path) + "/programs"
    func path(_ part: String, _ family: String) -> String {
      (part == "programs" ? configuration.programsDirectory : state + "/" + part) + "/" + family
    }
    func exists(_ part: String, _ family: String) -> Bool {
      FileManager.default.fileExists(atPath: path(part, family))
    }
    for part in ["containers", "programs"] {
      for family in ["homework", "worklog"] {
        try FileManager.default.createDirectory(atPath: path(part, family), withIntermediateDirectories: true)
        try Data("text".utf8).write(to: URL(filePath: path(part, family) + "/file"))
      }
    }
    try life.facts.store.transaction { try FamilyErasure.note(FamilyID("homework"), in: $0) }
    for _ in 0..<2 { try FamilyErasure(configuration, store: life.facts.store).eraseDue() }
    #expect(!exists("containers", "homework") && exists("programs", "homework") == !isWithin)
    #expect(exists("containers", "worklog") && exists("programs", "worklog"))
  }

  @Test func `an erasure that fails names its files, and a later start repeats it`() throws {
    let life = try PlayedLife(points: [])
    var configuration = life.bench.driver.configuration
    let state = configuration.stateDirectory
    configuration.programsDirectory = state + "/programs"
    let (manager, store) = (FileManager.default, life.facts.store)
    func erase() throws { try FamilyErasure(configuration, store: store).eraseDue() }
    func noted() throws -> [String]? { try store.read { try $0.value([String].self, "host.erasures") } }
    // Nothing can be removed below a file.
    try? manager.removeItem(atPath: state + "/containers")
    try Data().write(to: URL(filePath: state + "/containers"))
    for family in ["worklog", "homework", "worklog"] {
      try store.transaction { try FamilyErasure.note(FamilyID(family), in: $0) }
    }
    #expect(try noted() == ["worklog", "homework"])
    for _ in 0..<2 {
      let error = #expect(throws: HostError.self) { try erase() }
      let refusals = ["worklog", "homework"].map { "Could not remove \(state)/containers/\($0): Not a directory." }
      #expect(
        error
          == HostError(
            .failed,
            "Files of worklog, homework, which is removed, could not be erased: "
              + refusals.joined(separator: " ") + " The next start tries again."))
      #expect(try noted() == ["worklog", "homework"])
    }
    try manager.removeItem(atPath: state + "/containers")
    try manager.createDirectory(atPath: state + "/containers/homework/folder", withIntermediateDirectories: true)
    try erase()
    #expect(try noted() == nil && manager.contentsOfDirectory(atPath: state + "/containers").isEmpty)
  }

  @Test func `a stored name that cannot be that of a folder erases nothing`() throws {
    let life = try PlayedLife(points: [])
    let configuration = life.bench.driver.configuration
    let (state, store) = (configuration.stateDirectory, life.facts.store)
    let kept = state + "/kept"
    try Data("text".utf8).write(to: URL(filePath: kept))
    for name in ["..", "../kept", "/", ""] {
      try store.transaction { try FamilyErasure.note(FamilyID(name), in: $0) }
    }
    try FamilyErasure(configuration, store: store).eraseDue()
    #expect(FileManager.default.fileExists(atPath: kept))
    #expect(try store.read { try $0.value([String].self, "host.erasures") } == nil)
  }
}
