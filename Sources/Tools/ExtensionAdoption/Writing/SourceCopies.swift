// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Copies an extension's sources into its target, beside the entry file and the colours of its catalogs.
struct SourceCopies {
  let directory: String
  /// Copies to originals, for what the compiler says.
  private(set) var originals: [String: String] = [:]
  private var names: Set<String> = []

  init(
    _ sources: [SwiftSource], entry: String?, bundle: String?, symbols: AssetSymbols?, in directory: String
  ) throws {
    self.directory = directory
    try FileWriting.makeDirectory(directory)
    for source in sources {
      // A file of that name would be taken for top-level code.
      let name = source.name == "main.swift" ? "Main_.swift" : source.name
      var lines =
        source.text.mentionsPreview ? PreviewBlanking.blanked(source.text) : source.text.lines.map(String.init)
      SubmoduleImports.shorten(&lines, in: source)
      try add(lines.joined(separator: "\n"), as: name, from: source.path)
    }
    if let entry { try add(entry, as: "main.swift", from: nil) }
    if let symbols, symbols.isNeeded { try add(symbols.text, as: "SallyportAssets.swift", from: nil) }
    if let bundle { try add(bundle, as: "SallyportBundle.swift", from: nil) }
    FileWriting.prune(directory, keeping: names)
  }

  private mutating func add(_ text: String, as name: String, from original: String?) throws {
    guard names.insert(name).inserted else {
      throw AdoptionError("Two files are called \(name); a module needs different names. One is \(original ?? name).")
    }
    try FileWriting.write(text, to: "\(directory)/\(name)")
    if let original { originals["\(directory)/\(name)"] = original }
  }
}

extension SourceText {
  var mentionsPreview: Bool { code.contains { $0.contains("#Preview") } }
}

/// The entry file of a class point.
enum EntryFile {
  static func text(principal: String) -> String {
    """
    // Made by `sallyport adopt`: what Xcode does with NSExtensionPrincipalClass.
    import ExtensionRuntime

    ExtensionMain.run(\(principal)())

    """
  }

  /// A report without `@main`.
  static func text(report: String) -> String {
    """
    // Made by `sallyport adopt`: what @main would do.
    \(report).main()

    """
  }
}

/// `import os.log` names a part of a module that only C modules have: here the whole module is imported.
enum SubmoduleImports {
  static func shorten(_ lines: inout [String], in source: SwiftSource) {
    for one in source.imports where one.isSubmodule {
      let line = lines[one.line - 1]
      // Behind the code there may be a comment, which keeps its words.
      guard let place = line.firstRange(ofWord: "import") else { continue }
      let rest = line[place.upperBound...]
      guard let dot = rest.firstIndex(of: ".") else { continue }
      let end = rest[dot...].firstIndex { $0 != "." && !$0.isPartOfName } ?? rest.endIndex
      lines[one.line - 1] = String(line[..<dot] + rest[end...])
    }
  }
}
