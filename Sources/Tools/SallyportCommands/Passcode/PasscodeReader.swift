// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import PrivacyBoundary
import TextEscaping

/// The source of passcodes: a descriptor, else the terminal. Never an argument or the environment, which other
/// processes can read.
struct PasscodeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read passcodes from this open descriptor, one per line, instead of the terminal.", valueName: "number"))
  var passcodeFd: Int32?

  func reader() -> PasscodeReader { PasscodeReader(descriptor: passcodeFd) }
}

/// Reads passcodes, one after the other.
struct PasscodeReader {
  private static let mostBytes = 4_096
  let descriptor: Int32?

  /// - Throws: `HostError` if there is none, or if the text can't be a passcode.
  func read(_ question: String) throws -> Passcode {
    let text = try descriptor.map { try line(from: $0) } ?? ask(question)
    guard let passcode = Passcode(text) else {
      throw HostError(.invalidInput, "A passcode has 6 to 64 characters, without control characters.")
    }
    return passcode
  }

  /// Reads the recovery code, which may be written in groups.
  func readRecoveryCode() throws -> Passcode {
    let text = try descriptor.map { try line(from: $0) } ?? ask("Recovery code: ")
    guard let code = Passcode(recoveryCode: text) else {
      throw HostError(.invalidInput, "A recovery code has 20 letters and digits.")
    }
    return code
  }

  /// Reads a new passcode; at a terminal it has to be typed twice.
  func readNew() throws -> Passcode {
    guard descriptor == nil else { return try read("") }
    let text = try ask("New passcode: ")
    guard try ask("Again: ") == text else { throw HostError(.invalidInput, "The two passcodes differ.") }
    guard let passcode = Passcode(text) else {
      throw HostError(.invalidInput, "A passcode has 6 to 64 characters, without control characters.")
    }
    return passcode
  }

  /// Reads byte by byte, so that the next line stays for the next call.
  private func line(from descriptor: Int32) throws -> String {
    var (bytes, byte): ([UInt8], UInt8) = ([], 0)
    while bytes.count < Self.mostBytes {
      let count = Foundation.read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw HostError(.invalidInput, "The passcode can't be read from descriptor \(descriptor).")
      }
      if count == 0 || byte == 0x0A { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func ask(_ question: String) throws -> String {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else {
      throw HostError(.usage, "The passcode is asked for at a terminal, and there is none; use --passcode-fd.")
    }
    defer { close(terminal) }
    var shown = termios()
    guard tcgetattr(terminal, &shown) == 0 else { throw HostError(.failed, "The terminal can't hide the passcode.") }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    guard tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else {
      throw HostError(.failed, "The terminal can't hide the passcode.")
    }
    defer { _ = tcsetattr(terminal, TCSAFLUSH, &shown) }
    _ = question.withCString { write(terminal, $0, strlen($0)) }
    defer { _ = write(terminal, "\n", 1) }
    return try line(from: terminal)
  }
}
