// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// A hostile program fills a container; the host must still be able to measure and remove it.
@Suite struct ContainerTests {
  private let budget = ContainerBudget(bytes: 1 << 20, entries: 20, depth: 5)

  private func withContainer(_ body: (String) throws -> Void) throws {
    let fixture = try SandboxFixture()
    let path = fixture.directory + "/budget"
    mkdir(path, 0o700)
    try body(path)
    #expect(ContainerRemoval.remove(path))
    #expect(FileSystem.status(path) == nil)
  }

  /// Makes nested directories by descriptor, since the path would be too long for any call.
  private func nest(_ depth: Int, in path: String) {
    var directory = open(path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<depth {
      mkdirat(directory, "d", 0o700)
      let below = openat(directory, "d", O_RDONLY | O_DIRECTORY)
      close(directory)
      directory = below
    }
    close(directory)
  }

  @Test func `a container within its budget is measured as such`() throws {
    try withContainer { path in
      for number in 0..<10 { try "text".write(toFile: "\(path)/\(number)", atomically: false, encoding: .utf8) }
      nest(4, in: path)
      #expect(budget.excess(of: path) == nil)
    }
  }

  @Test func `an excess of bytes, entries or depth is named`() throws {
    try withContainer { path in
      nest(5, in: path)
      #expect(budget.excess(of: path) == .depth(limit: 5))
    }
    try withContainer { path in
      for number in 0..<21 { try "".write(toFile: "\(path)/\(number)", atomically: false, encoding: .utf8) }
      #expect(budget.excess(of: path) == .entries(limit: 20))
    }
    try withContainer { path in
      #expect(FileManager.default.createFile(atPath: path + "/big", contents: Data(count: 2 << 20)))
      #expect(budget.excess(of: path) == .bytes(limit: 1 << 20))
    }
  }

  @Test func `a symlink, a FIFO and a directory that cannot be read are refused by name`() throws {
    try withContainer { path in
      symlink("/etc", path + "/link")
      #expect(budget.excess(of: path) == .special)
    }
    try withContainer { path in
      mkfifo(path + "/fifo", 0o600)
      #expect(budget.excess(of: path) == .special)
    }
    #expect(budget.excess(of: "/nowhere") == .unreadable)
  }

  @Test func `two thousand nested directories are measured and removed without following them down`() throws {
    try withContainer { path in
      nest(2000, in: path)
      #expect(ContainerBudget.standard.excess(of: path) == .depth(limit: 64))
    }
  }

  @Test func `removal follows no symlink and takes names of any bytes`() throws {
    let fixture = try SandboxFixture()
    let kept = fixture.directory + "/kept"
    mkdir(kept, 0o700)
    try "kept".write(toFile: kept + "/file", atomically: false, encoding: .utf8)
    try withContainer { path in
      symlink(kept, path + "/link")
      mkdir(path + "/below", 0o700)
      symlink(kept, path + "/below/link")
      let name: [CChar] = [47, -1, -2, 10, 27, 0]
      let file = open(path.utf8CString.dropLast() + name, O_WRONLY | O_CREAT, 0o600)
      #expect(file >= 0)
      close(file)
    }
    #expect(FileSystem.status(kept + "/file") != nil)
  }
}
