// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A change that can be made to a source file.
package struct Place: Hashable, Sendable {
  package var file: String
  /// From 1.
  package var line: Int
  package var operation: MutationOperator
  package var before: String
  package var after: String
  /// The text of the line, without the space around it.
  package var lineText: String
  /// What is written to the file so that the switch selects between the original and the change.
  package var edits: [Edit]

  /// Identifies the place in `equivalent.txt`. It holds no line number, because lines move.
  package var key: String {
    "\(file) | \(operation.rawValue) | \(lineText) | \(change)"
  }

  package var change: String { "\(before) → \(after.isEmpty ? "(nothing)" : after)" }
}

/// A part of the source, in bytes, and how the switch surrounds it.
package struct Edit: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// An expression: the text if the mutant is selected, else the original.
    case choose(String)
    /// A statement that is skipped if the mutant is selected.
    case skip
    /// Text that runs only if the mutant is selected, at an empty range.
    case insert(String)
    /// An operand that the mutant adds to the expression before the range, with its operator: ` + %`.
    case term(String)
  }

  package var range: Range<Int>
  package var form: Form
}
