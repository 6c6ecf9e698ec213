// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import TextEscaping

/// The output of `check --protocol`: a line for each rule.
struct ProtocolCheckOutput: Encodable {
  struct Row: Encodable {
    var id: String
    var rule: String
    var verdict: String
    var reason: String?
    var remedy: String?
  }

  var `extension`: String
  var point: String
  var rows: [Row]
  var passes: Bool
  /// The time from exec to the answer to `hello`.
  var startMedianMs: Double?
  var start95Ms: Double?
  var executableBytes: Int64?

  init(_ report: ConformanceReport) {
    self.extension = report.subject
    point = report.point.rawValue
    rows = report.rows.map {
      Row(
        id: $0.id, rule: $0.title, verdict: $0.verdict.word, reason: $0.verdict.reason, remedy: $0.verdict.remedy)
    }
    passes = report.failures.isEmpty
    startMedianMs = report.startMedian
    start95Ms = report.start95
    executableBytes = report.executableBytes
  }

  func print(_ options: OutputOptions) throws {
    try CommandOutput(
      self, header: ["VERDICT", "RULE", "REASON"],
      table: rows.map { [$0.verdict, $0.rule, $0.reason ?? ""] },
      identifiers: rows.filter { $0.verdict == "failed" }.map(\.id)
    ).print(options)
    guard options.format == .table, !options.quiet else { return }
    for row in rows {
      if let remedy = row.remedy { Terminal.show("\n\(row.rule): \(remedy)") }
    }
  }
}
