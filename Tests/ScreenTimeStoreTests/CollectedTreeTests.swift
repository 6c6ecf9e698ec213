// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import Synchronization
import Testing

@testable import ScreenTimeStore

/// The entries and sizes that a collector reports for a container that has several directories, or that changes.
@Suite struct CollectedTreeTests {
  /// Keeps the path of each entry, and the size of each file with the bytes that followed.
  private final class Seen: BackupSink {
    var paths: [Int64: String] = [:]
    var sizes: [(size: Int64, bytes: Int64)] = []

    func add(_ entry: BackupEntry) {
      paths[entry.id] = (entry.parent.flatMap { paths[$0] }.map { $0 + "/" } ?? "") + entry.name.description
      if let size = entry.size { sizes.append((size, 0)) }
    }

    func add(_ piece: [UInt8], at position: Int64) { sizes[sizes.count - 1].bytes += Int64(piece.count) }

    func finish() {}
  }

  private let directory = StateDirectory()
  private var container: String { directory.path + "/containers/family" }

  init() throws { try FileManager.default.createDirectory(atPath: container, withIntermediateDirectories: true) }

  @Test func `what is in directories beside each other is collected as their own`() throws {
    var expected: Set<String> = ["containers", "containers/family"]
    for name in ["a", "b", "c"] {
      let inner = "\(container)/\(name)/inner \(name)"
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
      for path in ["\(inner)/deep \(name)", "\(container)/\(name)/file \(name)", "\(container)/beside \(name)"] {
        try Data().write(to: URL(filePath: path))
      }
      for path in ["\(name)", "\(name)/inner \(name)", "\(name)/inner \(name)/deep \(name)", "\(name)/file \(name)"] {
        expected.insert("containers/family/" + path)
      }
      expected.insert("containers/family/beside \(name)")
    }
    let seen = Seen()
    var collector = BackupCollector(into: seen)
    try collector.collect(["containers"], in: directory.path)
    #expect(Set(seen.paths.values) == expected && seen.paths.count == expected.count)
    #expect(collector.omissions == [])
  }

  @Test func `a file that is replaced or removed before it is opened is collected as it is, or not at all`() throws {
    let isOver = Atomic(false)
    let done = DispatchSemaphore(value: 0)
    let (file, away) = (container + "/file", directory.path + "/away")
    let contents = [[UInt8](repeating: 1, count: 1), [UInt8](repeating: 2, count: 3_000)]
    let attacker = Thread {
      while !isOver.load(ordering: .relaxed) {
        for bytes in contents {
          let number = open(away, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
          _ = write(number, bytes, bytes.count)
          close(number)
          rename(away, file)
        }
        unlink(file)
      }
      done.signal()
    }
    attacker.start()
    defer {
      isOver.store(true, ordering: .relaxed)
      done.wait()
    }
    for _ in 0..<1_000 {
      let seen = Seen()
      var collector = BackupCollector(into: seen)
      try collector.collect(["containers"], in: directory.path)
      #expect(seen.sizes.allSatisfy { $0.size == $0.bytes } && collector.omissions == [])
    }
  }
}
