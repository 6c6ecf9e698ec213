// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MutantOperators
@testable import MutantRuns

@Suite struct MutationPlanTests {
  private func places(_ count: Int, _ file: String) -> [Place] {
    (0..<count).flatMap { SwiftPlaces(file: "\(file)\($0).swift", text: "let a = \($0)").places }
  }

  private var modules: [(module: String, places: [Place])] { [("rules", places(50, "R")), ("store", places(4, "S"))] }

  @Test func `the same seed draws the same places, another seed others`() {
    let one = MutationPlan(places: modules, count: 20, seeds: [7])
    #expect(one.mutants == MutationPlan(places: modules, count: 20, seeds: [7]).mutants)
    #expect(one.mutants != MutationPlan(places: modules, count: 20, seeds: [8]).mutants)
    // The first number of SplitMix64 for seed 0, so that a seed means the same on every machine.
    var generator = SeededGenerator(seed: 0)
    #expect(generator.next() == 0xE220_A839_7B1D_CDAF)
  }

  @Test func `modules have equal shares, and a small one leaves its rest to the others`() {
    let plan = MutationPlan(places: modules, count: 20, seeds: [7])
    #expect(plan.shares == ["rules": 16, "store": 4])
    #expect(plan.chosen.count { $0.module == "rules" } == 16)
  }

  @Test func `places that are wanted come first and are not drawn again`() {
    let wanted = modules[0].places[7]
    let plan = MutationPlan(places: modules, count: 20, seeds: [7], first: [("rules", wanted)])
    #expect(plan.mutants.first?.place == wanted && plan.mutants.count { $0.place == wanted } == 1)
    #expect(plan.shares == ["rules": 17, "store": 4])
    #expect(Set(plan.mutants.map(\.number)).count == plan.mutants.count)
  }

  @Test func `each of several seeds chooses what it chooses alone, and a place that two draw is one mutant`() throws {
    var plan = MutationPlan(places: modules, count: 20, seeds: [7, 8])
    #expect(Set(plan.mutants.map(\.place)).count == plan.mutants.count)
    #expect(plan.chosen.map(\.number).count == Set(plan.chosen.map(\.number)).count)
    #expect(plan.chosen.prefix(20).elementsEqual(plan.chosen(by: 7)))
    let refused = try #require(plan.mutants.first { $0.module == "rules" })
    plan.remove([refused.number])
    for seed: UInt64 in [7, 8] {
      var alone = MutationPlan(places: modules, count: 20, seeds: [seed])
      alone.remove(Set(alone.mutants.filter { $0.place == refused.place }.map(\.number)))
      #expect(plan.chosen(by: seed).map(\.place) == alone.chosen.map(\.place))
    }
  }

  @Test func `a duplicate seed, or one that isn't a number, is refused`() throws {
    #expect(try MutationOptions(["--seed", "7,8"]).seeds == [7, 8])
    for seeds in ["7,7", "7,", "", "-1", "7 8"] {
      #expect(throws: RunError.self) { try MutationOptions(["--seed", seeds]) }
    }
  }

  @Test func `a module is made of folders and files`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "modules-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(at: root.appending(path: "One/Deep"), withIntermediateDirectories: true)
    for name in ["One/B.swift", "One/Deep/A.c", "One/notes.txt", "Two.swift", "Three.swift"] {
      try Data().write(to: root.appending(path: name))
    }
    let modules = MutatedModules(text: "# two\nboth One Two.swift\nempty\n").modules
    #expect(modules == [.init(name: "both", paths: ["One", "Two.swift"])])
    let files = try modules[0].paths.flatMap { try MutatedModules.sources(in: $0, root: root) }
    #expect(files == ["One/B.swift", "One/Deep/A.c", "Two.swift"])
  }

  @Test func `a mutant that doesn't compile is replaced by the next one drawn`() throws {
    var plan = MutationPlan(places: modules, count: 20, seeds: [7])
    let first = try #require(plan.chosen.first)
    let next = try #require(plan.mutants.first { !plan.chosen.contains($0) })
    plan.remove([first.number])
    #expect(!plan.chosen.contains(first))
    #expect(plan.chosen.contains(next))
    #expect(plan.chosen.count { $0.module == "rules" } == 16)
  }

  @Test func `an error removes the smallest mutants on its line`() {
    let spans = [
      MutatedFile.Span(mutant: 1, lines: 1...9), MutatedFile.Span(mutant: 2, lines: 4...4),
      MutatedFile.Span(mutant: 3, lines: 7...7),
    ]
    #expect(MutantBuild.mutants(at: 4, in: spans) == [2])
    #expect(MutantBuild.mutants(at: 5, in: spans) == [1])
    #expect(MutantBuild.mutants(at: 20, in: Array(spans.dropFirst())) == [3])
  }

  @Test func `places that the compiler refused are remembered`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "refused-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var refused = RefusedPlaces(file: folder.appending(path: "refused.txt"))
    #expect(refused.keys.isEmpty)
    try refused.add(["A", "B"])
    try refused.add(["C"])
    #expect(RefusedPlaces(file: folder.appending(path: "refused.txt")).keys == ["A", "B", "C"])
  }

  @Test func `what suites reach is kept for one build of the tests`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "reach-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let entry = ReachCache.Entry(seconds: 1.5, reason: nil, reached: [3, 7])
    let slow = ReachCache.Entry(seconds: 9, reason: "longer than 6 s", reached: [])
    let cache = ReachCache(file: file, program: "one")
    try cache.add(entry, of: "A.B")
    try cache.add(slow, of: "A.C")
    #expect(ReachCache(file: file, program: "one").entry(of: "A.B") == entry)
    #expect(ReachCache(file: file, program: "one").entry(of: "A.C") == slow)
    #expect(ReachCache(file: file, program: "other").entry(of: "A.B") == nil)
  }

  @Test func `errors are read from the compiler's output`() {
    let output = "/tree/Sources/A.swift:4:7: error: no\n/tree/Sources/A.swift:5:7: warning: no\n/usr/b.h:1:1: error: no"
    #expect(
      MutantBuild.diagnostics(in: output, root: "/tree") == [.init(file: "Sources/A.swift", line: 4, message: "no")])
  }
}
