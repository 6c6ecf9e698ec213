// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One fault of one manifest, in the format of `manifest.md`: file, pointer, value and expectation.
package struct ManifestDiagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file name without the directory, so that the text is the same on every machine.
  package var file: String
  /// An RFC 6901 pointer; empty for the whole document.
  package var pointer: String
  /// The line on which the value begins, if it is in the file.
  package var line: Int?
  /// The value found, and what is expected.
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
