// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MutantOperators

/// Draws, builds, records what the suites reach, examines each mutant, reports.
package struct MutationRun: Sendable {
  let options: MutationOptions
  let say: @Sendable (String) -> Void

  package init(_ options: MutationOptions, say: @escaping @Sendable (String) -> Void) {
    self.options = options
    self.say = say
  }

  /// A report for each seed; nil if the places were only listed.
  package func run() async throws -> [MutationReport]? {
    let equivalents = try Equivalents(text: String(contentsOf: options.equivalents, encoding: .utf8))
    if let first = equivalents.unargued.first { throw RunError("no argument for the equivalent mutant “\(first)”") }
    var modules = MutatedModules(text: try String(contentsOf: options.modulesFile, encoding: .utf8)).modules
    let places = try modules.map { ($0.name, try MutatedModules.places(of: $0, root: options.root)) }
    let known = MutatedModules.Module(name: "equivalents", paths: equivalents.files.filter(isThere))
    for key in equivalents.stale(Set(try MutatedModules.places(of: known, root: options.root).map(\.key))) {
      throw RunError("the equivalent mutant “\(key)” is no longer in the sources; remove the entry")
    }
    for name in options.modules where !modules.contains(where: { $0.name == name }) {
      throw RunError("there is no module “\(name)”; \(options.modulesFile.path) lists them")
    }
    if !options.modules.isEmpty { modules.removeAll { !options.modules.contains($0.name) } }
    let used = places.filter { place in modules.contains { $0.name == place.0 } }
    var plan = MutationPlan(places: used, count: options.count, seeds: options.seeds)
    let (seeds, total) = (options.seeds.map(String.init).joined(separator: ", "), used.map(\.1.count).reduce(0, +))
    say("seed \(seeds): \(total) places in \(used.count) modules")
    if options.isList {
      for mutant in plan.mutants { say("\(mutant.module)  \(mutant.place.line)  \(mutant.place.key)") }
      return nil
    }
    let program = try build(&plan, modules)
    let (graph, record) = try await reach(program, plan)
    let verdicts = try await examine(plan, program, graph, record, equivalents)
    return plan.seeds.map { seed in
      let verdicts = plan.chosen(by: seed).compactMap { mutant in verdicts[mutant.number].map { (mutant, $0) } }
      return MutationReport(seed: seed, verdicts, equivalents: equivalents)
    }
  }

  /// Builds the mutants that compile, and leaves them in the plan.
  func build(_ plan: inout MutationPlan, _ modules: [MutatedModules.Module]) throws -> TestProgram {
    let tree = MutatedTree(
      root: try prepareTree(), checkout: options.root, switchFolder: options.switchFolder,
      programs: try programs(modules))
    let refused = RefusedPlaces(file: options.root.appending(path: ".build-mutants/refused.txt"))
    var build = MutantBuild(tree: tree, refused: refused, say: say)
    try build.run(&plan)
    return try TestProgram(of: tree.root)
  }

  private func prepareTree() throws -> URL {
    let root = options.tree ?? options.root.appending(path: ".build-mutants/tree")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    return root
  }

  private func isThere(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: options.root.appending(path: file).path)
  }

  private func programs(_ modules: [MutatedModules.Module]) throws -> [String] {
    try modules.flatMap(\.paths).flatMap { try MutatedModules.sources(in: $0, root: options.root) }.filter { file in
      guard file.hasSuffix(".c") else { return false }
      let text = try String(contentsOf: options.root.appending(path: file), encoding: .utf8)
      return CPlaces(file: file, text: text).mainAt != nil
    }
  }

  // MARK: Tests

  /// Tests of the sources' text, which the mutants change.
  private static let textTests: Set = ["RepositoryTests"]

  private func reach(
    _ program: TestProgram, _ plan: MutationPlan
  ) async throws -> (TargetGraph, ReachRecording.Record) {
    let described = try Command(
      ["sh", "-c", "swift package describe --type json 2>/dev/null"], in: program.folder
    ).run()
    let graph = try TargetGraph(json: Data(described.output.utf8))
    let mutated = Set(plan.chosen.compactMap { graph.target(of: $0.place.file) })
    let unused = Self.textTests.union(options.without)
    let names = try program.suites().filter { name in
      let target = String(name.prefix { $0 != "." })
      return !unused.contains(target) && mutated.contains { graph.reaches($0, from: target) }
    }
    return (graph, try await record(names, of: program, in: "reach.txt"))
  }

  /// Records which mutants each suite or test reaches.
  func record(_ names: [String], of program: TestProgram, in file: String) async throws -> ReachRecording.Record {
    let start = ContinuousClock.now
    let cache = ReachCache(
      file: options.root.appending(path: ".build-mutants/\(file)"),
      program: try "\(program.identity()), up to \(options.limit) s")
    let recording = ReachRecording(program: program, limit: options.limit, cache: cache)
    let record = try await recording.run(names, lanes: options.lanes)
    say("\(record.suites.count) of \(names.count) reach a mutant; recorded in \(seconds(since: start)) s")
    for (name, reason) in record.unused { say("  not used: \(name), \(reason)") }
    return record
  }

  private func examine(
    _ plan: MutationPlan, _ program: TestProgram, _ graph: TargetGraph, _ record: ReachRecording.Record,
    _ equivalents: Equivalents
  ) async throws -> [Int: Verdict] {
    let targets = Set(plan.chosen.compactMap { graph.target(of: $0.place.file) })
    let own = Dictionary(uniqueKeysWithValues: targets.map { ($0, graph.ownTests(of: $0)) })
    let examination = Examination(
      suites: record.suites, budget: options.budget, argued: Set(equivalents.reasons.keys),
      isOwn: { test, file in graph.target(of: file).flatMap { own[$0] }?.contains(test) ?? false },
      run: { try program.run($0, environment: ["SALLYPORT_MUTANT": "\($1)"], limit: $2) })
    let start = ContinuousClock.now
    let verdicts = try await inLanes(plan.chosen, lanes: options.lanes) { [say] mutant in
      let verdict = try examination.examine(mutant)
      let text =
        switch verdict {
        case .caught(let suites): "caught by \(suites.prefix(80))"
        case .survived: "SURVIVED"
        }
      let place = mutant.place
      say("\(mutant.number)  \(place.file):\(place.line)  \(place.operation.rawValue)  \(text)")
      return verdict
    }
    say("\(verdicts.count) mutants in \(seconds(since: start)) s")
    return Dictionary(uniqueKeysWithValues: zip(plan.chosen.map(\.number), verdicts))
  }

  private func seconds(since start: ContinuousClock.Instant) -> Int { Int((ContinuousClock.now - start) / .seconds(1)) }
}
