// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import Testing

@testable import HostCore

/// Files of a build that are very short, or that can be opened and not read.
@Suite struct BuildFileTests {
  private let families: ScriptFamilies
  private let family: LoadedFamily
  private var program: String { families.bundle + "/monitor.sh" }

  init() throws {
    families = try ScriptFamilies()
    try families.add("one", executable: "monitor.sh", interpreter: "/bin/sh", app: "setup.py")
    family = try #require(FamilyCatalog(directories: [families.manifests], owner: getuid()).families.first)
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("a", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"),
  ])
  func `a program of one byte or none has a digest too`(_ text: String, _ digest: String) throws {
    try Data(text.utf8).write(to: URL(filePath: program))
    let part = try FamilyBuild(of: family).parts.first { $0.name == "one.monitor" }
    #expect(part?.sha256 == digest)
  }

  @Test func `a file that can be opened and not read is refused by its path and reason`() throws {
    let manager = FileManager.default
    try manager.removeItem(atPath: program)
    // No memory of a process begins at its address 0.
    try manager.createSymbolicLink(atPath: program, withDestinationPath: "/proc/self/mem")
    let error = #expect(throws: HostError.self) { try FamilyBuild(of: family) }
    #expect(
      error?.description.hasSuffix("\(program) can't be read to compare builds: Input/output error") == true)
  }
}
