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

  @Test func `an installation is a read-only copy with inodes of its own`() throws {
    let fixture = try SandboxFixture()
    let source = try source(fixture)
    let bundle = try store(fixture).install(
      source: source, executable: "extension", assets: ["assets/a.txt"], as: "family/report", hash: Self.length)
    #expect(bundle.hashes.keys.sorted() == ["assets/a.txt", "extension"])
    #expect(bundle.hashes["assets/a.txt"] == "7")
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

  @Test func `a file that is a symlink, special, set-id or absent is refused and leaves nothing`() throws {
    let fixture = try SandboxFixture()
    let store = try store(fixture)
    let source = try source(fixture)
    symlink("/etc/passwd", source + "/linked")
    mkfifo(source + "/fifo", 0o600)
    for asset in ["linked", "fifo", "assets", "absent"] {
      #expect(throws: LaunchError.self) {
        try store.install(source: source, executable: "extension", assets: [asset], as: "a", hash: Self.length)
      }
    }
    chmod(source + "/extension", 0o4755)
    #expect(throws: LaunchError.self) {
      try store.install(source: source, executable: "extension", as: "a", hash: Self.length)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.directory) == [])
  }

  /// A "hash" that counts bytes.
  private static func length() -> BundleDigest {
    final class Count { var bytes = 0 }
    let count = Count()
    return BundleDigest(update: { count.bytes += $0.count }, finish: { "\(count.bytes)" })
  }

  @Test(arguments: ["../out", "/out", "a//b", ".", ""]) func `a name that leaves the store is refused`(name: String)
    throws
  {
    let fixture = try SandboxFixture()
    let store = try store(fixture)
    let source = try source(fixture)
    #expect(throws: LaunchError.self) {
      try store.install(source: source, executable: "extension", as: name, hash: Self.length)
    }
  }
}
