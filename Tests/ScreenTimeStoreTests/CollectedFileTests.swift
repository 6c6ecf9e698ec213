// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import Testing

@testable import ScreenTimeStore

/// Parts of a state that are collected for a backup: plain files, files that change, and what a budget ends.
@Suite struct CollectedFileTests {
  /// Keeps the names of the entries and the places of their pieces.
  private final class Places: BackupSink {
    struct TooMany: Error {}

    var names: [String] = []
    /// The position and the length of each piece.
    var pieces: [[Int]] = []
    /// Called with the position of each piece.
    var meets: (Int64) -> Void = { _ in }

    func add(_ entry: BackupEntry) { names.append(entry.name.description) }

    func add(_ piece: [UInt8], at position: Int64) throws {
      guard pieces.count < 10 else { throw TooMany() }
      pieces.append([Int(position), piece.count])
      meets(position)
    }

    func finish() {}
  }

  private let directory = StateDirectory()

  init() { mkdir(directory.path, 0o700) }

  @Test func `of a file that is cut off while it is read, nothing behind its new end is collected`() throws {
    let path = directory.path + "/file"
    try Data(repeating: 7, count: 2_500_000).write(to: URL(filePath: path))
    let places = Places()
    places.meets = { if $0 == 0 { truncate(path, 1_048_579) } }
    var collector = BackupCollector(into: places)
    try collector.collect(["file"], in: directory.path)
    #expect(places.names == ["file"] && places.pieces == [[0, 1_048_576], [1_048_576, 3]])
    #expect(collector.omissions == [])
  }

  @Test func `files beside the directories of a state are collected in the order of their names`() throws {
    for name in ["c", "a"] { try Data(name.utf8).write(to: URL(filePath: directory.path + "/" + name)) }
    mkdir(directory.path + "/b", 0o700)
    try Data("inner".utf8).write(to: URL(filePath: directory.path + "/b/file"))
    symlink("c", directory.path + "/link")
    let places = Places()
    var collector = BackupCollector(into: places)
    try collector.collect(["link", "c", "b", "a"], in: directory.path)
    #expect(places.names == ["a", "b", "file", "c"] && places.pieces == [[0, 1], [0, 5], [0, 1]])
    #expect(collector.omissions == ["link: 1 symlinks left out, the first is link."])
  }

  @Test func `a container whose bytes are within the budget is said to take too long`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/containers/family/inner", withIntermediateDirectories: true)
    // A directory counts no bytes, so a budget of none is used up exactly.
    var collector = BackupCollector(into: Places(), budget: BackupBudget(bytes: 0, time: .zero))
    try collector.collect(["containers"], in: directory.path)
    #expect(
      collector.omissions
        == ["containers/family takes more than 0.0 seconds to read; the rest of it is not in the backup."])
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become another user"))
  func `an ordinary host reads a container that its extension has closed, and leaves it closed`() async {
    await #expect(processExitsWith: .success) {
      try #require(setgroups(0, nil) == 0 && setgid(61_002) == 0 && setuid(61_002) == 0)
      let directory = StateDirectory()
      let container = directory.path + "/containers/family"
      try FileManager.default.createDirectory(atPath: container, withIntermediateDirectories: true)
      try Data("own".utf8).write(to: URL(filePath: container + "/file"))
      try FileManager.default.createDirectory(atPath: container + "/inner", withIntermediateDirectories: true)
      try Data("too".utf8).write(to: URL(filePath: container + "/inner/file"))
      for path in ["/inner/file", "/inner", "/file", ""] { chmod(container + path, 0) }
      let places = Places()
      var collector = BackupCollector(into: places)
      try collector.collect(["containers"], in: directory.path)
      #expect(places.names.sorted() == ["containers", "family", "file", "file", "inner"])
      #expect(collector.omissions == [] && places.pieces == [[0, 3], [0, 3]])
      // The extension finds everything as closed as it was.
      func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(container + path, &status) == 0 ? status.st_mode & 0o7777 : nil
      }
      #expect(mode("") == 0)
      chmod(container, 0o700)
      #expect(mode("/file") == 0 && mode("/inner") == 0)
      chmod(container + "/inner", 0o700)
      #expect(mode("/inner/file") == 0)
    }
  }
}
