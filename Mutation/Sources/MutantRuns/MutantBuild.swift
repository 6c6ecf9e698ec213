// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MutantOperators

/// Builds the tree, and removes the mutants that the compiler refuses until it builds.
package struct MutantBuild {
  private var tree: MutatedTree
  private var refused: RefusedPlaces
  private let say: (String) -> Void

  package init(tree: MutatedTree, refused: RefusedPlaces, say: @escaping (String) -> Void) {
    self.tree = tree
    self.refused = refused
    self.say = say
  }

  /// An error of the compiler in a file of the tree.
  package struct Diagnostic: Hashable {
    package var file: String
    package var line: Int
    package var message: String
  }

  /// Leaves the mutants that compile in the plan.
  package mutating func run(_ plan: inout MutationPlan) throws {
    let known = plan.mutants.filter { refused.keys.contains($0.place.key) }
    plan.remove(Set(known.map(\.number)))
    // Every round removes a mutant, so this ends.
    for round in 1... {
      let files = try tree.write(plan.mutants)
      let built = try Command(["swift", "build", "--build-tests"], in: tree.root).run()
      say("build \(round): \(plan.mutants.count) mutants, \(Int(built.seconds)) s")
      if built.status == 0 { return }
      let errors = Self.diagnostics(in: built.output, root: tree.root.path)
      var numbers: Set<Int> = []
      for error in errors {
        guard let file = files[error.file] else { continue }
        numbers.formUnion(Self.mutants(at: error.line, in: file.spans))
      }
      guard !numbers.isEmpty else {
        throw RunError("the tree does not build, and no mutant is the cause:\n\(built.output.suffix(4000))")
      }
      try refused.add(Set(plan.mutants.filter { numbers.contains($0.number) }.map(\.place.key)))
      plan.remove(numbers)
    }
  }

  package static func diagnostics(in output: String, root: String) -> Set<Diagnostic> {
    var found: Set<Diagnostic> = []
    for line in output.split(separator: "\n") {
      guard let match = line.firstMatch(of: /^(\/.+?):([0-9]+):[0-9]+: (?:fatal )?error: (.+)$/) else { continue }
      let path = String(match.1)
      guard path.hasPrefix(root + "/"), let number = Int(match.2) else { continue }
      found.insert(
        Diagnostic(file: String(path.dropFirst(root.count + 1)), line: number, message: String(match.3)))
    }
    return found
  }

  /// The smallest mutants that contain the line; all of the file's if none does.
  package static func mutants(at line: Int, in spans: [MutatedFile.Span]) -> Set<Int> {
    let around = spans.filter { $0.lines.contains(line) }
    guard let least = around.map(\.lines.count).min() else {
      // For example a result that is missing at the end of a function whose `throw` can now be skipped.
      let distance = { (span: MutatedFile.Span) in
        min(abs(span.lines.lowerBound - line), abs(span.lines.upperBound - line))
      }
      let nearest = spans.map(distance).min()
      return Set(spans.filter { distance($0) == nearest }.map(\.mutant))
    }
    return Set(around.filter { $0.lines.count == least }.map(\.mutant))
  }
}
