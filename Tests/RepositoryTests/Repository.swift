// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The checkout that these tests were built from.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The files below `folder` with one of the endings, as paths from the root, sorted.
  static func files(in folder: String, endings: Set<String>) -> [String] {
    let base = root.appending(path: folder)
    guard let walk = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil) else { return [] }
    return walk.compactMap { $0 as? URL }.filter { endings.contains($0.pathExtension) }
      .map { String($0.path.dropFirst(root.path.count + (root.path.hasSuffix("/") ? 0 : 1))) }.sorted()
  }

  /// The folder of each module, `Sources/<group>/<module>`, by the module's name.
  static let modules: [String: String] = {
    let sources = root.appending(path: "Sources").path
    let groups = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
    return groups.reduce(into: [:]) { folders, group in
      for module in (try? FileManager.default.contentsOfDirectory(atPath: "\(sources)/\(group)")) ?? [] {
        folders[module] = "Sources/\(group)/\(module)"
      }
    }
  }()

  /// The modules that the Swift files of `module` import.
  static func imports(of module: String) throws -> Set<String> {
    let files = files(in: modules[module] ?? "", endings: ["swift"])
    return try files.reduce(into: []) { imported, file in imported.formUnion(imports(in: try text(file))) }
  }

  /// The modules that a Swift source imports, without submodules and kinds. Multi-line strings are skipped, because
  /// sources that generate Swift contain imports in them.
  static func imports(in source: String) -> [String] {
    var isQuoted = false
    return source.split(separator: "\n").compactMap { line in
      defer { if line.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) { isQuoted.toggle() } }
      if isQuoted { return nil }
      var words = line.split(whereSeparator: { $0 == " " })[...]
      while let word = words.first, word.hasPrefix("@") || modifiers.contains(String(word)) {
        words = words.dropFirst()
      }
      guard words.first == "import", var name = words.dropFirst().first else { return nil }
      if kinds.contains(String(name)), let next = words.dropFirst(2).first { name = next }
      return String(name.prefix { $0 != "." })
    }
  }

  private static let modifiers: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set<String> = ["class", "enum", "func", "protocol", "struct", "typealias", "var", "let"]
}
