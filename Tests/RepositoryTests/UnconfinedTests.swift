// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The product `ExtensionHost` gives embedders no way to launch a process outside the sandbox.
@Suite struct UnconfinedTests {
  /// A declaration in one line of source.
  private struct Declaration {
    var name: String
    var isPublic: Bool
    var place: String
  }

  /// Indentation, modifiers, name. A regex is compiled each time its literal is evaluated.
  private nonisolated(unsafe) static let declaration =
    /^( *)((?:@\w+ |public |package |internal |private |fileprivate |open |final |static |mutating )*)(?:func|var|struct|class|enum|actor) (\w+)/

  private static func declaration(in line: Substring) -> (indentation: Int, modifiers: Substring, name: String)? {
    line.firstMatch(of: declaration).map { ($0.output.1.count, $0.output.2, String($0.output.3)) }
  }

  /// The sources of the modules that the product lists in Package.swift.
  private static func sources() throws -> [String] {
    let manifest = try Repository.text("Package.swift")
    let product = try #require(
      manifest.firstMatch(of: /name: "ExtensionHost",\s*targets: \[(.*?)\]/.dotMatchesNewlines()))
    let modules = product.output.1.matches(of: /"(\w+)"/).map { String($0.output.1) }
    #expect(modules.contains("ProcessSupervision") && modules.contains("Sandboxing"))
    return modules.flatMap { Repository.files(in: Repository.modules[$0] ?? "", endings: ["swift"]) }
  }

  /// The declarations that enclose a line, outermost first. Sources are formatted, so indentation shows nesting.
  private static func enclosing(_ number: Int, of lines: [Substring], in file: String) -> [Declaration] {
    var enclosing: [Declaration] = []
    var depth = lines[number].prefix { $0 == " " }.count
    for index in stride(from: number, through: 0, by: -1) {
      guard let found = declaration(in: lines[index]), found.indentation < depth || index == number else { continue }
      depth = found.indentation
      enclosing.insert(
        Declaration(
          name: found.name, isPublic: found.modifiers.contains("public") || found.modifiers.contains("open"),
          place: "\(file):\(index + 1)"), at: 0)
    }
    return enclosing
  }

  /// Starts at the one C function that spawns a process without a plan, and follows every caller upwards.
  @Test func `has no public way to launch without the sandbox`() throws {
    let texts = try Self.sources().map {
      (file: $0, lines: try Repository.text($0).split(separator: "\n", omittingEmptySubsequences: false))
    }
    var counts: [String: Int] = [:]
    for line in texts.flatMap(\.lines) {
      if let found = Self.declaration(in: line) { counts[found.name, default: 0] += 1 }
    }
    var reached: Set<String> = []
    var open = ["csandbox_spawn_unconfined"]
    while let name = open.popLast() {
      for (file, lines) in texts {
        for (number, line) in lines.enumerated() where line.contains(name) && !line.contains("//") {
          let enclosing = Self.enclosing(number, of: lines, in: file)
          // Skips names declared more than once, which are ambiguous; their enclosing type is followed instead.
          guard let caller = enclosing.last(where: { counts[$0.name] == 1 }), reached.insert(caller.name).inserted
          else { continue }
          #expect(!caller.isPublic, "\(caller.place): \(caller.name) launches without the sandbox and is public")
          open.append(caller.name)
        }
      }
    }
    #expect(reached.isSuperset(of: ["launchUnconfined", "UnconfinedLaunching"]), "\(reached)")
  }
}
