// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a tree is refused. A fault refuses the whole reply, not the node: half a report can be a lie (VIEW-20).
package struct ViewFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason word of `views.md#checking`, such as `view.nodes`; `schema` for a wrong member, type or word.
  package var code: String
  /// The place as RFC 6901 writes it; empty for the whole tree.
  package var pointer: String
  /// Completes "*place* …" in plain words.
  package var sentence: String

  package init(_ code: String, at pointer: String, _ sentence: String) {
    self.code = code
    self.pointer = pointer
    self.sentence = sentence
  }

  package var description: String { "\(pointer.isEmpty ? "The view tree" : pointer) \(sentence) (\(code))" }
}
