// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One fault of one manifest, as `manifest.md` words it: file, pointer, value and expectation.
package struct ManifestDiagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's own name, without the directory: the same text on every machine.
  package var file: String
  /// The place as RFC 6901 writes it; empty for the document as a whole.
  package var pointer: String
  /// The line on which the value begins, when it is in the file at all.
  package var line: Int?
  /// What was found there and what would be right.
  package var message: String

  package init(file: String, pointer: String, line: Int? = nil, message: String) {
    self.file = file
    self.pointer = pointer
    self.line = line
    self.message = message
  }

  package var description: String {
    pointer.isEmpty ? "\(file): \(message)" : "\(file): \(pointer): \(message)"
  }
}
