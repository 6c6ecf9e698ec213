// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import ScreenTimeRules
import Synchronization
import Testing

@testable import ScreenTimeStore

/// The part of a backup that comes from directories that extensions write to.
@Suite struct BackupCollectorTests {
  /// Keeps the entries it receives, with full paths.
  private final class Kept: BackupSink {
    var paths: [Int64: String] = [:]
    var order: [String] = []
    var bodies: [String: [UInt8]] = [:]
    var pieces: [Int] = []
    private var file = ""
    /// Called with each entry when it is added, before its contents are read.
    var meets: (String) -> Void = { _ in }

    func add(_ entry: BackupEntry) {
      defer { meets(file) }
      file = (entry.parent.flatMap { paths[$0] }.map { $0 + "/" } ?? "") + entry.name.description
      paths[entry.id] = file
      order.append(file)
      if let size = entry.size { bodies[file] = [UInt8](repeating: 0, count: Int(size)) }
    }

    func add(_ piece: [UInt8], at position: Int64) {
      defer { meets("\(file)@\(position)") }
      pieces.append(piece.count)
      bodies[file]?.replaceSubrange(Int(position)..<Int(position) + piece.count, with: piece)
    }

    func finish() {}
  }

  private let directory = StateDirectory()
  private var container: String { directory.path + "/containers/family" }
  private var outside: String { directory.path + "/secret" }

  init() throws {
    try FileManager.default.createDirectory(atPath: container + "/inner", withIntermediateDirectories: true)
    try Data("own".utf8).write(to: URL(filePath: container + "/inner/file"))
    try Data("another program's".utf8).write(to: URL(filePath: outside))
  }

  private func collected(_ budget: BackupBudget = BackupBudget()) throws -> (kept: Kept, omissions: [String]) {
    let kept = Kept()
    var collector = BackupCollector(into: kept, budget: budget)
    try collector.collect(["absent", "containers"], in: directory.path)
    return (kept, collector.omissions)
  }

  @Test func `collects directories before their contents, and whole files`() throws {
    let long = Data((0..<2_200_000).map { UInt8(truncatingIfNeeded: $0) })
    try long.write(to: URL(filePath: container + "/long"))
    let (kept, omissions) = try collected()
    #expect(
      Set(kept.order) == [
        "containers", "containers/family", "containers/family/inner", "containers/family/inner/file",
        "containers/family/long",
      ])
    #expect(kept.bodies["containers/family/long"] == Array(long))
    #expect(kept.bodies["containers/family/inner/file"] == Array("own".utf8))
    #expect(omissions.isEmpty)
    #expect(Array(kept.paths.keys.sorted()) == [1, 2, 3, 4, 5])
    #expect(kept.pieces.allSatisfy { (1...1_048_576).contains($0) } && kept.pieces.count == 4)
  }

  @Test func `the default budget is the one of docs/durability.md`() {
    let budget = BackupBudget()
    #expect(budget.entries == 262_144 && budget.bytes == 1_073_741_824 && budget.time == .seconds(120))
  }

  @Test func `a container that uses up its budget exactly is whole, and one unit more is not`() throws {
    // The directory and its file.
    #expect(try collected(BackupBudget(entries: 2)).omissions.isEmpty)
    #expect(
      try collected(BackupBudget(entries: 1)).omissions
        == ["containers/family holds more than 1 entries; the rest of it is not in the backup."])
    var status = stat()
    #expect(stat(container + "/inner/file", &status) == 0)
    let bytes = Int64(status.st_blocks) * 512
    #expect(try collected(BackupBudget(bytes: bytes)).omissions.isEmpty)
    let (kept, omissions) = try collected(BackupBudget(bytes: bytes - 1))
    #expect(omissions == ["containers/family holds more than \(bytes - 1) bytes; the rest of it is not in the backup."])
    #expect(kept.bodies.isEmpty && kept.order.last == "containers/family/inner")
    #expect(
      try collected(BackupBudget(time: .zero)).omissions
        == ["containers/family takes more than 0.0 seconds to read; the rest of it is not in the backup."])
  }

  @Test func `counts the omissions of each container separately`() throws {
    for name in ["a", "b", "c"] {
      try FileManager.default.createDirectory(
        atPath: directory.path + "/containers/" + name, withIntermediateDirectories: true)
    }
    symlink("/", directory.path + "/containers/a/link")
    symlink("/", directory.path + "/containers/c/link")
    symlink("/", directory.path + "/containers/c/other")
    #expect(
      try collected().omissions.map { $0.prefix { $0 != "," } } == [
        "containers/a: 1 symlinks left out", "containers/c: 2 symlinks left out",
      ])
  }

  @Test func `a sparse file that begins with data is read where it has data`() throws {
    let file = open(container + "/sparse", O_WRONLY | O_CREAT, 0o600)
    ftruncate(file, 64 << 20)
    for place in [0, 20 << 20, 40 << 20] as [off_t] { pwrite(file, "data", 4, place) }
    close(file)
    let kept = try collected().kept
    #expect(kept.pieces.reduce(0, +) < 4 << 20)
    let body = try #require(kept.bodies["containers/family/sparse"])
    #expect(body.count == 64 << 20)
    for place in [0, 20 << 20, 40 << 20] { #expect(Array(body[place..<place + 5]) == [0x64, 0x61, 0x74, 0x61, 0]) }
    #expect(body.count { $0 != 0 } == 12)
  }

  @Test func `a file after one that ends with a hole is read whole`() throws {
    for name in ["a", "b", "c", "d"] {
      let file = open("\(container)/\(name)", O_WRONLY | O_CREAT, 0o600)
      #expect(write(file, name, 1) == 1 && ftruncate(file, 1 << 20) == 0)
      close(file)
    }
    let kept = try collected().kept
    for name in ["a", "b", "c", "d"] {
      #expect(kept.bodies["containers/family/\(name)"]?.first == name.utf8.first, "\(name)")
    }
  }

  @Test func `collects only the data of a sparse file`() throws {
    let file = open(container + "/sparse", O_WRONLY | O_CREAT, 0o600)
    ftruncate(file, 8 << 30)
    pwrite(file, "tail", 4, 5 << 30)
    close(file)
    let target = directory.path + "/restored"
    mkdir(target, 0o700)
    var collector = BackupCollector(into: try BackupUnpacker(into: target))
    try collector.collect(["containers"], in: directory.path)
    var status = stat()
    #expect(stat(target + "/containers/family/sparse", &status) == 0)
    #expect(status.st_size == 8 << 30 && status.st_blocks * 512 < 1 << 20)
    let copy = open(target + "/containers/family/sparse", O_RDONLY)
    var bytes = [UInt8](repeating: 1, count: 6)
    #expect(pread(copy, &bytes, 6, off_t(5 << 30) - 1) == 6)
    #expect(bytes == [0] + Array("tail".utf8) + [0])
    close(copy)
  }

  @Test func `leaves out and names links, pipes and sockets without blocking on them`() throws {
    try FileManager.default.createSymbolicLink(atPath: container + "/link", withDestinationPath: outside)
    try FileManager.default.createSymbolicLink(atPath: container + "/up", withDestinationPath: directory.path)
    #expect(mkfifo(container + "/pipe", 0o600) == 0)
    #expect(mknod(container + "/socket", S_IFSOCK | 0o600, 0) == 0)
    let (kept, omissions) = try collected()
    #expect(
      Set(kept.order) == [
        "containers", "containers/family", "containers/family/inner", "containers/family/inner/file",
      ])
    #expect(omissions.count == 3)
    #expect(omissions.contains { $0.hasPrefix("containers/family: 2 symlinks left out, the first is ") })
    #expect(omissions.contains("containers/family: 1 pipes left out, the first is containers/family/pipe."))
    #expect(omissions.contains("containers/family: 1 sockets left out, the first is containers/family/socket."))
  }

  @Test(arguments: [0, 1, 1_048_576, 1_048_577, 3_000_000], [nil, 1_048_576])
  func `a file that changes while it is read has what it still has of its first length`(
    _ length: Int, _ after: Int64?
  ) throws {
    let whole = [UInt8](repeating: 7, count: 2_500_000)
    let path = container + "/changing"
    try Data(whole).write(to: URL(filePath: path))
    let kept = Kept()
    let moment = "containers/family/changing" + (after.map { "@\($0)" } ?? "")
    kept.meets = { if $0 == moment { truncate(path, length) } }
    var collector = BackupCollector(into: kept)
    try collector.collect(["containers"], in: directory.path)
    let body = try #require(kept.bodies["containers/family/changing"])
    // The bytes read before the change are kept.
    let read = max(min(length, whole.count), after.map { Int($0) + 1_048_576 } ?? 0)
    let zeros = [UInt8](repeating: 0, count: whole.count - read)
    #expect(body == Array(whole[..<read]) + zeros)
    #expect(kept.order.count == 5)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become another user"), arguments: [false, true])
  func `leaves out what the host may not read, with its name and the reason`(isDirectory: Bool) async throws {
    let closed = container + "/closed"
    if isDirectory { mkdir(closed, 0o700) } else { try Data("another's".utf8).write(to: URL(filePath: closed)) }
    chmod(closed, 0o700)
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      try #require(setgroups(0, nil) == 0 && setgid(61_002) == 0 && setuid(61_002) == 0)
      let kept = Kept()
      var collector = BackupCollector(into: kept)
      try collector.collect(["containers"], in: path)
      let place = "containers/family/closed (Permission denied)"
      #expect(collector.omissions == ["containers/family: 1 unreadable left out, the first is \(place)."])
      #expect(kept.bodies.keys.sorted() == ["containers/family/inner/file"])
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become another user"))
  func `an ordinary host reads what an extension has closed to itself`() async {
    await #expect(processExitsWith: .success) {
      try #require(setgroups(0, nil) == 0 && setgid(61_002) == 0 && setuid(61_002) == 0)
      let directory = StateDirectory()
      let inner = directory.path + "/containers/family/inner"
      try FileManager.default.createDirectory(atPath: inner + "/deeper", withIntermediateDirectories: true)
      for path in ["/file", "/deeper/file"] {
        try Data("own".utf8).write(to: URL(filePath: inner + path))
        chmod(inner + path, 0)
      }
      for path in [inner + "/deeper", inner] { chmod(path, 0) }
      let kept = Kept()
      var collector = BackupCollector(into: kept)
      try collector.collect(["containers"], in: directory.path)
      #expect(collector.omissions == [])
      for path in ["/file", "/deeper/file"] {
        #expect(kept.bodies["containers/family/inner" + path] == Array("own".utf8), "\(path)")
      }
    }
  }

  @Test func `one container beyond its budget is named and leaves the others whole`() throws {
    let other = directory.path + "/containers/aaa"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    for number in 0..<100 { try Data("x".utf8).write(to: URL(filePath: "\(other)/\(number)")) }
    let (kept, omissions) = try collected(BackupBudget(entries: 40))
    #expect(kept.bodies["containers/family/inner/file"] == Array("own".utf8))
    #expect(kept.order.filter { $0.hasPrefix("containers/aaa/") }.count == 40)
    #expect(omissions == ["containers/aaa holds more than 40 entries; the rest of it is not in the backup."])
    let (_, byBytes) = try collected(BackupBudget(bytes: 4096))
    #expect(byBytes == ["containers/aaa holds more than 4096 bytes; the rest of it is not in the backup."])
  }

  @Test func `an extension that swaps its files for links gets no other file into the backup`() throws {
    let isOver = Atomic(false)
    let (inner, container, outside, directory) = (container + "/inner", container, outside, directory.path)
    let other = directory + "/other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try Data("another program's".utf8).write(to: URL(filePath: other + "/file"))
    // The thread swaps a file for a link, and then the directory above it.
    let attacker = Thread {
      while !isOver.load(ordering: .relaxed) {
        symlink(outside, container + "/bait")
        rename(container + "/bait", inner + "/file")
        close(creat(container + "/plain", 0o600))
        rename(container + "/plain", inner + "/file")
        rename(inner, container + "/away")
        symlink(other, inner)
        unlink(inner)
        rename(container + "/away", inner)
      }
    }
    attacker.start()
    defer { isOver.store(true, ordering: .relaxed) }
    for _ in 0..<2_000 {
      let bodies = try collected().kept.bodies.values.map { String(decoding: $0, as: UTF8.self) }
      #expect(!bodies.contains("another program's"))
    }
  }
}

/// Backups of states whose containers hold entries that no path reaches.
@Suite struct HostileBackupTests {
  private let directory = StateDirectory()
  private var state: String { directory.path + "/state" }
  private var file: String { directory.path + "/backup" }

  init() throws {
    mkdir(directory.path, 0o700)
    let store = try DeviceStore(directory: state, durability: .simulated)
    try store.transaction { try $0.setMeta("number", to: [1]) }
    for family in ["deep", "honest"] {
      try FileManager.default.createDirectory(
        atPath: state + "/containers/" + family, withIntermediateDirectories: true)
    }
    try Data("kept".utf8).write(to: URL(filePath: state + "/containers/honest/file"))
  }

  /// Makes a backup, restores it to another directory and returns both.
  private func roundTrip() throws -> (backup: StoreBackup, restored: String) {
    let backup = try StoreBackup.make(
      of: state, parts: ["containers"], at: file, madeAt: Timestamp(milliseconds: 0), version: "1")
    let target = directory.path + "/restored"
    _ = try StoreBackup(path: file).restore(to: target) { _ in }
    return (backup, target)
  }

  private func names(in path: String) throws -> [EntryName] {
    var walk = try TreeWalk(of: try OpenDirectory(path: path), entries: 1_000_000)
    var names: [EntryName] = []
    while let step = try walk.step() { if case .entry(let name, _) = step { names.append(name) } }
    return names
  }

  @Test func `backs up a tree deeper than any path and everything beside it`() throws {
    var number = open(state + "/containers/deep", O_RDONLY | O_DIRECTORY)
    for _ in 0..<20_000 {
      mkdirat(number, "directory", 0o700)
      let below = openat(number, "directory", O_RDONLY | O_DIRECTORY)
      close(number)
      number = below
    }
    close(openat(number, "bottom", O_WRONLY | O_CREAT, 0o600))
    close(number)
    let (backup, restored) = try roundTrip()
    #expect(backup.omissions.isEmpty)
    let names = try names(in: restored + "/containers/deep")
    #expect(names.count == 20_001 && names.last?.description == "bottom")
    #expect(try String(contentsOfFile: restored + "/containers/honest/file", encoding: .utf8) == "kept")
  }

  @Test func `backs up names of any bytes, and ten thousand files`() throws {
    let deep = try OpenDirectory(path: state + "/containers/deep")
    var made: Set<EntryName> = []
    for bytes in [[0xff, 0xfe], [10, 27, 91, 0x9b], [0xe2, 0x80, 0xae], [32], [45, 45]] as [[UInt8]] {
      let name = try #require(EntryName(bytes: bytes))
      close(openat(deep.number, name.cString, O_WRONLY | O_CREAT, 0o600))
      made.insert(name)
    }
    for number in 0..<10_000 {
      let name = try #require(EntryName("\(number)"))
      close(openat(deep.number, name.cString, O_WRONLY | O_CREAT, 0o600))
      made.insert(name)
    }
    let (_, restored) = try roundTrip()
    #expect(try Set(names(in: restored + "/containers/deep")) == made)
  }
}
