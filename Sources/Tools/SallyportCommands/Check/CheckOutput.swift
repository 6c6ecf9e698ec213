// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import TextEscaping
import WallTrials

/// The output of `check --sandbox`: a line for each sandbox variant and kind of host, then every residual with its
/// reason.
struct CheckOutput: Encodable {
  var hosts: [TrialSummary]

  func print(_ options: OutputOptions) throws {
    try CommandOutput(
      self, header: ["HOST", "WALL", "ATTEMPTED", "CONTAINED", "RESIDUAL", "SUCCEEDED", "CONTROLS"],
      table: hosts.flatMap { host in
        host.walls.map { line in
          [
            host.host.rawValue, line.wall, "\(line.attempted)", "\(line.contained)", "\(line.residual)",
            "\(line.succeeded)", line.controls,
          ]
        }
      },
      identifiers: hosts.flatMap { host in host.failures.map { "\(host.host.rawValue) \($0.wall) \($0.attack)" } }
    ).print(options)
    guard options.format == .table, !options.quiet else { return }
    printRows(["RESIDUAL", "OPEN BEHIND", "ACCEPTED BECAUSE"], residualRows)
    printRows(["RECORDED", "BEHIND", "FIGURE"], recordedRows)
    printRows(["SUCCEEDED", "BEHIND", "FINDING"], failureRows)
    printRows(["NOT GIVEN", "BY", "REASON"], refusalRows)
  }

  private func printRows(_ header: [TerminalText], _ rows: [[String]]) {
    if !rows.isEmpty { Terminal.show("\n" + TextTable(header: header, rows: rows).text) }
  }

  private var residualRows: [[String]] {
    hosts.flatMap { host in
      host.residuals.map {
        ["\($0.attack) \($0.title)", "\(host.host.rawValue): \($0.walls.joined(separator: ", "))", $0.reason]
      }
    }
  }

  private var recordedRows: [[String]] { rows(\.recorded) }
  private var failureRows: [[String]] { rows(\.failures) }

  private func rows(_ findings: (TrialSummary) -> [TrialSummary.Finding]) -> [[String]] {
    hosts.flatMap { host in
      findings(host).map { ["\($0.attack) \($0.title)", "\(host.host.rawValue): \($0.wall)", $0.finding] }
    }
  }

  private var refusalRows: [[String]] {
    hosts.flatMap { host in host.refused.map { [$0.wall, host.host.rawValue, $0.reason] } }
  }
}
