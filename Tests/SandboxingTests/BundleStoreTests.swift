// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

@Suite struct BundleStoreTests {
  private func source(_ fixture: SandboxFixture) throws -> String {
    let path = fixture.directory + "/source"
    try FileManager.default.createDirectory(atPath: path + "/assets", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: try SandboxFixture.compiled("hostile", isStatic: true), toPath: path + "/extension")
    try "picture".write(toFile: path + "/assets/a.txt", atomically: true, encoding: .utf8)
    return path
  }

  private func store(_ fixture: SandboxFixture) throws -> BundleStore {
    let path = fixture.directory + "/store"
    mkdir(path, 0o755)
    return try BundleStore(directory: path)
  }

  @Test func `an installation is a read-only copy with its own inodes`() throws {
    let fixture = try SandboxFixture()
    let source = try source(fixture)
    let bundle = try store(fixture).install(
      source: source, executable: "extension", assets: ["assets/a.txt"], as: "family/report")
    #expect(try String(contentsOfFile: bundle.directory + "/assets/a.txt", encoding: .utf8) == "picture")
    let copy = try #require(FileSystem.status(bundle.directory + "/extension"))
    let original = try #require(FileSystem.status(source + "/extension"))
    #expect(copy.st_ino != original.st_ino)
    #expect(copy.st_nlink == 1)
    #expect(copy.st_mode & 0o777 == 0o555)
    #expect(bundle.record == InstallRecord(copy))
    var specification = try fixture.sealed()
    specification.bundleDirectory = bundle.directory
    specification.installRecord = bundle.record
    #expect(try fixture.launcher.launch(specification).ask("ping") == "pong")
  }

  @Test func `the hash of a copy covers exactly the bytes that will run`() throws {
    let fixture = try SandboxFixture()
    let bundle = try store(fixture).install(source: try source(fixture), executable: "extension", as: "a")
    #expect(try bundle.hash(by: Self.sum()) == Self.sum(ofFile: bundle.directory + "/extension"))
    // Same bytes and length, but the file changed after its installation.
    chmod(bundle.directory + "/extension", 0o755)
    #expect(throws: LaunchError.self) { try bundle.hash(by: Self.sum()) }
  }

  @Test func `copying a file that grows stops after one extra byte and fails`() throws {
    let fixture = try SandboxFixture()
    let path = fixture.directory + "/growing"
    try Data(repeating: 1, count: 10).write(to: URL(filePath: path))
    let file = try Descriptor.open(FileSystem.resolved(path) ?? path, flags: O_RDONLY)
    let status = try file.status()
    try Data(repeating: 1, count: 1 << 20).write(to: URL(filePath: path))
    chmod(path, 0o644)
    let target = fixture.directory + "/copy"
    let error = #expect(throws: LaunchError.self) {
      try BundleStore.copy(file, status, path: path, to: target)
    }
    #expect(error?.message.contains("changed while it was copied") == true)
    #expect(try #require(FileSystem.status(target)).st_size == 11)
  }

  @Test(arguments: [0, 1, 1 << 18 - 1, 1 << 18, 1 << 18 + 1, 3 << 18])
  func `a copy has the bytes of its file, and the hash sees each once`(size: Int) throws {
    let fixture = try SandboxFixture()
    let path = fixture.directory + "/file"
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    try Data(bytes).write(to: URL(filePath: path))
    let file = try Descriptor.open(FileSystem.resolved(path) ?? path, flags: O_RDONLY)
    var seen: [UInt8] = []
    try BundleStore.copy(file, try file.status(), path: path, to: fixture.directory + "/copy") { seen += $0 }
    #expect(seen == bytes)
    #expect(FileManager.default.contents(atPath: fixture.directory + "/copy") == Data(bytes))
  }

  @Test func `a file that is a symlink, special, set-id or absent is refused and leaves nothing`() throws {
    let fixture = try SandboxFixture()
    let store = try store(fixture)
    let source = try source(fixture)
    symlink("/etc/passwd", source + "/linked")
    mkfifo(source + "/fifo", 0o600)
    for asset in ["linked", "fifo", "assets", "absent"] {
      #expect(throws: LaunchError.self) {
        try store.install(source: source, executable: "extension", assets: [asset], as: "a")
      }
    }
    chmod(source + "/extension", 0o4755)
    #expect(throws: LaunchError.self) {
      try store.install(source: source, executable: "extension", as: "a")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.directory) == [])
  }

  /// A checksum that depends on the bytes and their positions.
  private static func sum() -> BundleDigest {
    final class Sum { var (value, place) = (0, 0) }
    let sum = Sum()
    return BundleDigest(
      update: { piece in
        for byte in piece {
          sum.place += 1
          sum.value &+= sum.place &* Int(byte)
        }
      }, finish: { "\(sum.value)" })
  }

  private static func sum(ofFile path: String) throws -> String {
    let sum = sum()
    sum.update(Array(try Data(contentsOf: URL(filePath: path))))
    return sum.finish()
  }

  @Test(arguments: ["../out", "/out", "a//b", ".", ""]) func `a name that leaves the store is refused`(name: String)
    throws
  {
    let fixture = try SandboxFixture()
    let store = try store(fixture)
    let source = try source(fixture)
    #expect(throws: LaunchError.self) {
      try store.install(source: source, executable: "extension", as: name)
    }
  }
}
