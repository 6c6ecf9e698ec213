// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// Directories that can't hold a state, and obstacles where a store's files belong.
@Suite struct StateDirectoryLockTests {
  private let directory = StateDirectory()
  private var path: String { directory.path }

  init() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func refusal() -> StoreError? { #expect(throws: StoreError.self) { try directory.open() } }

  /// The names that a host's own directories have below the state, each with a link in its place.
  @Test(arguments: ["containers", "keys", "programs", "recordings", "running", "views"])
  func `refuses a link or a file in place of one of the host's directories`(_ part: String) throws {
    let place = "\(path)/\(part)"
    let sentence = "\(place) is not a directory of the host's; move it out of the state."
    symlink("/tmp", place)
    #expect(refusal()?.description == sentence)
    unlink(place)
    try Data().write(to: URL(filePath: place))
    #expect(refusal()?.description == sentence)
    unlink(place)
    mkdir(place, 0o700)
    _ = try directory.open()
  }

  @Test(arguments: [0o700, 0o711, 0o722, 0o720, 0o702, 0o744, 0o755, 0o777] as [mode_t])
  func `a directory that others may write is refused, one that they may read becomes private`(_ mode: mode_t) throws {
    chmod(path, mode)
    guard mode & 0o022 == 0 else {
      #expect(
        refusal()?.description
          == "The state directory \(path) can be written by others; look at what is in it, then run chmod 700 on it.")
      return
    }
    _ = try directory.open()
    var status = stat()
    // With search permission alone, others open only the files that they may read.
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == (mode == 0o711 ? 0o711 : 0o700))
  }

  @Test func `refuses a link to a directory, and a file`() throws {
    for suffix in ["", "/", "//"] {
      symlink(path, path + ".link")
      defer { unlink(path + ".link") }
      let error = #expect(throws: StoreError.self) {
        try ScreenTimeStore.StateDirectory.examine(path + ".link" + suffix)
      }
      #expect(error?.description.contains("is a symbolic link; name the directory it leads to") == true)
    }
    try Data().write(to: URL(filePath: path + "/file"))
    let error = #expect(throws: StoreError.self) { try ScreenTimeStore.StateDirectory.examine(path + "/file") }
    #expect(error?.description == "The state directory \(path)/file is not a directory.")
    let below = #expect(throws: StoreError.self) { try ScreenTimeStore.StateDirectory.examine(path + "/file/state") }
    #expect(below?.description == "\(path)/file/state can't be examined: Not a directory.")
    try ScreenTimeStore.StateDirectory.examine(path + "/missing")
    // The root directory belongs to root, so only root may use it.
    if geteuid() == 0 {
      try ScreenTimeStore.StateDirectory.examine("/")
    } else {
      let root = #expect(throws: StoreError.self) { try ScreenTimeStore.StateDirectory.examine("/") }
      #expect(root?.description == "The state directory / belongs to another user; choose one of your own.")
    }
  }

  @Test func `names a lock that is a link, and does not follow it`() throws {
    symlink(path + "/elsewhere", path + "/host.lock")
    let error = refusal()
    #expect(error?.code == .unavailable)
    #expect(
      error?.description
        == "Could not open \(path)/host.lock: Too many levels of symbolic links; check that you own it.")
    #expect(access(path + "/elsewhere", F_OK) != 0)
  }

  @Test func `a directory whose restore did not finish is named, unless the state is there`() throws {
    mkdir(path + "/state.restoring", 0o700)
    let state = path + "/state"
    let error = #expect(throws: StoreError.self) { try DeviceStore(directory: state, durability: .simulated) }
    #expect(
      error?.description
        == "A restore of \(state) did not finish; run `sallyport restore` again, or remove \(state).restoring.")
    #expect(access(state, F_OK) != 0)
    mkdir(state, 0o700)
    _ = try DeviceStore(directory: state, durability: .simulated)
  }

  /// The kernel keeps a lock for as long as a copy of its descriptor is open, as in a child before its exec.
  @Test func `a closed store is free at once, while a copy of its lock's descriptor is still open`() throws {
    var copy: Int32 = -1
    func open() throws {
      let store = try directory.open()
      let held = try #require(descriptors.first { $0.file == path + "/host.lock" })
      copy = dup(held.number)
      #expect(copy >= 0 && refusal()?.code == .inUse)
      #expect(descriptors.filter { $0.file == held.file }.count == 2)
      try store.transaction { try $0.save(.sample(), replacing: nil) }
    }
    try open()
    defer { close(copy) }
    _ = try directory.open()
  }

  @Test func `waits for the lock while a child of a host that was just killed holds it`() throws {
    let lock = Glibc.open(path + "/host.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    Thread.detachNewThread {
      usleep(20_000)
      flock(lock, LOCK_UN)
    }
    _ = try directory.open()
  }

  // MARK: Files beside it

  @Test func `a kept file gets a free name, and a file that is kept twice gets one name`() throws {
    let file = path + "/file"
    try Data("first".utf8).write(to: URL(filePath: file))
    #expect(try DurableFile.keep(file, as: file + ".kept") == file + ".kept")
    #expect(try DurableFile.keep(file, as: file + ".kept") == file + ".kept")
    for number in 2...3 {
      unlink(file)
      try Data("file \(number)".utf8).write(to: URL(filePath: file))
      #expect(try DurableFile.keep(file, as: file + ".kept") == file + ".kept.\(number)")
    }
    #expect(try String(contentsOfFile: file + ".kept", encoding: .utf8) == "first")
    let error = #expect(throws: StoreError.self) { try DurableFile.keep(file, as: path + "/missing/kept") }
    #expect(error?.description.hasPrefix("Could not keep a copy of \(file): No such file or directory") == true)
  }

  @Test func `a small file is replaced whole, by one that only its owner may read`() throws {
    let file = path + "/small"
    for text in ["a longer text", "short", ""] {
      try DurableFile.write(Array(text.utf8), to: file, syncs: text == "short")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
      #expect(DurableFile.size(of: file) == text.utf8.count)
      chmod(file, 0o644)
    }
    try DurableFile.write([1], to: file, syncs: false)
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    try DurableFile.remove(file)
    try DurableFile.remove(file)
    #expect(DurableFile.size(of: file) == nil)
    #expect(throws: StoreError.self) { try DurableFile.protect(file) }
    mkdir(file, 0o700)
    #expect(throws: StoreError.self) { try DurableFile.write([1], to: file, syncs: false) }
    #expect(throws: StoreError.self) { try DurableFile.remove(file) }
  }

  @Test func `touching a file creates it and leaves an existing one alone`() throws {
    let file = path + "/touched"
    DurableFile.touch(file)
    #expect(DurableFile.size(of: file) == 0 && open == [])
    try Data("kept".utf8).write(to: URL(filePath: file))
    DurableFile.touch(file)
    #expect(DurableFile.size(of: file) == 4)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to make a device that is always full"))
  func `a disk without room for a small file leaves the file as it was`() throws {
    let file = path + "/small"
    try DurableFile.write([1, 2], to: file, syncs: false)
    try #require(mknod(file + ".new", S_IFCHR | 0o600, 0x107) == 0)
    let error = #expect(throws: StoreError.self) { try DurableFile.write([3], to: file, syncs: false) }
    #expect(error?.description == "Could not write \(file): No space left on device; free some space.")
    #expect(try Data(contentsOf: URL(filePath: file)) == Data([1, 2]))
  }

  /// This process's descriptors of files below the directory.
  private var descriptors: [(number: Int32, file: String)] {
    let own = "/proc/self/fd"
    return ((try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []).compactMap { name in
      guard let number = Int32(name),
        let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(own)/\(name)")
      else { return nil }
      return (number, file)
    }.filter { $0.file.hasPrefix(path) }
  }

  private var open: [String] { descriptors.map(\.file) }

  @Test func `no descriptor stays open after a store is closed, refused, sealed, backed up and restored`() throws {
    func make() throws {
      let store = try directory.open(.full)
      try store.transaction { try $0.save(.sample(), replacing: nil) }
      #expect(open.contains(path + "/host.lock"))
    }
    try make()
    #expect(open == [])
    mkdir(path + "/containers", 0o700)
    for name in ["a", "b"] {
      mkdir("\(path)/containers/\(name)", 0o700)
      try Data("text".utf8).write(to: URL(filePath: "\(path)/containers/\(name)/file"))
    }
    let backup = try StoreBackup.make(
      of: path, parts: ["containers"], at: path + "/backup", madeAt: Timestamp(milliseconds: 1), version: "1")
    #expect(open == [])
    #expect(try backup.restore(to: path + "/restored", judge: { _ in }) == nil)
    #expect(open == [])
    try DeviceStore.copy(path, parts: ["containers"], to: path + "/copy")
    #expect(open == [])
    try Data("sealed with wax".utf8).write(to: URL(filePath: directory.database + ".seal"))
    #expect(refusal()?.code == .corrupt)
    try Data("no database".utf8).write(to: URL(filePath: directory.database))
    #expect(refusal()?.code == .foreign)
    #expect(open == [])
  }
}
