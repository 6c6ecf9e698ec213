// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MutantRuns

/// `make mutants SEED=n COUNT=300` and `make rule-mutants`.
@main struct GeneratedMutants {
  static func main() async {
    do {
      let options = try MutationOptions(Array(CommandLine.arguments.dropFirst()))
      if let rules = options.rules {
        let missing = try await MutationRun(options, say: say).runRules(rules)
        if !missing.isEmpty {
          say("\n\(missing.count) rules of which no test was seen to fail: \(missing.joined(separator: " "))")
        }
        exit(missing.isEmpty ? 0 : 1)
      }
      guard let reports = try await MutationRun(options, say: say).run() else { exit(0) }
      for report in reports { say("\n" + report.text) }
      exit(reports.allSatisfy { $0.reaches(Double(options.least) / 100) } ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("generated-mutants: \(error)\n".utf8))
      exit(2)
    }
  }

  /// Written at once, because a run takes long.
  @Sendable static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
