// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The names that a file provides to others.
struct SourceOffers {
  /// The types declared at the top level.
  private(set) var types: Set<String> = []
  /// The top-level functions and values, and the members of extensions. An initialiser counts with its first label.
  private(set) var members: Set<String> = []
  /// The types that the file extends.
  private(set) var extended: Set<String> = []

  var all: Set<String> { types.union(members) }

  private static let typeKeywords: Set<Substring> = ["class", "struct", "enum", "actor", "protocol", "typealias"]
  private static let valueKeywords: Set<Substring> = ["let", "var", "func"]
  /// `class func` declares no type, and a name in backticks is read as a word.
  private static let keywords = typeKeywords.union(valueKeywords).union(["init", "static", "override", "final"])

  init(_ text: SourceText) {
    var depth = 0
    var isInExtension = false
    for line in text.code {
      var keyword: Substring?
      for word in Self.words(of: line) {
        switch word {
        case "{": depth += 1
        case "}":
          depth = max(0, depth - 1)
          if depth == 0 { isInExtension = false }
        case "extension" where depth == 0:
          isInExtension = true
          extended.insert(Self.path(after: "extension", in: line))
        case let word where Self.keywords.contains(word): keyword = word
        default:
          if let keyword { add(word, after: keyword, depth, isInExtension) }
          keyword = nil
        }
      }
    }
    // The label of `init(_ value:)` is not a name.
    members.remove("_")
  }

  private mutating func add(_ name: Substring, after keyword: Substring, _ depth: Int, _ isInExtension: Bool) {
    let isType = Self.typeKeywords.contains(keyword)
    if depth == 0, isType { types.insert(String(name)) }
    if depth == 0, Self.valueKeywords.contains(keyword) { members.insert(String(name)) }
    if depth == 1, isInExtension, isType || Self.valueKeywords.contains(keyword) || keyword == "init" {
      members.insert(String(name))
    }
  }

  /// The names and braces of a line.
  private static func words(of line: String) -> [Substring] {
    var words: [Substring] = []
    var index = line.startIndex
    while index < line.endIndex {
      let rest = line[index...]
      let word = rest.first == "{" || rest.first == "}" ? rest.prefix(1) : rest.prefix(while: \.isPartOfName)
      if !word.isEmpty { words.append(word) }
      index = word.isEmpty ? line.index(after: index) : word.endIndex
    }
    return words
  }

  /// The last component of the type's name, because a nested type is declared without its parents.
  private static func path(after keyword: String, in line: String) -> String {
    guard let range = line.firstRange(ofWord: keyword) else { return "" }
    let name = line[range.upperBound...].drop(while: \.isWhitespace).prefix { $0.isPartOfName || $0 == "." }
    return name.split(separator: ".").last.map(String.init) ?? ""
  }
}
