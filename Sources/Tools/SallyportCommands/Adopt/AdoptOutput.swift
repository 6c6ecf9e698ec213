// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionAdoption
import ExtensionProtocol
import Foundation
import TextEscaping

/// The output of `adopt`: the point of each extension, and the code that prevents its build.
struct AdoptOutput: Encodable {
  struct Fault: Encodable {
    var file: String
    var line: Int
    var kind: String
    var reason: String
  }

  struct Row: Encodable {
    var id: String
    var point: String
    var source: String
    var built: Bool
    var executable: String?
    var executableBytes: Int64?
    var requests: [String]
    var notes: [String]
    var faults: [Fault]
    var buildError: String?
  }

  var extensions: [Row]
  private var outputs: [String]

  private enum CodingKeys: CodingKey { case extensions }

  init(_ results: [AdoptionResult]) {
    outputs = results.map(\.output)
    extensions = results.map { result in
      Row(
        id: result.adopted.id, point: result.adopted.pointName, source: result.source, built: result.isBuilt,
        executable: result.executable, executableBytes: result.executableBytes, requests: result.adopted.requests,
        notes: result.notes,
        faults: result.faults.map { Fault(file: $0.file, line: $0.line, kind: $0.kind.rawValue, reason: $0.reason) },
        buildError: result.buildError)
    }
  }

  /// A path as seen from the working directory, if it lies below it.
  private static func short(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }

  func print(_ options: OutputOptions, verbose: Bool) throws {
    if verbose { for output in outputs where !output.isEmpty { Terminal.note(TerminalText(drawing: output)) } }
    try CommandOutput(
      self, header: ["EXTENSION", "POINT", "BUILT", "SIZE", "FROM"],
      table: extensions.map { row in
        [
          row.id, row.point, row.built ? "yes" : "no",
          row.executableBytes.map { "\($0 / 1_000_000) MB" } ?? "–", Self.short(row.source),
        ]
      },
      identifiers: extensions.filter(\.built).map(\.id)
    ).print(options)
    for row in extensions {
      for note in row.notes { Terminal.note("\(row.id): \(note)") }
      for fault in row.faults { Terminal.complain("\(Self.short(fault.file)):\(fault.line): \(fault.reason)") }
      if !row.faults.isEmpty {
        let count = row.faults.count == 1 ? "the fault" : "the \(row.faults.count) faults"
        Terminal.complain("\(row.id) was not built; correct \(count) above and adopt it again.")
      }
      if let error = row.buildError {
        Terminal.complain("\(row.id) was not built: \(error) (--verbose shows the compiler's output)")
      }
    }
  }
}
