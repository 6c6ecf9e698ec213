// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MutantOperators

extension MutationRun {
  /// These almost always compile, and change one decision.
  private static let ruleOperators: Set<MutationOperator> = [
    .boundary, .constant, .dropCondition, .dropStatement, .negate,
  ]

  /// Examines the faults of the file again, and searches for those of rules that have none.
  ///
  /// - Returns: the rules without a fault that a test naming them notices.
  package func runRules(_ file: URL) async throws -> [String] {
    let known = try RuleFaults(text: FileManager.default.fileExists(atPath: file.path) ? read(file) : "")
    let table = RuleTable(page: try read(options.root.appending(path: "docs/rules.md")))
    let wanted = table.rules.filter { !$0.hasPlantedFault }
    let modules = MutatedModules(text: try read(options.modulesFile)).modules
    let places = try modules.map { module in
      (module.name, try MutatedModules.places(of: module, root: options.root))
    }
    var plan = MutationPlan(
      places: places.map { ($0.0, $0.1.filter { Self.ruleOperators.contains($0.operation) }) }, count: options.count,
      seed: options.seed,
      first: places.flatMap { name, all in
        all.filter { place in known.rows.contains { $0.isAt(place) } }.map { (name, $0) }
      })
    let program = try build(&plan, modules)
    let names = Set(wanted.flatMap(\.tests))
    let tests = try program.tests().filter { TestName(listed: $0).map(names.contains) ?? false }
    let record = try await record(tests, of: program, in: "reach-rules.txt")
    let search = RuleSearch(tests: record.suites, mutants: plan.mutants) { test, mutant, limit in
      try program.run([test], environment: ["SALLYPORT_MUTANT": "\(mutant)"], limit: limit)
    }
    let found = try await inLanes(wanted, lanes: options.lanes) { [say] rule in
      let row = try search.fault(of: rule, known: known.rows.first { $0.rule == rule.id })
      if let row {
        say("\(rule.id)  \(row.file)  \(row.operation)  \(row.change)\n    \(row.test)")
      } else {
        say("\(rule.id)  NOTHING of \(search.candidates(of: rule).count)")
      }
      return row
    }
    try Data(RuleFaults(rows: found.compactMap { $0 }).text.utf8).write(to: file, options: .atomic)
    return zip(wanted, found).filter { $1 == nil }.map(\.0.id)
  }

  private func read(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
