// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import Testing

@Suite struct GeneratorTests {
  private static let grid = SlotGrid(step: 300_000, phase: 70_000)

  @Test(arguments: Generator.allCases)
  func `makes worlds that differ, and the same ones from the same seed`(_ generator: Generator) {
    let pairs = (0..<16).map { generator.pair(seed: 5, index: $0, on: Self.grid) }
    #expect(pairs.contains { !$0.differences.isEmpty })
    let again = (0..<16).map { generator.pair(seed: 5, index: $0, on: Self.grid).left }
    #expect(again == pairs.map { $0.left })
    #expect(generator.pair(seed: 6, index: 0, on: Self.grid).left != pairs[0].left)
  }

  @Test func `varies only the fields of its generator`() {
    for index in 0..<16 {
      let names = Generator.names.pair(seed: 5, index: index, on: Self.grid)
      #expect(names.differences.allSatisfy { $0.policyField == "item.displayName" })
      let use = Generator.durations.pair(seed: 5, index: index, on: Self.grid)
      #expect(use.differences.allSatisfy { $0.policyField == "use.duration" })
    }
  }
}
