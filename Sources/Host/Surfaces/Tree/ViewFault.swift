// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a tree is refused. A fault refuses the whole reply, since half a report could be misleading
/// (VIEW-20).
package struct ViewFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The code of `views.md#checking`, such as `view.nodes`; `schema` for a wrong member, type or word.
  package var code: String
  /// An RFC 6901 pointer; empty for the whole tree.
  package var pointer: String
  /// The rest of a sentence that begins with the pointer.
  package var sentence: String

  package init(_ code: String, at pointer: String, _ sentence: String) {
    self.code = code
    self.pointer = pointer
    self.sentence = sentence
  }

  package var description: String { "\(pointer.isEmpty ? "The view tree" : pointer) \(sentence) (\(code))" }
}
