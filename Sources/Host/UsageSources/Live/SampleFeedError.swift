// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The reason why a feed can't be opened: a name and one sentence.
package struct SampleFeedError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Name: String, CaseIterable, Sendable {
    case unreadable = "feed-unreadable"
    case notAFile = "feed-not-a-file"
    case notAFIFO = "feed-not-a-fifo"
    case badPath = "socket-path-invalid"
    case foreignPath = "socket-path-foreign"
    case taken = "socket-path-taken"
    case exhausted = "feed-no-resources"
  }

  package var name: Name
  package var sentence: String

  package init(_ name: Name, _ sentence: String) {
    self.name = name
    self.sentence = sentence
  }

  package var description: String { "\(name.rawValue): \(sentence)" }

  /// The error of a kernel call that failed for a reason unrelated to the input.
  static func kernel(_ call: String, _ code: CInt) -> SampleFeedError {
    SampleFeedError(.exhausted, "\(call) failed: \(text(of: code))")
  }

  /// The kernel's description of an error, such as “Permission denied”.
  static func text(of code: CInt) -> String { unsafe String(cString: strerror(abs(code))) }
}
