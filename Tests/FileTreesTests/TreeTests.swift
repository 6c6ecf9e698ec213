// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import FileTrees

@Suite struct TreeTests {
  private let tree = HostileTree()

  private var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
  }

  @Test func `walks and removes a hundred thousand nested directories`() throws {
    tree.nest(100_000, name: "directory-\(String(repeating: "n", count: 40))")
    #expect(try tree.count() == 100_000)
    try TreeRemoval.remove(tree.path)
    #expect(access(tree.path, F_OK) != 0)
  }

  @Test func `walks and removes a directory of a hundred thousand entries`() throws {
    let directory = open(tree.path, O_RDONLY | O_DIRECTORY)
    for number in 0..<100_000 { close(openat(directory, "\(number)", O_WRONLY | O_CREAT, 0o600)) }
    close(directory)
    #expect(try tree.count() == 100_000)
    #expect(try tree.count(entries: 50) == 50)
    try TreeRemoval.remove(tree.path)
    #expect(access(tree.path, F_OK) != 0)
  }

  @Test func `holds two descriptors while it walks a directory of many directories`() throws {
    for number in 0..<2_000 { mkdir("\(tree.path)/\(number)", 0o700) }
    var walk = try TreeWalk(of: try OpenDirectory(path: tree.path), entries: 5_000)
    let before = openDescriptors
    var most = 0
    var count = 0
    while let step = try walk.step() {
      if case .entry = step { count += 1 }
      if count % 100 == 0 { most = max(most, openDescriptors) }
    }
    #expect(count == 2_000)
    // Other tests of this process open descriptors too.
    #expect(most < before + 200)
  }

  @Test func `takes names of any bytes and shows them in printable characters`() throws {
    let bytes: [[UInt8]] = [[0xff, 0xfe], [10, 27, 91], [0xe2, 0x80, 0xae], Array(repeating: 0x80, count: 255)]
    let directory = open(tree.path, O_RDONLY | O_DIRECTORY)
    for name in bytes { close(openat(directory, name.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT, 0o600)) }
    close(directory)
    let walked = try tree.walked()
    #expect(Set(walked) == Set(bytes.compactMap { EntryName(bytes: $0)?.description }))
    #expect(walked.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7f).contains($0) } })
    #expect(walked.contains("\\x0a\\x1b["))
    try TreeRemoval.remove(tree.path)
    #expect(access(tree.path, F_OK) != 0)
  }

  @Test(arguments: [[], [46], [46, 46], [47], [97, 47, 98], [97, 0], Array(repeating: 97, count: 256)] as [[UInt8]])
  func `refuses bytes that name no entry`(bytes: [UInt8]) { #expect(EntryName(bytes: bytes) == nil) }

  @Test func `follows no link, and removes links, pipes and sockets without opening them`() throws {
    let outside = HostileTree()
    try outside.file("kept")
    symlink(outside.path, tree.path + "/link")
    mkdir(tree.path + "/below", 0o700)
    symlink(outside.path, tree.path + "/below/link")
    mkfifo(tree.path + "/pipe", 0o600)
    mknod(tree.path + "/socket", S_IFSOCK | 0o600, 0)
    #expect(try Set(tree.walked()) == ["link", "below", "below/link", "pipe", "socket"])
    let root = try OpenDirectory(path: tree.path)
    for name in ["link", "pipe", "socket"] {
      #expect(throws: TreeError.self) { close(try root.file(try #require(EntryName(name)))) }
    }
    try TreeRemoval.remove(tree.path)
    #expect(access(tree.path, F_OK) != 0)
    #expect(access(outside.path + "/kept", F_OK) == 0)
  }

  @Test func `removes directories whose modes deny their owner access`() throws {
    mkdir(tree.path + "/a", 0o700)
    mkdir(tree.path + "/a/b", 0o700)
    try tree.file("a/b/file")
    for path in ["/a/b", "/a", ""] { chmod(tree.path + path, 0) }
    try TreeRemoval.remove(tree.path)
    #expect(access(tree.path, F_OK) != 0)
  }

  @Test func `a walk and a removal stay in their tree while directories are swapped`() throws {
    let outside = HostileTree()
    for number in 0..<50 { try outside.file("\(number)") }
    let path = tree.path
    let isOver = Atomic(false)
    mkdir(path + "/a", 0o700)
    mkdir(path + "/a/b", 0o700)
    for number in 0..<50 { try tree.file("a/b/own-\(number)") }
    let attacker = Thread { [outside = outside.path] in
      while !isOver.load(ordering: .relaxed) {
        rename(path + "/a/b", path + "/b")
        symlink(outside, path + "/a/b")
        unlink(path + "/a/b")
        rename(path + "/b", path + "/a/b")
      }
    }
    attacker.start()
    for _ in 0..<500 {
      let names = try tree.walked(entries: 1_000)
      #expect(names.allSatisfy { name in !name.hasSuffix("/0") && !name.hasSuffix("/49") })
    }
    isOver.store(true, ordering: .relaxed)
    while !attacker.isFinished { sched_yield() }
    try TreeRemoval.remove(path)
    #expect(try outside.walked().count == 50)
  }
}
