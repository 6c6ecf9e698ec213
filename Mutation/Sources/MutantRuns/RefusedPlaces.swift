// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The keys of places that the compiler refused in an earlier run, so that a repeated seed is built at once.
///
/// A key names the line's text, so a line that was edited is tried again.
package struct RefusedPlaces {
  private let file: URL
  package private(set) var keys: Set<String>

  package init(file: URL) {
    self.file = file
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    keys = Set(text.split(separator: "\n").map(String.init))
  }

  package mutating func add(_ more: Set<String>) throws {
    keys.formUnion(more)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(keys.sorted().map { $0 + "\n" }.joined().utf8).write(to: file)
  }
}
