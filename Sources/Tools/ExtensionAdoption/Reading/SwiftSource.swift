// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A Swift file with the properties that adoption needs.
struct SwiftSource: Hashable, Sendable {
  struct Import: Hashable, Sendable {
    var module: String
    var line: Int
    /// Indicates whether the import is inside `#if`, where the compiler decides.
    var isConditional: Bool
    /// Indicates whether the import names a submodule, such as `os.log`, rather than a declaration.
    var isSubmodule = false
    /// Indicates whether the import depends on `canImport`, so that the file also compiles without the module.
    var isGuarded = false
  }

  struct Declaration: Hashable, Sendable {
    /// The keyword, such as `class` or `struct`.
    var keyword: String
    var name: String
    /// The superclass and protocols, without generic arguments and module names.
    var inherits: [String]
    var isMain: Bool
    var line: Int
  }

  /// The path of the file.
  let path: String
  let text: SourceText
  let imports: [Import]
  let declarations: [Declaration]

  init(path: String) throws {
    guard let content = String(data: try InputFile.data(path, mostBytes: InputFile.mostSourceBytes), encoding: .utf8)
    else {
      throw AdoptionError("\(path) can't be read as UTF-8 text.")
    }
    self.init(content.replacingOccurrences(of: "\r\n", with: "\n"), path: path)
  }

  init(_ content: String, path: String) {
    self.path = path
    text = SourceText(content)
    imports = Self.imports(text.code)
    declarations = Self.declarations(text.code)
  }

  var name: String { String(path.split(separator: "/").last ?? "") }
  var hasMain: Bool { text.mentions("@main") || text.code.contains { $0.contains("@main") } }

  // MARK: - Imports

  private static func imports(_ code: [String]) -> [Import] {
    var found: [Import] = []
    var conditions: [Bool] = []
    for (index, line) in code.enumerated() {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ";" })
      if words.first == "#if" { conditions.append(line.contains("canImport")) }
      if words.first == "#elseif", !conditions.isEmpty, line.contains("canImport") {
        conditions[conditions.count - 1] = true
      }
      if words.first == "#endif", !conditions.isEmpty { conditions.removeLast() }
      guard let place = words.firstIndex(of: "import"), words[..<place].allSatisfy(isImportAttribute) else { continue }
      var rest = words[(place + 1)...]
      let kinds: Set<Substring> = ["class", "struct", "enum", "protocol", "func", "var", "let", "typealias"]
      let isDeclaration = rest.first.map(kinds.contains) == true
      if isDeclaration { rest = rest.dropFirst() }
      guard let name = rest.first, let module = name.split(separator: ".").first else { continue }
      found.append(
        Import(
          module: String(module), line: index + 1, isConditional: !conditions.isEmpty,
          isSubmodule: !isDeclaration && name.contains("."), isGuarded: conditions.contains(true)))
    }
    return found
  }

  private static func isImportAttribute(_ word: Substring) -> Bool {
    word.hasPrefix("@") || ["public", "internal", "private", "fileprivate", "package"].contains(word)
  }

  // MARK: - Declarations

  private static func declarations(_ code: [String]) -> [Declaration] {
    var found: [Declaration] = []
    var isMain = false
    for (index, line) in code.enumerated() {
      if line.contains("@main") { isMain = true }
      for keyword in ["class", "struct", "enum", "actor"] {
        guard let range = line.firstRange(ofWord: keyword) else { continue }
        // `class func` and `class var` do not declare a class.
        let rest = line[range.upperBound...].drop(while: \.isWhitespace)
        let name = String(rest.prefix(while: \.isPartOfName))
        guard !name.isEmpty, !["func", "var", "let", "override", "final", "subscript"].contains(name) else { continue }
        let heritage = Self.heritage(after: name, in: rest, following: code[(index + 1)...])
        found.append(
          Declaration(keyword: keyword, name: name, inherits: heritage, isMain: isMain, line: index + 1))
        isMain = false
        break
      }
    }
    return found
  }

  /// The inherited types: the text between the colon and the brace, on this line or the following ones.
  private static func heritage(after name: String, in line: Substring, following: ArraySlice<String>) -> [String] {
    var text = String(line.dropFirst(name.count))
    for next in following.prefix(6) where !text.contains("{") { text += " " + next }
    text = String(text.prefix { $0 != "{" })
    if let condition = text.firstRange(ofWord: "where") { text = String(text[..<condition.lowerBound]) }
    guard let colon = text.firstIndex(of: ":") else { return [] }
    var depth = 0
    let flat = text[text.index(after: colon)...].filter { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth == 0
    }
    return flat.split(separator: ",").compactMap { part in
      let words = part.split(whereSeparator: \.isWhitespace).filter { !$0.hasPrefix("@") }
      return words.last?.split(separator: ".").last.map(String.init)
    }
  }
}
