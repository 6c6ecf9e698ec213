// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Runs `sallyport passcode …`, which alone has the cryptography. The passcode goes through a pipe.
struct PasscodeHelper: Sendable {
  /// One check at a time, since each takes 128 MiB; eight may wait.
  private static let queue = DispatchQueue(label: "passcode")
  private static let places = DispatchSemaphore(value: 9)

  enum Outcome: Sendable {
    case printed(String)
    case failed(String)
    case busy
  }

  let program: String
  let state: String

  /// - Parameters:
  ///   - command: the command below `passcode`, and its options.
  ///   - lines: what it reads, a passcode per line.
  func run(_ command: [String], _ lines: [String]) async -> Outcome {
    guard Self.places.wait(timeout: .now()) == .success else { return .busy }
    return await withCheckedContinuation { continuation in
      Self.queue.async {
        defer { Self.places.signal() }
        continuation.resume(returning: run(waiting: command, lines))
      }
    }
  }

  private func run(waiting command: [String], _ lines: [String]) -> Outcome {
    let process = Process()
    let (input, output, complaints) = (Pipe(), Pipe(), Pipe())
    process.executableURL = URL(filePath: program)
    process.arguments = ["passcode"] + command + ["--passcode-fd", "0", "--state", state]
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, complaints)
    do {
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
      try input.fileHandleForWriting.close()
      let printed = try output.fileHandleForReading.readToEnd() ?? Data()
      let said = try complaints.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        let text = String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return .failed(text.hasPrefix("sallyport: ") ? String(text.dropFirst(11)) : text)
      }
      return .printed(String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    } catch {
      return .failed("The passcode could not be checked: \(error.localizedDescription)")
    }
  }
}
