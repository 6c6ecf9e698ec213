// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import Testing

@testable import ScreenTimeStore

/// The files and directories that become of a backup's entries, and what can be in their way.
@Suite struct UnpackedEntryTests {
  private let directory = StateDirectory()
  private var path: String { directory.path }

  init() { mkdir(directory.path, 0o700) }

  private func entry(_ id: Int64, _ name: String, parent: Int64? = nil, size: Int64?) throws -> BackupEntry {
    BackupEntry(
      id: id, parent: parent, name: try #require(EntryName(name)), mode: 0o644, owner: getuid(), group: getgid(),
      size: size)
  }

  private func mode(_ name: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path + "/" + name, &status) == 0)
    return status.st_mode & 0o777
  }

  @Test func `a file is its owner's alone until it is whole`() throws {
    let unpacker = try BackupUnpacker(into: path)
    try unpacker.add(entry(1, "file", size: 1))
    #expect(try mode("file") == 0o600)
    try unpacker.add([7], at: 0)
    #expect(try mode("file") == 0o600)
    try unpacker.finish()
    #expect(try mode("file") == 0o644)
  }

  @Test func `a name that is taken is an error that says so, and what has it stays`() throws {
    let unpacker = try BackupUnpacker(into: path)
    try unpacker.add(entry(1, "taken", size: nil))
    for (id, size, act) in [(2, nil, "make"), (3, 1, "write")] as [(Int64, Int64?, String)] {
      let error = #expect(throws: StoreError.self) { try unpacker.add(entry(id, "taken", size: size)) }
      #expect(error?.code == .unavailable)
      #expect(
        error?.description
          == "Could not \(act) \(path)/taken: File exists; check that you own it and may write there.")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["taken"])
    #expect(try mode("taken") == 0o744)
  }

  @Test func `a directory that is moved while its entries are unpacked stops the restore`() throws {
    let unpacker = try BackupUnpacker(into: path)
    try unpacker.add(entry(1, "upper", size: nil))
    try unpacker.add(entry(2, "lower", parent: 1, size: nil))
    try #require(rename(path + "/upper/lower", path + "/lower") == 0 && rename(path + "/upper", path + "/away") == 0)
    let error = #expect(throws: StoreError.self) { try unpacker.add(entry(3, "file", parent: 1, size: 1)) }
    #expect(error?.code == .failed)
    #expect(error?.description == "\(path) was changed while it was unpacked.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["away", "lower"])
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become another user"))
  func `without root, what belonged to others becomes this user's`() async {
    await #expect(processExitsWith: .success) {
      try #require(setgroups(0, nil) == 0 && setgid(61_002) == 0 && setuid(61_002) == 0)
      let directory = StateDirectory()
      mkdir(directory.path, 0o700)
      let unpacker = try BackupUnpacker(into: directory.path)
      for (id, name, size) in [(1, "folder", nil), (2, "file", 0)] as [(Int64, String, Int64?)] {
        try unpacker.add(
          BackupEntry(
            id: id, parent: nil, name: try #require(EntryName(name)), mode: 0o700, owner: 12_345, group: 23_456,
            size: size))
      }
      try unpacker.finish()
      for name in ["folder", "file"] {
        var status = stat()
        #expect(lstat(directory.path + "/" + name, &status) == 0, "\(name)")
        #expect(status.st_uid == 61_002 && status.st_gid == 61_002, "\(name)")
      }
    }
  }
}
