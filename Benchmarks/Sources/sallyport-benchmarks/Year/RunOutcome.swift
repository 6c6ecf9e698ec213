// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The last line that `sallyport run --quiet --format json` prints.
struct RunOutcome: Decodable {
  /// Callbacks by outcome.
  let deliveries: [String: Int]
  /// Started processes by program, `<family>.<name>`.
  let launched: [String: Int]

  init(printedIn file: String) throws {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    guard let line = text.split(separator: "\n").last else { throw BenchmarkError("The run printed no summary.") }
    self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
  }

  /// The number of processes of programs with this name.
  func launches(of name: String) -> Int {
    launched.filter { $0.key.hasSuffix("." + name) }.values.reduce(0, +)
  }
}
