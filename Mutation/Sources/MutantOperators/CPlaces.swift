// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Finds the places of a C file from its tokens. What the compiler refuses is left out later, as in Swift.
package struct CPlaces {
  package private(set) var places: [Place] = []
  /// Where the switch's header is included, and where `main` begins.
  package let importAt = 0
  package private(set) var mainAt: Int?

  private let file: String
  private let source: SourceText
  private let tokens: [CToken]
  /// The index of the bracket that closes the one at an index.
  private var closing: [Int: Int] = [:]
  private var seen: Set<String> = []

  package init(file: String, text: String) {
    self.file = file
    source = SourceText(text)
    tokens = CToken.tokens(of: source)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() where token.kind == .sign {
      if ["(", "[", "{"].contains(token.text) { open.append(index) }
      if [")", "]", "}"].contains(token.text), let start = open.popLast() { closing[start] = index }
    }
    var index = 0
    while index < tokens.count {
      if tokens[index].text == "{", let end = closing[index] {
        if index > 0, tokens[index - 1].text == ")" { function(index, end) }
        index = end
      }
      index += 1
    }
    places.sort { ($0.edits[0].range.lowerBound, $0.key) < ($1.edits[0].range.lowerBound, $1.key) }
  }

  private mutating func record(_ operation: MutationOperator, _ range: Range<Int>, _ after: String, _ edits: [Edit]) {
    let place = source.place(operation, in: file, at: range, after: after, edits: edits)
    guard place.before != place.after, seen.insert("\(range) \(place.after)").inserted else { return }
    places.append(place)
  }

  private mutating func change(_ operation: MutationOperator, _ range: Range<Int>, to after: String) {
    record(operation, range, after, [Edit(range: range, form: .choose(after))])
  }

  // MARK: Functions

  private mutating func function(_ open: Int, _ close: Int) {
    guard let parameters = closing.first(where: { $0.value == open - 1 })?.key, parameters >= 2 else { return }
    let name = tokens[parameters - 1].text
    let type = tokens[parameters - 2].text
    let start = tokens[open].range.upperBound
    if name == "main" { mainAt = start }
    // 0 is success: the step is reported as done, and was not.
    let early = ["int": "return 0;", "void": "return;", "pid_t": "return 0;", "bool": "return false;"][type]
    if let early, name != "main" {
      record(
        .returnEarly, tokens[open].range, "{ " + early, [Edit(range: start..<start, form: .insert(early))])
    }
    var index = open + 1
    while index < close {
      examine(index)
      index = tokens[index].text == "sizeof" ? afterOperand(index + 1) : index + 1
    }
  }

  /// The index after the operand of a `sizeof`, which is never evaluated: it is in brackets, or is a name with members and
  /// elements.
  private func afterOperand(_ start: Int) -> Int {
    if let end = closing[start] { return end + 1 }
    var at = start
    while tokens[at].text == "*" { at += 1 }
    at += 1
    while true {
      if tokens[at].text == "[", let end = closing[at] {
        at = end + 1
      } else if [".", "->"].contains(tokens[at].text) {
        at += 2
      } else {
        return at
      }
    }
  }

  private mutating func examine(_ index: Int) {
    let token = tokens[index]
    switch token.kind {
    case .number: change(.constant, token.range, to: "\(token.text) + 1")
    case .text: break
    case .word:
      if token.text == "if" || token.text == "while" { condition(index + 1, isLoop: token.text == "while") }
      if startsStatement(index) { statement(index) }
      if tokens[index + 1].text == "(", !Self.keywords.contains(token.text) { swaps(index + 1) }
      if isFlag(token), tokens[index - 1].text == "|" || tokens[index + 1].text == "|" {
        change(.dropFlag, token.range, to: "0")
      }
    case .sign: sign(index)
    }
  }

  private static let keywords: Set = ["if", "while", "for", "switch", "return", "sizeof", "do", "else", "defined"]

  private func isFlag(_ token: CToken) -> Bool {
    token.text.contains("_") && token.text.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
  }

  // MARK: Conditions

  private mutating func condition(_ open: Int, isLoop: Bool) {
    guard tokens[open].text == "(", let close = closing[open], close > open + 1 else { return }
    let range = tokens[open].range.upperBound..<tokens[close].range.lowerBound
    change(.negate, range, to: "!(\(source.text(range)))")
    if isLoop { return }
    change(.dropCondition, range, to: "1")
    let hasElse = endOfStatement(close + 1).map { tokens.indices.contains($0 + 1) && tokens[$0 + 1].text == "else" }
    if hasElse == false { change(.dropStatement, range, to: "0") }
  }

  private mutating func sign(_ index: Int) {
    let operators = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
    let token = tokens[index]
    if let other = operators[token.text] {
      // The operands' ends aren't known, so the mutant adds 1 to one of them, which is the same for integers.
      let isAfter = token.text == "<" || token.text == ">="
      let at = isAfter ? token.range.upperBound : token.range.lowerBound
      let form = Edit.Form.term(isAfter ? " % +" : "+ % ")
      record(.boundary, operands(index), operands(index, with: other), [Edit(range: at..<at, form: form)])
    } else if token.text == "&&" || token.text == "||" {
      let right = tokens[index].range.upperBound..<end(after: index)
      change(.dropCondition, trimmed(right), to: token.text == "&&" ? "1" : "0")
    }
  }

  private func operands(_ index: Int) -> Range<Int> {
    tokens[max(index - 1, 0)].range.lowerBound..<tokens[min(index + 1, tokens.count - 1)].range.upperBound
  }

  private func operands(_ index: Int, with sign: String) -> String {
    "\(tokens[max(index - 1, 0)].text) \(sign) \(tokens[min(index + 1, tokens.count - 1)].text)"
  }

  /// Where the operand after `&&` or `||` ends.
  private func end(after index: Int) -> Int {
    var at = index + 1
    while at < tokens.count {
      if let close = closing[at] {
        at = close + 1
        continue
      }
      if [")", "]", "}", ",", ";", "?", ":", "&&", "||"].contains(tokens[at].text) { break }
      at += 1
    }
    return tokens[at - 1].range.upperBound
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let lower = range.first { source.bytes[$0] != UInt8(ascii: " ") && source.bytes[$0] != UInt8(ascii: "\n") }
    return (lower ?? range.lowerBound)..<range.upperBound
  }

  // MARK: Statements

  private func startsStatement(_ index: Int) -> Bool {
    let before = tokens[index - 1].text
    if [";", "{", "}", "else"].contains(before) { return true }
    guard before == ")", let open = closing.first(where: { $0.value == index - 1 })?.key else { return false }
    return ["if", "while", "for"].contains(tokens[open - 1].text)
  }

  /// The index of the `;` or `}` that ends the statement at an index.
  private func endOfStatement(_ index: Int) -> Int? {
    var at = index
    while at < tokens.count {
      if tokens[at].text == ";" { return at }
      if tokens[at].text == "{" { return closing[at] }
      at = (closing[at] ?? at) + 1
    }
    return nil
  }

  private mutating func statement(_ index: Int) {
    let next = tokens[index + 1].text
    let isCall = next == "(" && !Self.keywords.contains(tokens[index].text)
    let isAssignment = ["=", "->", ".", "[", "+=", "-=", "|=", "&=", "++", "--"].contains(next)
    let leaves = tokens[index].text == "continue" || (tokens[index].text == "return" && next == ";")
    guard isCall || isAssignment || leaves, let end = endOfStatement(index), tokens[end].text == ";" else { return }
    let range = tokens[index].range.lowerBound..<tokens[end].range.upperBound
    // The parts of a `for` have no braces around them.
    if insideParentheses(index) { return }
    record(.dropStatement, range, "", [Edit(range: range, form: .skip)])
  }

  private func insideParentheses(_ index: Int) -> Bool {
    closing.contains { $0.key < index && index < $0.value && tokens[$0.key].text == "(" }
  }

  // MARK: Arguments

  private mutating func swaps(_ open: Int) {
    guard let close = closing[open] else { return }
    var arguments: [Range<Int>] = []
    var start = open + 1
    var at = open + 1
    while at <= close {
      if at == close || tokens[at].text == "," {
        if start < at { arguments.append(tokens[start].range.lowerBound..<tokens[at - 1].range.upperBound) }
        start = at + 1
      }
      at = (at < close ? closing[at] ?? at : at) + 1
    }
    for (one, other) in zip(arguments, arguments.dropFirst()) {
      let (first, second) = (source.text(one), source.text(other))
      guard first != second, isSimple(first), isSimple(second) else { continue }
      record(
        .swapArguments, one.lowerBound..<other.upperBound, "\(second), \(first)",
        [Edit(range: one, form: .choose(second)), Edit(range: other, form: .choose(first))])
    }
  }

  /// A name or a member; C would also swap a number and a pointer of 0.
  private func isSimple(_ text: String) -> Bool {
    text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || "_.->".contains($0) }
  }
}
