// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// The values that the host keeps by name, and what stands in the place of the store's file.
@Suite struct StoreMetaTests {
  private let directory = StateDirectory()

  @Test func `a value is what was last set, until it is removed`() throws {
    let store = try directory.open()
    let values: [[UInt8]?] = [[1], [], nil, nil, Array(0...255), [UInt8](repeating: 0, count: 9_000), nil, [2]]
    for value in values {
      try store.transaction {
        try $0.setMeta("key", to: value)
        try $0.setMeta("other", to: [7])
        #expect(try $0.meta("key") == value)
      }
      #expect(try store.read { try $0.meta("key") } == value)
      #expect(try store.read { try $0.meta("other") } == [7])
      #expect(try store.read { try $0.meta("KEY") } == nil)
    }
  }

  @Test func `actions run in order after their transaction is durable, and each once`() throws {
    let store = try directory.open()
    var done: [String] = []
    for round in 1...2 {
      try store.transaction { transaction in
        for name in ["a", "b"] { transaction.afterCommit { done.append("\(name)\(round)") } }
        try transaction.setMeta("key", to: [UInt8(round)])
        #expect(done.count == 2 * (round - 1))
      }
    }
    #expect(done == ["a1", "b1", "a2", "b2"])
  }

  @Test func `every file of the state is its owner's alone, while a host runs and after it`() throws {
    func modes() throws -> [String: mode_t] {
      var modes: [String: mode_t] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
        var status = stat()
        try #require(lstat(directory.path + "/" + name, &status) == 0)
        modes[name] = status.st_mode & 0o7777
      }
      return modes
    }
    do {
      let store = try directory.open(.full)
      try store.transaction { try $0.setMeta("key", to: [1]) }
      let open = try modes()
      #expect(Set(open.keys).isSuperset(of: ["host.lock", "state.sqlite", "state.sqlite-wal"]))
      #expect(open.values.allSatisfy { $0 == 0o600 }, "\(open)")
    }
    let closed = try modes()
    #expect(Set(closed.keys).isSuperset(of: ["host.lock", "state.sqlite", "state.sqlite.seal"]))
    #expect(closed.values.allSatisfy { $0 == 0o600 }, "\(closed)")
  }

  /// A link could lead to a file of another program, and anything else is no file.
  @Test(arguments: ["link", "dangling link", "directory"])
  func `what is not the store's own file is neither followed nor replaced`(_ kind: String) throws {
    do { try directory.open().transaction { try $0.setMeta("key", to: [1]) } }
    let file = directory.database
    let other = directory.path + "/other"
    if kind == "link" { try FileManager.default.moveItem(atPath: file, toPath: other) }
    try? FileManager.default.removeItem(atPath: file)
    if kind == "directory" { mkdir(file, 0o700) } else { symlink(other, file) }
    let before = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    let error = #expect(throws: StoreError.self) { try directory.open() }
    #expect(error?.code == .unavailable && error?.description.contains(file) == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == before)
    // The same of a seal that is a link.
    try FileManager.default.removeItem(atPath: file)
    if kind == "link" {
      try FileManager.default.moveItem(atPath: other, toPath: file)
      try FileManager.default.moveItem(atPath: file + ".seal", toPath: other)
      symlink(other, file + ".seal")
      let error = #expect(throws: StoreError.self) { try directory.open() }
      #expect(error?.description.contains("Could not open \(file).seal: ") == true)
    }
  }

  @Test func `a file is a database by its first hundred bytes, and no shorter file is one`() throws {
    mkdir(directory.path, 0o700)
    let magic = Array("SQLite format 3".utf8) + [0]
    let whole = magic + [UInt8](repeating: 0, count: 44) + [0, 0, 0, 7] + [0, 0, 0, 0] + [0x53, 0x4C, 0x50, 0x42]
    for count in [0, 1, 15, 16, 72, 99, 100, 101, 4_096] {
      let bytes = Array((whole + [UInt8](repeating: 0, count: 4_096)).prefix(count))
      try Data(bytes).write(to: URL(filePath: directory.database))
      let expected: StoreHeader =
        count == 0
        ? .empty
        : count < 100 ? .other : .database(applicationID: 0x534C_5042, stamp: StoreStamp(store: 3, isLive: true))
      #expect(try StoreHeader(path: directory.database) == expected, "\(count)")
    }
    for index in magic.indices {
      var bytes = whole + [UInt8](repeating: 0, count: 100)
      bytes[index] ^= 1
      try Data(bytes).write(to: URL(filePath: directory.database))
      #expect(try StoreHeader(path: directory.database) == .other)
    }
    unlink(directory.database)
    #expect(try StoreHeader(path: directory.database) == .absent)
  }
}
