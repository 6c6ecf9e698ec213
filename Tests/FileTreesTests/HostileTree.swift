// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import FileTrees

/// A scratch directory with trees too deep for a path.
final class HostileTree {
  let path: String

  init() {
    var template = Array("/tmp/sallyport-trees-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? TreeRemoval.remove(path) }

  /// Makes nested directories, each named `name`.
  func nest(_ depth: Int, name: String = "d", mode: mode_t = 0o700) {
    var directory = open(path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<depth {
      mkdirat(directory, name, 0o700)
      let below = openat(directory, name, O_RDONLY | O_DIRECTORY)
      fchmod(directory, mode)
      close(directory)
      directory = below
    }
    close(directory)
  }

  func file(_ name: String, _ text: String = "text") throws {
    try text.write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
  }

  func count(entries: Int = .max - 1) throws -> Int {
    var walk = try TreeWalk(of: try OpenDirectory(path: path), entries: entries)
    var count = 0
    while let step = try walk.step() { if case .entry = step { count += 1 } }
    return count
  }

  /// Every entry's name, in the order of the walk.
  func walked(entries: Int = .max - 1) throws -> [String] {
    var walk = try TreeWalk(of: try OpenDirectory(path: path), entries: entries)
    var found: [String] = []
    while let step = try walk.step() {
      if case .entry(let name, _) = step { found.append((walk.path + [name]).spoken) }
    }
    return found
  }
}
