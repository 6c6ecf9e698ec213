// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules

/// ActivityWatch's own store, `aw-core` from PyPI, in a temporary virtual environment.
struct ActivityWatch {
  private let scratch: Scratch

  /// - Throws: `BenchmarkError` if Python or the package is not available.
  init(_ scratch: Scratch) throws {
    self.scratch = scratch
    try Self.run("/usr/bin/env", ["python3", "-m", "venv", scratch.path + "/venv"])
    try Self.run(scratch.path + "/venv/bin/pip", ["--quiet", "install", "aw-core==0.5.18", "peewee<3.18"])
  }

  /// Nanoseconds per heartbeat, processed as in aw-server.
  func heartbeat(_ spans: [UseSpan]) throws -> Double { try nanoseconds("heartbeat", spans) }

  /// Nanoseconds per event of a query in its own language that sums events by application.
  func query(_ spans: [UseSpan]) throws -> Double { try nanoseconds("query", spans) }

  private func nanoseconds(_ what: String, _ spans: [UseSpan]) throws -> Double {
    let events = spans.map { "\($0.start.milliseconds)\t\($0.end.milliseconds)\t\(($0.web ?? $0.app)?.id ?? "")" }
    let input = scratch.path + "/events.tsv"
    try events.joined(separator: "\n").write(toFile: input, atomically: true, encoding: .utf8)
    let script = FileManager.default.currentDirectoryPath + "/Benchmarks/activitywatch.py"
    let output = try Self.run(
      scratch.path + "/venv/bin/python", [script, what, input, scratch.path + "/aw-\(what).sqlite"])
    guard let value = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BenchmarkError("Benchmarks/activitywatch.py printed “\(output.prefix(200))” instead of a number.")
    }
    return value
  }

  @discardableResult
  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchmarkError("\(program) \(arguments.joined(separator: " ")) exited with \(process.terminationStatus).")
    }
    return String(decoding: output, as: UTF8.self)
  }
}
