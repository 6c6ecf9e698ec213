// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that is run to its end, with a time limit.
package struct Command {
  package var words: [String]
  package var folder: URL
  package var environment: [String: String] = [:]
  /// After this many seconds the program and its group are killed.
  package var limit = 3600

  package init(_ words: [String], in folder: URL, environment: [String: String] = [:], limit: Int = 3600) {
    self.words = words
    self.folder = folder
    self.environment = environment
    self.limit = limit
  }

  package struct Outcome: Sendable {
    package var status: Int32
    package var output: String
    package var seconds: Double

    /// `timeout` exits with 124, or is killed with its group.
    package var isTimeout: Bool { status == 124 || status == 137 }
  }

  package func run() throws -> Outcome {
    // `timeout` puts the program in a process group of its own and kills all of it.
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["--kill-after=1", "\(limit)"] + words
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let log = FileManager.default.temporaryDirectory.appending(path: "mutants-\(UUID().uuidString).log")
    // A file, because a process that outlives the program would keep a pipe open.
    FileManager.default.createFile(atPath: log.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: log) }
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    let start = ContinuousClock.now
    try process.run()
    let status = Self.exitStatus(of: process)
    let seconds = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000
    // On some machines Swift Testing writes terminal colours to the log.
    let output = String(decoding: try Data(contentsOf: log), as: UTF8.self).replacing(/\u{1B}\[[0-9;]*m/, with: "")
    return Outcome(status: status, output: output, seconds: seconds)
  }

  /// Waits for the process itself. Foundation waits for a socket to close, which a process started by another thread at
  /// that moment inherits and may keep open indefinitely.
  private static func exitStatus(of process: Process) -> Int32 {
    var end = siginfo_t()
    while waitid(P_PID, id_t(process.processIdentifier), &end, WEXITED | WNOWAIT) != 0 {
      if errno == EINTR { continue }
      // Foundation was first, so it knows.
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }
    let status = end._sifields._sigchld.si_status
    return end.si_code == Int32(CLD_EXITED) ? status : 128 + status
  }
}

package struct RunError: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}
