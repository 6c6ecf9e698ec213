// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a recording is rejected: the line, counted from 1, and its fault.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  package var line: Int
  package var message: String

  init(line: Int, _ message: String) {
    self.line = line
    self.message = message
  }

  package var description: String { "line \(line) of the recording: \(message)." }
}
