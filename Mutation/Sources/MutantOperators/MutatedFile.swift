// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A source file in which every given mutant is present, each behind the switch `sallyport_mutant(number)`.
///
/// The original code stays in the innermost branch, so a program in which no mutant is selected behaves as before.
package struct MutatedFile {
  /// The lines that a mutant has in the new file, from 1.
  package struct Span: Equatable {
    package var mutant: Int
    package var lines: ClosedRange<Int>
  }

  package enum Language: Equatable {
    case swift(importAt: Int)
    /// A program asks for the switch at the beginning of `main`.
    case c(mainAt: Int?)
  }

  package private(set) var spans: [Span] = []
  private let source: SourceText
  private let language: Language
  private var output: [UInt8] = []
  private var line = 1

  package var text: String { String(decoding: output, as: UTF8.self) }

  package init(_ source: SourceText, mutants: [Int: Place], language: Language) {
    self.source = source
    self.language = language
    var edits = mutants.flatMap { number, place in place.edits.map { (mutant: number, edit: $0) } }
    switch language {
    case .swift(let importAt): edits.append((0, Edit(range: importAt..<importAt, form: .insert(""))))
    case .c(let mainAt):
      append("#include \"CMutantSwitch.h\"\n")
      if let mainAt { edits.append((0, Edit(range: mainAt..<mainAt, form: .insert("")))) }
    }
    edits.sort {
      let (one, other) = ($0.edit.range, $1.edit.range)
      if one.lowerBound != other.lowerBound { return one.lowerBound < other.lowerBound }
      if one.isEmpty != other.isEmpty { return one.isEmpty }
      if one.upperBound != other.upperBound { return one.upperBound > other.upperBound }
      // A skipped statement surrounds an expression of the same range.
      if $0.edit.isStatement != $1.edit.isStatement { return $0.edit.isStatement }
      return $0.mutant < $1.mutant
    }
    write(0..<source.bytes.count, edits[...])
  }

  private var isC: Bool { if case .c = language { true } else { false } }

  private mutating func write(_ range: Range<Int>, _ edits: ArraySlice<(mutant: Int, edit: Edit)>) {
    var cursor = range.lowerBound
    var rest = edits
    while let (mutant, edit) = rest.popFirst() {
      // Places of one file are nested or apart. One that crosses another is left out: the build would drop it anyway.
      guard edit.range.lowerBound >= cursor, edit.range.upperBound <= range.upperBound else { continue }
      append(source.bytes[cursor..<edit.range.lowerBound])
      let nested = rest.prefix { $0.edit.range.lowerBound < edit.range.upperBound }
      rest = rest.dropFirst(nested.count)
      let first = line
      open(mutant, edit)
      write(edit.range, nested)
      close(edit)
      if mutant > 0 { spans.append(Span(mutant: mutant, lines: first...line)) }
      cursor = edit.range.upperBound
    }
    append(source.bytes[cursor..<range.upperBound])
  }

  private mutating func open(_ mutant: Int, _ edit: Edit) {
    let call = "sallyport_mutant(\(mutant))"
    if mutant == 0 { return append(isC ? " (void)\(call); " : "import CMutantSwitch; ") }
    switch edit.form {
    case .choose(let text): append("(\(call) ? (\(text)) : (")
    // The outer braces keep a following C `else` with its own `if`.
    case .skip: append(isC ? "{ if (!\(call)) { " : "if !\(call) { ")
    case .insert(let text): append(isC ? " if (\(call)) { \(text) }" : " if \(call) { \(text) }; ")
    case .term(let text): append(text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: call))
    }
  }

  private mutating func close(_ edit: Edit) {
    switch edit.form {
    case .choose: append("))")
    case .skip: append(isC ? " } }" : " }")
    case .insert, .term: break
    }
  }

  private mutating func append(_ text: String) { append(ArraySlice(Array(text.utf8))) }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    output += bytes
    line += bytes.count { $0 == UInt8(ascii: "\n") }
  }
}

extension Edit {
  fileprivate var isStatement: Bool { form == .skip }
}
