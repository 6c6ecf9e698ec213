// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import Foundation
import TextEscaping

extension BoundaryVerdict {
  /// The line in the verdict's colour, which no other verdict has.
  func painted(_ line: TerminalText) -> TerminalText {
    switch self {
    case .passed: "\u{1B}[32m" + line + "\u{1B}[0m"
    case .open: "\u{1B}[1;31m" + line + "\u{1B}[0m"
    case .takenAway: "\u{1B}[34m" + line + "\u{1B}[0m"
    case .notTestable: "\u{1B}[33m" + line + "\u{1B}[0m"
    }
  }
}

extension Terminal {
  /// Only a terminal gets colours, and none if the person asked for none (`NO_COLOR`).
  static var showsColours: Bool {
    let environment = ProcessInfo.processInfo.environment
    return standardOutputIsTerminal && environment["NO_COLOR"]?.isEmpty != false && environment["TERM"] != "dumb"
  }
}
