// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Dependencies are acyclic between modules, and between the folders of `HostCore`.
@Suite struct CycleTests {
  /// The groups of nodes that reach one another, each sorted. A single node counts only if it has an edge to itself.
  private static func cycles(_ edges: [String: Set<String>]) -> [[String]] {
    func reached(from node: String) -> Set<String> {
      var (seen, open): (Set<String>, [String]) = ([], [node])
      while let next = open.popLast() {
        for target in edges[next, default: []] where seen.insert(target).inserted { open.append(target) }
      }
      return seen
    }
    let reach = Dictionary(uniqueKeysWithValues: edges.keys.map { ($0, reached(from: $0)) })
    let groups = edges.keys.filter { reach[$0, default: []].contains($0) }.map { node in
      reach[node, default: []].filter { reach[$0, default: []].contains(node) }.sorted()
    }
    return Set(groups).sorted { $0.description < $1.description }
  }

  @Test func `finds cycles of every length`() {
    #expect(Self.cycles(["a": ["b"], "b": ["c"], "c": [], "d": ["a", "c"]]) == [])
    #expect(Self.cycles(["a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]]) == [["a", "b", "c"]])
    #expect(Self.cycles(["a": ["b"], "b": ["a"], "c": ["d"], "d": ["c"]]) == [["a", "b"], ["c", "d"]])
    #expect(Self.cycles(["a": ["a"]]) == [["a"]])
  }

  @Test func `has no cycle between modules`() throws {
    let rows = ArchitectureTable(markdown: try Repository.text("ARCHITECTURE.md")).rows
    #expect(rows.count > 35)
    #expect(Self.cycles(rows.mapValues(\.uses)) == [])
    // Another test compares the table with the imports; this one also checks the imports themselves.
    let imports = try Repository.modules.keys.map { module in
      (module, try Repository.imports(of: module).filter { Repository.modules[$0] != nil })
    }
    #expect(Self.cycles(Dictionary(uniqueKeysWithValues: imports)) == [])
  }

  /// The first folder below `HostCore` of each source, with the capitalised words and the types of its code, without
  /// comments and strings.
  private static func sources() throws -> [(folder: String, words: Set<String>, types: Set<String>)] {
    let base = "Sources/Host/HostCore/"
    let declaration =
      /(?m)^(?:@\w+ )*(?:(?:public|package|internal|final|indirect) )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
    return try Repository.files(in: base, endings: ["swift"]).map { file in
      let folder = file.dropFirst(base.count).prefix { $0 != "/" }
      let code = try Repository.text(file).replacing(/\/\/.*/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "")
      return (
        String(folder), Set(code.matches(of: /\b[A-Z]\w*/).map { String($0.output) }),
        Set(code.matches(of: declaration).map { String($0.output.1) })
      )
    }
  }

  /// A folder depends on the folders whose types it names, except for types it also declares itself.
  @Test func `has no cycle between the folders of the host`() throws {
    let sources = try Self.sources()
    var homes: [String: Set<String>] = [:]
    for source in sources { for type in source.types { homes[type, default: []].insert(source.folder) } }
    #expect(homes.count > 100)
    var edges: [String: Set<String>] = [:]
    for source in sources {
      for word in source.words where homes[word]?.contains(source.folder) == false {
        edges[source.folder, default: []].formUnion(homes[word, default: []])
      }
    }
    #expect(edges["Device"]?.isSuperset(of: ["Memory", "Parts"]) == true, "no dependency was found")
    #expect(Self.cycles(edges) == [])
  }
}
