// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import Testing

@testable import HostCore

/// The descriptors with which the files of a build are read.
@Suite struct BuildDescriptorTests {
  /// The files of a folder that this process has open.
  private func openFiles(in folder: String) throws -> [String] {
    let manager = FileManager.default
    // The folder has a name that no other has, wherever temporary files are.
    let name = URL(filePath: folder).lastPathComponent
    return try manager.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { number in
      try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + number)
    }.filter { $0.contains("/\(name)/") }
  }

  @Test func `no file of a build stays open, whether it could be read or not`() throws {
    let families = try ScriptFamilies()
    try families.add("one", executable: "monitor.sh", interpreter: "/bin/sh", app: "setup.py")
    let family = try #require(FamilyCatalog(directories: [families.manifests], owner: getuid()).families.first)
    let program = families.bundle + "/monitor.sh"
    let file = try #require(FileHandle(forReadingAtPath: program))
    try #require(try openFiles(in: families.scratch.path).count == 1)
    try file.close()
    _ = try FamilyBuild(of: family)
    #expect(try openFiles(in: families.scratch.path).isEmpty)
    // A file without blocks on the disk, which is too large.
    try #require(truncate(program, (1 << 30) + 1) == 0)
    #expect(throws: HostError.self) { try FamilyBuild(of: family) }
    #expect(try openFiles(in: families.scratch.path).isEmpty)
  }
}
