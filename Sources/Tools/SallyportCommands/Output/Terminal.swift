// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TextEscaping

/// The command's access to standard output and standard error; it accepts only escaped text.
enum Terminal {
  /// Prints a result to standard output.
  static func show(_ text: TerminalText, terminator: TerminalText = "\n") {
    StandardStream.output.write((text + terminator).text)
  }

  static func complain(_ message: TerminalText) { StandardStream.error.write("sallyport: \(message.text)\n") }

  static func note(_ message: TerminalText) { StandardStream.error.write("\(message.text)\n") }

  /// Replaces the current line on standard error, which must be a terminal.
  static func rewrite(_ line: TerminalText) { StandardStream.error.write("\r\u{1B}[K\(line.text)") }

  /// Writes both streams on other threads while `body` runs, so that a slow reader does not block it.
  static func withoutWaiting<Value>(_ body: () throws -> Value) rethrows -> Value {
    for (stream, name) in [(StandardStream.output, "standard output"), (StandardStream.error, "standard error")] {
      stream.startWriter { count in
        complain(
          "\(count) lines were left out of \(name): its reader is more than \(StreamWriter.room >> 20) MiB behind")
      }
    }
    defer {
      // A report about output lost on standard output goes to standard error, so finish that last.
      StandardStream.output.finishWriter()
      StandardStream.error.finishWriter()
    }
    return try body()
  }

  /// The final status of a command that would end with `status`: lost output is a failure.
  static func status(after status: Int32) -> Int32 {
    let output = StandardStream.output.failure
    // Don't report a closed pipe, as with `| head`: its reader closed it on purpose.
    if let output, output != EPIPE {
      complain("standard output can't be written: \(String(cString: strerror(output)))")
    }
    // A standard error that was never open was closed on purpose.
    let isLost = output != nil || StandardStream.error.failure.map { $0 != EBADF } == true
    return status == 0 && isLost ? CommandFailure.failed : status
  }

  static var standardErrorIsTerminal: Bool { isatty(2) == 1 }
  static var standardOutputIsTerminal: Bool { isatty(1) == 1 }

  /// The width of the terminal, or 80 without one.
  static var columns: Int {
    var size = winsize()
    return ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 20 ? Int(size.ws_col) : 80
  }
}
