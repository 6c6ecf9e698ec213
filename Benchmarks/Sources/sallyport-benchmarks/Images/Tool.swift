// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs a compiler or another tool that a benchmark needs, found through PATH.
enum Tool {
  /// - Returns: the standard output.
  static func run(_ command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchmarkError("\(command.joined(separator: " ")) exited with status \(process.terminationStatus).")
    }
    return String(decoding: output, as: UTF8.self)
  }
}
