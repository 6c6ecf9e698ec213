// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeVocabulary

/// Reads a format of `NSPredicate` with its arguments (FOCUS-F19).
struct PredicateParser {
  private let tokens: [PredicateToken]
  private var arguments: ArraySlice<PredicateArgument>
  private var position = 0
  private var nesting = 0

  /// Parentheses nest no deeper, even without effect on the tree, so no format can exhaust the stack.
  private static let maximumNesting = 64

  static func predicate(
    format: String, arguments: [PredicateArgument]
  ) throws(PredicateFault) -> CriteriaPredicate {
    var parser = PredicateParser(
      tokens: try PredicateScanner.tokens(of: format), arguments: arguments[...])
    let predicate = try parser.disjunction()
    guard parser.next.kind == .end else { throw parser.unexpected() }
    try predicate.checkLimits()
    return predicate
  }

  private var next: PredicateToken { tokens[position] }

  private mutating func advance() { if position < tokens.count - 1 { position += 1 } }

  private func unexpected() -> PredicateFault {
    PredicateFault(.syntax, column: next.column, next.kind == .end ? "the format ends too early" : "not expected here")
  }

  private mutating func take(word: String) -> Bool {
    guard case .word(let text) = next.kind, text.uppercased() == word else { return false }
    advance()
    return true
  }

  private mutating func take(sign: String) -> Bool {
    guard next.kind == .sign(sign) else { return false }
    advance()
    return true
  }

  // MARK: - Connectives

  private mutating func disjunction() throws(PredicateFault) -> CriteriaPredicate {
    var parts = [try conjunction()]
    while take(word: "OR") || take(sign: "||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(PredicateFault) -> CriteriaPredicate {
    var parts = [try negation()]
    while take(word: "AND") || take(sign: "&&") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() throws(PredicateFault) -> CriteriaPredicate {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Self.maximumNesting else {
      throw PredicateFault(.limit, column: next.column, "more than \(Self.maximumNesting) levels")
    }
    if take(word: "NOT") || take(sign: "!") { return .not(try negation()) }
    if take(sign: "(") {
      let inner = try disjunction()
      guard take(sign: ")") else { throw unexpected() }
      return inner
    }
    if take(word: "TRUEPREDICATE") { return .constant(true) }
    if take(word: "FALSEPREDICATE") { return .constant(false) }
    return .comparison(try comparison())
  }

  // MARK: - Comparisons

  private mutating func comparison() throws(PredicateFault) -> CriteriaComparison {
    if take(word: "SELF") {
      let column = next.column
      let operation = try operation()
      let options = takeOptions()
      let value = try value()
      try check(operation, value, column: column)
      return CriteriaComparison(
        operation, value, ignoresCase: options.contains("c"), ignoresMarks: options.contains("d"))
    }
    try refuseUnsupportedWord()
    let value = try value()
    let column = next.column
    guard try operation() == .contains else {
      throw PredicateFault(.unsupported, column: column, "only CONTAINS may have SELF on its right")
    }
    let options = takeOptions()
    guard take(word: "SELF") else { throw unexpected() }
    try check(.contained, value, column: column)
    return CriteriaComparison(
      .contained, value, ignoresCase: options.contains("c"), ignoresMarks: options.contains("d"))
  }

  /// The other words of `NSPredicate` are known by name; any other word would be a key path or a function.
  private func refuseUnsupportedWord() throws(PredicateFault) {
    guard case .word(let word) = next.kind, !["NIL", "NULL"].contains(word.uppercased()) else { return }
    throw PredicateFault(.unsupported, column: next.column, "“\(word)” is not supported; compare SELF")
  }

  private mutating func operation() throws(PredicateFault) -> CriteriaComparison.Operator {
    switch next.kind {
    case .sign("=="), .sign("="):
      advance()
      return .equal
    case .sign("!="), .sign("<>"):
      advance()
      return .notEqual
    case .word(let word):
      guard let operation = Self.operators[word.uppercased()] else {
        throw PredicateFault(.unsupported, column: next.column, "the operator “\(word)” is not supported")
      }
      advance()
      return operation
    default: throw unexpected()
    }
  }

  private static let operators: [String: CriteriaComparison.Operator] = [
    "IN": .contained, "CONTAINS": .contains, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith, "LIKE": .like,
  ]

  private mutating func takeOptions() -> String {
    guard case .options(let letters) = next.kind else { return "" }
    advance()
    return letters
  }

  private mutating func value() throws(PredicateFault) -> CriteriaComparison.Value {
    let column = next.column
    if take(word: "NIL") || take(word: "NULL") { return .absent }
    switch next.kind {
    case .text(let text):
      advance()
      return .text(text)
    case .argument:
      advance()
      guard let argument = arguments.popFirst() else {
        throw PredicateFault(.syntax, column: column, "%@ has no argument")
      }
      return try argument.value(column)
    case .sign("{"):
      advance()
      return .list(try list())
    default:
      try refuseUnsupportedWord()
      throw unexpected()
    }
  }

  private mutating func list() throws(PredicateFault) -> [String] {
    if take(sign: "}") { return [] }
    var texts: [String] = []
    repeat {
      let column = next.column
      guard case .text(let text) = try value() else {
        throw PredicateFault(.type, column: column, "an element of a list is not a text")
      }
      texts.append(text)
    } while take(sign: ",")
    guard take(sign: "}") else { throw unexpected() }
    return texts
  }

  private func check(
    _ operation: CriteriaComparison.Operator, _ value: CriteriaComparison.Value, column: Int
  ) throws(PredicateFault) {
    let fits =
      switch value {
      case .text: true
      case .list: operation == .contained
      case .absent: operation == .equal || operation == .notEqual
      }
    guard fits else { throw PredicateFault(.type, column: column, "the value does not fit the operator") }
  }
}
