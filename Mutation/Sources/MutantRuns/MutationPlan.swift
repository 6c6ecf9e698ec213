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

/// The mutants of a run.
package struct MutationPlan: Sendable {
  package struct Mutant: Sendable, Equatable {
    package var number: Int
    package var module: String
    package var place: Place
  }

  /// In the order in which they were drawn, with spare ones after the share of each module.
  package private(set) var mutants: [Mutant] = []
  package let shares: [String: Int]

  /// Draws the same number of places from every module, each place with the same chance.
  ///
  /// A part of the places doesn't compile when it is changed, so more are drawn than are needed.
  ///
  /// - Parameter first: places that are not drawn, but taken in any case.
  package init(
    places: [(module: String, places: [Place])], count: Int, seed: UInt64, first: [(module: String, place: Place)] = []
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
    let taken = Set(first.map(\.place))
    for (module, place) in first {
      mutants.append(Mutant(number: mutants.count + 1, module: module, place: place))
      shares[module, default: 0] += 1
    }
    self.shares = shares
    for module in places {
      var generator = SeededGenerator(seed: seed)
      let share = drawnShares[module.module] ?? 0
      let drawn = module.places.shuffled(using: &generator).prefix(share + share / 2 + 2)
      for place in drawn where !taken.contains(place) {
        mutants.append(Mutant(number: mutants.count + 1, module: module.module, place: place))
      }
    }
  }

  package mutating func remove(_ numbers: Set<Int>) { mutants.removeAll { numbers.contains($0.number) } }

  /// The mutants that are tried: the first of each module that compile.
  package var chosen: [Mutant] {
    var taken: [String: Int] = [:]
    return mutants.filter { mutant in
      taken[mutant.module, default: 0] += 1
      return taken[mutant.module, default: 0] <= shares[mutant.module, default: 0]
    }
  }
}
