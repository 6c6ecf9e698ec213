// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeStore

/// The operations on single files below the store, and what their errors say.
@Suite struct DurableFileTests {
  private let directory = StateDirectory()
  private var file: String { directory.path + "/file" }

  init() { mkdir(directory.path, 0o700) }

  private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test(arguments: [0, 1, 4_096, 70_000], [true, false])
  func `a written file has exactly the bytes, is its owner's alone and leaves nothing beside it`(
    _ count: Int, _ syncs: Bool
  ) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    // Longer than the new contents, and readable by others.
    try Data(count: count + 10).write(to: URL(filePath: file))
    chmod(file, 0o644)
    try DurableFile.write(content, to: file, syncs: syncs)
    #expect(bytes(file) == content && DurableFile.size(of: file) == count && mode(file) == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["file"])
  }

  /// Each operation in a directory that is not there, with the first words of its error.
  private static let operations: [(words: String, run: @Sendable (String) throws -> Void)] = [
    ("Could not write ", { try DurableFile.write([1], to: $0, syncs: true) }),
    ("Could not protect ", { try DurableFile.protect($0) }),
    ("Could not open ", { try DurableFile.sync($0) }),
    ("Could not keep a copy of ", { try DurableFile.keep($0, as: $0 + ".kept") }),
    ("Could not open ", { try DurableFile.syncDirectory(of: $0) }),
  ]

  @Test(arguments: operations.indices) func `an operation that fails names the file and the reason`(_ index: Int) {
    let (words, run) = Self.operations[index]
    let error = #expect(throws: StoreError.self) { try run(directory.path + "/absent/file") }
    let reason = ": No such file or directory; check that you own it and may write there."
    #expect(error?.code == .unavailable)
    #expect(error?.description.hasPrefix(words + directory.path + "/absent") == true, "\(String(describing: error))")
    #expect(error?.description.hasSuffix(reason) == true, "\(String(describing: error))")
  }

  @Test func `a symlink is neither followed nor replaced by a half-written file`() throws {
    symlink(file + ".target", file + ".new")
    let error = #expect(throws: StoreError.self) { try DurableFile.write([1], to: file, syncs: false) }
    #expect(error?.description.contains(": Too many levels of symbolic links; ") == true)
    DurableFile.touch(file + ".new")
    #expect(bytes(file + ".target") == nil && bytes(file) == nil)
  }

  @Test func `files and directories can be synced, and what can't be is an error`() throws {
    try DurableFile.write([1], to: file, syncs: true)
    try DurableFile.sync(file)
    try DurableFile.sync(directory.path)
    try DurableFile.syncDirectory(of: file)
    try DurableFile.syncDirectory(of: "/file")
    let other = #expect(throws: StoreError.self) { try DurableFile.sync(file, flags: O_DIRECTORY) }
    #expect(other?.description.contains(": Not a directory; ") == true)
    let device = #expect(throws: StoreError.self) { try DurableFile.sync("/dev/null") }
    #expect(device?.description.hasPrefix("Could not write /dev/null: Invalid argument; ") == true)
  }

  @Test func `removing a missing file succeeds, and removing a directory is an error`() throws {
    try DurableFile.remove(file)
    try DurableFile.write([], to: file, syncs: false)
    #expect(DurableFile.size(of: file) == 0)
    try DurableFile.remove(file)
    #expect(DurableFile.size(of: file) == nil)
    #expect(throws: StoreError.self) { try DurableFile.remove(directory.path) }
  }
}
