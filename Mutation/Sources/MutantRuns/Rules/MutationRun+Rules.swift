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
  /// - Returns: the rules of which no test was seen to fail.
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
      seeds: options.seeds,
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
    let tried = Set(record.suites.compactMap { TestName(listed: $0.name)?.description })
    let found = try await inLanes(wanted, lanes: options.lanes) { [say] rule -> (row: RuleFaults.Row?, isSeen: Bool) in
      let before = known.rows.first { $0.rule == rule.id }
      let row = try search.fault(of: rule, known: before)
      if row == nil, let before, !tried.contains(before.test) {
        // A slow machine takes no evidence away.
        say("\(rule.id)  NOT EXAMINED, “\(before.test)” was not used; its fault is kept")
        return (before, false)
      }
      if let row {
        say("\(rule.id)  \(row.file)  \(row.operation)  \(row.change)\n    \(row.test)")
      } else {
        say("\(rule.id)  NOTHING of \(search.candidates(of: rule).count)")
      }
      return (row, row != nil)
    }
    try Data(RuleFaults(rows: found.compactMap(\.row)).text.utf8).write(to: file, options: .atomic)
    return zip(wanted, found).filter { !$1.isSeen }.map(\.0.id)
  }

  private func read(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
