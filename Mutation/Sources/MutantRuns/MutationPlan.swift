// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MutantOperators

/// The modules whose code is mutated, by name: `Mutation/modules.txt`.
package struct MutatedModules: Sendable {
  package struct Module: Sendable, Equatable {
    package var name: String
    /// Folders or files, relative to the package.
    package var paths: [String]
  }

  package var modules: [Module]

  /// One module per line: its name, then its folders and files.
  package init(text: String) {
    modules = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      return words.count > 1 ? Module(name: words[0], paths: Array(words.dropFirst())) : nil
    }
  }

  /// The places of a module in the order of its files.
  package static func places(of module: Module, root: URL) throws -> [Place] {
    try module.paths.flatMap { try sources(in: $0, root: root) }.flatMap { file in
      let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
      return file.hasSuffix(".swift")
        ? SwiftPlaces(file: file, text: text).places : CPlaces(file: file, text: text).places
    }
  }

  /// The Swift and C files of a folder, in order; a file stands for itself.
  static func sources(in path: String, root: URL) throws -> [String] {
    if isSource(path) { return [path] }
    return try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: path).path).sorted()
      .filter(isSource).map { "\(path)/\($0)" }
  }

  private static func isSource(_ path: String) -> Bool { path.hasSuffix(".swift") || path.hasSuffix(".c") }
}

/// The mutants of a run, drawn by one seed or by several. A place that several draw is one mutant.
package struct MutationPlan: Sendable {
  package struct Mutant: Sendable, Equatable {
    package var number: Int
    package var module: String
    package var place: Place
  }

  /// One seed's draw: mutant numbers in the order drawn, including spares beyond each module's share.
  private struct Draw: Sendable {
    var seed: UInt64
    var numbers: [Int]
  }

  package private(set) var mutants: [Mutant] = []
  private var draws: [Draw] = []
  /// How many mutants of each module are tried for each seed.
  package let shares: [String: Int]

  package var seeds: [UInt64] { draws.map(\.seed) }

  /// Draws for each seed the same number of places from every module, each place with the same chance.
  ///
  /// A part of the places doesn't compile when it is changed, so more are drawn than are needed.
  ///
  /// - Parameters:
  ///   - count: the number of mutants for each seed.
  ///   - first: places that are not drawn, but taken in any case.
  package init(
    places: [(module: String, places: [Place])], count: Int, seeds: [UInt64],
    first: [(module: String, place: Place)] = []
  ) {
    var shares: [String: Int] = [:]
    var left = count
    let bySize = places.sorted { ($0.places.count, $0.module) < ($1.places.count, $1.module) }
    for (index, module) in bySize.enumerated() {
      let rest = bySize.count - index
      shares[module.module] = min(module.places.count, (left + rest - 1) / rest)
      left -= shares[module.module] ?? 0
    }
    let drawnShares = shares
    for (module, _) in first { shares[module, default: 0] += 1 }
    self.shares = shares
    var numbers: [Place: Int] = [:]
    for (module, place) in first { numbers[place] = add(module, place) }
    let (taken, wanted) = (Set(numbers.keys), numbers.values.sorted())
    for seed in seeds {
      var draw = Draw(seed: seed, numbers: wanted)
      for module in places {
        var generator = SeededGenerator(seed: seed)
        let share = drawnShares[module.module] ?? 0
        let drawn = module.places.shuffled(using: &generator).prefix(share + share / 2 + 2)
        for place in drawn where !taken.contains(place) {
          let number = numbers[place] ?? add(module.module, place)
          numbers[place] = number
          draw.numbers.append(number)
        }
      }
      draws.append(draw)
    }
  }

  private mutating func add(_ module: String, _ place: Place) -> Int {
    mutants.append(Mutant(number: mutants.count + 1, module: module, place: place))
    return mutants.count
  }

  package mutating func remove(_ numbers: Set<Int>) { mutants.removeAll { numbers.contains($0.number) } }

  /// The mutants that are tried for a seed: the first of each module that compile.
  package func chosen(by seed: UInt64) -> [Mutant] {
    let present = Dictionary(uniqueKeysWithValues: mutants.map { ($0.number, $0) })
    var taken: [String: Int] = [:]
    return draws.filter { $0.seed == seed }.flatMap(\.numbers).compactMap { present[$0] }.filter { mutant in
      taken[mutant.module, default: 0] += 1
      return taken[mutant.module, default: 0] <= shares[mutant.module, default: 0]
    }
  }

  /// The mutants that are tried, each once, those of the first seed first.
  package var chosen: [Mutant] {
    var seen: Set<Int> = []
    return seeds.flatMap(chosen(by:)).filter { seen.insert($0.number).inserted }
  }
}
