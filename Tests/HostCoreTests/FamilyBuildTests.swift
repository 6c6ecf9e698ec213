// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import Testing

@testable import HostCore

/// The files of a family by which two builds are compared.
@Suite struct FamilyBuildTests {
  private let families: ScriptFamilies
  private let family: LoadedFamily
  private var program: String { families.bundle + "/monitor.sh" }

  init() throws {
    families = try ScriptFamilies()
    try families.add("one", executable: "monitor.sh", interpreter: "/bin/sh", app: "setup.py")
    family = try #require(FamilyCatalog(directories: [families.manifests], owner: getuid()).families.first)
  }

  private func fault() -> String? {
    do {
      _ = try FamilyBuild(of: family)
      return nil
    } catch { return "\(error)" }
  }

  @Test func `a build has the digests of the manifest and of each program, and changes with any of them`() throws {
    let build = try FamilyBuild(of: family)
    #expect(
      Set(build.parts.map(\.name)) == ["manifest", "one.app", "one.monitor"] && build.parts[0].name == "manifest")
    #expect(build.parts[0].sha256 == family.sha256 && Set(build.parts.map(\.sha256)).count == 3)
    #expect(try FamilyBuild(of: family) == build && FamilyBuild(of: family).fingerprint == build.fingerprint)
    var known: Set<String> = [build.fingerprint]
    for path in [family.file, program, families.bundle + "/setup.py"] {
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data(" ".utf8))
      try file.close()
      let changed = try FamilyBuild(of: family)
      #expect(changed.parts != build.parts && known.insert(changed.fingerprint).inserted, "\(path)")
    }
    // The names count too, and so does the order.
    let (first, second) = (FamilyBuild.Part(name: "a", sha256: "1"), FamilyBuild.Part(name: "b", sha256: "1"))
    for parts in [[first], [second], [first, second], [second, first], []] {
      #expect(known.insert(FamilyBuild(parts: parts).fingerprint).inserted)
    }
  }

  @Test func `the digest of a long program is that of all its bytes`() throws {
    var bytes = [UInt8](repeating: 7, count: (2 << 20) + 5)
    var digests: Set<String> = []
    for place in [0, 1 << 20, (2 << 20) + 4] {
      bytes[place] = 8
      try Data(bytes).write(to: URL(filePath: program))
      let digest = try #require(try FamilyBuild(of: family).parts.first { $0.name == "one.monitor" }).sha256
      #expect(digests.insert(digest).inserted)
    }
  }

  @Test func `a file that is missing, not a file or too large is refused by its path and reason`() throws {
    let manager = FileManager.default
    try manager.removeItem(atPath: program)
    #expect(fault()?.contains("\(program) can't be read to compare builds: No such file or directory") == true)
    try manager.createDirectory(atPath: program, withIntermediateDirectories: false)
    #expect(fault()?.contains("\(program) can't be read to compare builds: it is not a regular file") == true)
    try manager.removeItem(atPath: program)
    // A pipe without a writer: opening it must not block.
    try #require(mkfifo(program, 0o600) == 0)
    #expect(fault()?.contains("it is not a regular file") == true)
    try manager.removeItem(atPath: program)
    try Data().write(to: URL(filePath: program))
    #expect(fault() == nil)
    // A file without blocks on the disk.
    try #require(truncate(program, (1 << 30) + 1) == 0)
    #expect(fault()?.contains("it has more than 1073741824 bytes") == true)
  }
}
