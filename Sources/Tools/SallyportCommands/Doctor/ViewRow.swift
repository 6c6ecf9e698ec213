// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Sandboxing

/// A row of the files that an extension would see.
struct ViewRow: Encodable, Equatable {
  enum Kind: String, Encodable {
    case directory, file, link, special
    /// A directory with everything below it.
    case tree
  }

  var path: String
  var kind: Kind
  /// The size of a file, or of all files of a tree.
  var bytes: Int64?
  /// The number of files in a tree.
  var files: Int?
  /// The number of symlinks in a tree.
  var links: Int?
  /// The target of a symlink.
  var target: String?

  /// A tree with more files than this is shown as one row.
  private static let longTree = 8
  /// Paths up to this depth are always shown one by one.
  private static let shownDepth = 3

  /// - Parameters:
  ///   - items: sorted by path.
  ///   - all: whether each file of a long tree has a row.
  static func rows(of items: [PlanReview.Item], all: Bool) -> [ViewRow] {
    if all { return items.map(ViewRow.init) }
    var trees: [String: ViewRow] = [:]
    for item in items {
      for tree in directories(above: item.path) {
        trees[tree, default: ViewRow(path: tree, kind: .tree, bytes: 0, files: 0, links: 0)].add(item)
      }
    }
    let long = trees.filter { $0.value.files ?? 0 > longTree }
    return items.compactMap { item in
      if directories(above: item.path).contains(where: { long[$0] != nil }) { return nil }
      return long[item.path] ?? ViewRow(item)
    }
  }

  private init(
    path: String, kind: Kind, bytes: Int64? = nil, files: Int? = nil, links: Int? = nil, target: String? = nil
  ) {
    self.path = path
    self.kind = kind
    self.bytes = bytes
    self.files = files
    self.links = links
    self.target = target
  }

  private init(_ item: PlanReview.Item) {
    switch item.kind {
    case .directory: self.init(path: item.path, kind: .directory)
    case .file(let bytes): self.init(path: item.path, kind: .file, bytes: bytes)
    case .link(let target): self.init(path: item.path, kind: .link, target: target)
    case .special: self.init(path: item.path, kind: .special)
    }
  }

  private mutating func add(_ item: PlanReview.Item) {
    switch item.kind {
    case .file(let more):
      bytes = (bytes ?? 0) + more
      files = (files ?? 0) + 1
    case .link: links = (links ?? 0) + 1
    case .directory, .special: break
    }
  }

  /// The directories above a path that may be shown as one row.
  private static func directories(above path: String) -> [String] {
    let parts = path.split(separator: "/")
    guard parts.count > shownDepth else { return [] }
    return (shownDepth..<parts.count).map { "/" + parts[..<$0].joined(separator: "/") }
  }
}
