// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Standard error and what the terminal can do.
enum Terminal {
  static func complain(_ message: String) { FileHandle.standardError.write(Data("sallyport: \(message)\n".utf8)) }

  static func note(_ message: String) { FileHandle.standardError.write(Data("\(message)\n".utf8)) }

  static var standardErrorIsTerminal: Bool { isatty(2) == 1 }
  static var standardOutputIsTerminal: Bool { isatty(1) == 1 }

  /// Colour only on a terminal, and never against `NO_COLOR`.
  static var usesColor: Bool {
    standardOutputIsTerminal && ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty != false
  }

  /// The width of the terminal, 80 where there is none.
  static var columns: Int {
    var size = winsize()
    return ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 20 ? Int(size.ws_col) : 80
  }
}
