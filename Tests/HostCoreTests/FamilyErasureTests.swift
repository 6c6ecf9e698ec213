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
}
