// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// docs/symbols.md: the declarations of the four frameworks, and the share of symbols used by published extensions that
/// compile here.
struct SymbolPage {
  static let frameworks = ["FamilyControls", "ManagedSettings", "ManagedSettingsUI", "DeviceActivity"]
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  let declarations: [String: [PublicSymbol]]
  /// Identifiers in the census and in all sources that are compiled unchanged from Xcode.
  let census: Set<String>
  let compiled: Set<String>

  init() throws {
    declarations = try Dictionary(
      uniqueKeysWithValues: Self.frameworks.map { ($0, try PublicSymbol.all(in: "Sources/SDK/\($0)")) })
    census = try Self.identifiers(in: ["Tests/SDKCensusTests"])
    compiled = try Self.identifiers(
      in: ["Tests/SourceCompatibility", "Compatibility/Tests/MonitorSources", "Extensions"])
  }

  /// The declarations that the census doesn't name.
  func missing(from framework: String) -> [String] {
    Set((declarations[framework] ?? []).map(\.name)).subtracting(census).sorted()
  }

  func markdown(used: [UsedSymbol], intents: [UsedSymbol]) -> String {
    var lines = [
      "# Symbols", "",
      "Written by `make symbols`; a test compares it.", "",
      "## The four frameworks", "",
      "Declared: public declarations of the module. Documented: with a doc comment. In the census: named by",
      "`Tests/SDKCensusTests`, which asserts their behaviour. Out of scope: `FamilyActivityData` and",
      "`DeviceActivityAuthorization` with their members.", "",
      "| framework | declared | documented | in the census |", "|---|---|---|---|",
    ]
    for framework in Self.frameworks {
      let all = declarations[framework] ?? []
      let documented = all.count { $0.isDocumented }
      let named = all.count { census.contains($0.name) }
      lines.append("| \(framework) | \(all.count) | \(documented) | \(named) |")
    }
    lines += [
      "", "## What published extensions use", "",
      "Uses of each module's symbols in 200 published extensions, one per target, at the points monitor, shield",
      "configuration, shield action and report. A use compiles if its name occurs in a source that is compiled here",
      "unchanged, under `Tests/SourceCompatibility` and `Compatibility/Tests`. Names are compared, not signatures.",
      "",
      "| module | uses | compile | not yet |", "|---|---|---|---|",
    ]
    lines += table(of: used)
    lines += [
      "", "## What published widgets and Focus filters use", "",
      "The same for the points widget and focusFilter, in 37 published extensions.", "",
      "| module | uses | compile | not yet |", "|---|---|---|---|",
    ]
    lines += table(of: intents)
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(of used: [UsedSymbol]) -> [String] {
    let modules = Dictionary(grouping: used, by: \.module)
    var lines: [String] = []
    for module in modules.keys.sorted() {
      let uses = modules[module] ?? []
      let rest = uses.filter { !compiled.contains($0.name) }
      let names = Set(rest.map { "`\($0.symbol)`" }).sorted().joined(separator: ", ")
      lines.append("| \(module) | \(Self.sum(uses)) | \(Self.sum(uses) - Self.sum(rest)) | \(names) |")
    }
    let share = share(of: used)
    let compiling = Self.sum(used.filter { compiled.contains($0.name) })
    lines.append("| **all** | \(Self.sum(used)) | \(compiling) (\(share / 10).\(share % 10) %) | |")
    return lines
  }

  /// The thousandths of the uses that compile.
  func share(of used: [UsedSymbol]) -> Int {
    let all = Self.sum(used)
    return all == 0 ? 0 : 1_000 * Self.sum(used.filter { compiled.contains($0.name) }) / all
  }

  private static func sum(_ uses: [UsedSymbol]) -> Int { uses.reduce(0) { $0 + $1.targets } }

  static func sources(in folder: String) throws -> [URL] {
    let directory = root.appending(path: folder)
    let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
    let all = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
    return all.sorted { $0.path < $1.path }
  }

  private static func identifiers(in folders: [String]) throws -> Set<String> {
    let files = try folders.flatMap { try sources(in: $0) }
    return try files.reduce(into: []) { words, file in
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: /[A-Za-z_][A-Za-z_0-9]*/) {
        words.insert(String(match.output))
      }
    }
  }
}

/// A public declaration of a module.
struct PublicSymbol {
  var name: String
  var isDocumented: Bool

  static func all(in folder: String) throws -> [PublicSymbol] {
    let declaration =
      /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+ )*?(?:public|open) (?:(?:private\(set\)|override|final|static|class|convenience|mutating|nonisolated|weak|indirect) )*(func|var|let|init|struct|class|enum|protocol|typealias)\b ?`?(\w*)/
    return try SymbolPage.sources(in: folder).flatMap { file -> [PublicSymbol] in
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      return lines.indices.compactMap { index in
        guard let match = lines[index].firstMatch(of: declaration) else { return nil }
        let name = match.output.1 == "init" ? "init" : String(match.output.2)
        guard !name.isEmpty, !name.hasPrefix("_") else { return nil }
        let above = lines[..<index].last { !$0.trimmingPrefix(/\s*/).hasPrefix("@") } ?? ""
        return PublicSymbol(name: name, isDocumented: above.trimmingPrefix(/\s*/).hasPrefix("///"))
      }
    }
  }
}

/// A row of the table of symbols used by published extensions.
struct UsedSymbol {
  var module: String
  var symbol: String
  /// The number of targets that use it.
  var targets: Int

  /// The name at the end of the symbol: `date` of `Calendar#date(byAdding:value:to:)`.
  var name: String {
    let names = symbol.prefix { $0 != "(" }.matches(of: /[A-Za-z_]\w*/).map { String($0.output) }
    if let last = names.last, last != "init" { return last }
    return symbol.firstMatch(of: /[A-Za-z_]\w*/).map { String($0.output) } ?? symbol
  }

  /// The columns of the targets at the points that a table counts.
  static let screenTime = 4..<8
  static let widgetsAndFilters = 8..<10

  /// - Returns: `nil` if the table is not available.
  static func table(columns: Range<Int> = screenTime) -> [UsedSymbol]? {
    let file = SymbolPage.root.deletingLastPathComponent().appending(path: "shared/spec/symbols.tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count >= 10 else { return nil }
      let targets = fields[columns].compactMap { Int($0) }.reduce(0, +)
      return targets == 0 ? nil : UsedSymbol(module: String(fields[0]), symbol: String(fields[1]), targets: targets)
    }
  }
}
