// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The result for one seed: each module's share, and the mutants that no test noticed.
package struct MutationReport: Sendable {
  package struct Row: Sendable, Equatable {
    package var module: String
    package var counted: Int
    package var caught: Int
    package var equivalent: Int

    package var share: Double { counted == 0 ? 1 : Double(caught) / Double(counted) }
  }

  package var seed: UInt64
  package var rows: [Row] = []
  package var survivors: [(mutant: MutationPlan.Mutant, suites: Int)] = []

  package init(
    seed: UInt64, _ verdicts: [(mutant: MutationPlan.Mutant, verdict: Verdict)], equivalents: Equivalents
  ) {
    self.seed = seed
    for (mutant, verdict) in verdicts {
      if rows.last?.module != mutant.module {
        rows.append(Row(module: mutant.module, counted: 0, caught: 0, equivalent: 0))
      }
      let last = rows.count - 1
      switch verdict {
      case .caught:
        rows[last].caught += 1
        rows[last].counted += 1
      case .survived where equivalents.reasons[mutant.place.key] != nil: rows[last].equivalent += 1
      case .survived(let suites):
        rows[last].counted += 1
        survivors.append((mutant, suites))
      }
    }
  }

  /// Whether every module reaches the share.
  package func reaches(_ share: Double) -> Bool { rows.allSatisfy { $0.share >= share } }

  package var text: String {
    var lines = ["SEED \(seed)", line("MODULE", "MUTANTS", "CAUGHT", "SHARE", "EQUIVALENT")]
    let all = Row(
      module: "all", counted: rows.map(\.counted).reduce(0, +), caught: rows.map(\.caught).reduce(0, +),
      equivalent: rows.map(\.equivalent).reduce(0, +))
    for row in rows + [all] {
      let share = row.counted == 0 ? "–" : "\(Int(row.share * 100)) %"
      lines.append(line(row.module, "\(row.counted)", "\(row.caught)", share, "\(row.equivalent)"))
    }
    if !survivors.isEmpty { lines += ["", "SURVIVORS"] }
    for (mutant, suites) in survivors {
      let place = mutant.place
      let reached = suites == 0 ? "no suite reaches it" : "\(suites) suites reach it"
      lines.append("\(place.file):\(place.line): \(place.operation.rawValue), mutant \(mutant.number), \(reached)")
      lines.append("  - \(place.before)")
      lines.append("  + \(place.after.isEmpty ? "(nothing)" : place.after)")
      lines.append("  \(place.key)")
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ columns: String...) -> String {
    columns.enumerated().map { index, text in
      let space = String(repeating: " ", count: max(0, (index == 0 ? 14 : 12) - text.count))
      return index == 0 ? text + space : space + text
    }.joined()
  }
}
