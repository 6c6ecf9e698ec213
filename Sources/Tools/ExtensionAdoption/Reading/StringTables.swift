// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The localised strings of an extension, from string catalogs (`.xcstrings`) and from `<language>.lproj` folders with
/// `.strings` and `.stringsdict` files.
struct StringTables: Hashable, Sendable {
  /// Strings by plural category. A string without plural forms has only the category “other”.
  typealias Forms = [String: String]

  struct Table: Codable, Hashable, Sendable {
    var name: String
    var source: String
    var languages: [String: [String: Forms]] = [:]
  }

  private(set) var tables: [Table] = []
  /// The strings that could not be read, with reasons.
  private(set) var notes: [String] = []
  var isEmpty: Bool { tables.isEmpty }

  /// - Throws: `AdoptionError` for a file that can't be read.
  init(_ files: [String]) throws {
    for file in files.sorted() {
      switch SourceFolder.suffix(file) {
      case "xcstrings": try readCatalog(file)
      case "lproj":
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: file)) ?? []).sorted()
        for name in names { try readList("\(file)/\(name)") }
      default: try readList(file)
      }
    }
    tables.sort { $0.name < $1.name }
  }

  /// The tables in the form that `_declareStrings` accepts.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(tables)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  private mutating func add(_ forms: Forms, for key: String, language: String, table: String, source: String?) {
    let index = tables.firstIndex { $0.name == table } ?? tables.endIndex
    if index == tables.endIndex { tables.append(Table(name: table, source: source ?? "en")) }
    if let source { tables[index].source = source }
    tables[index].languages[language, default: [:]][key] = forms
  }

  // MARK: - Catalogs

  private mutating func readCatalog(_ file: String) throws {
    let name = Self.stem(file)
    guard let catalog = try? JSONDecoder().decode(CatalogJSON.self, from: InputFile.data(file)),
      let strings = catalog["strings"]?.table
    else {
      notes.append("\(file) is not a string catalog, so its strings are not available")
      return
    }
    let source = catalog["sourceLanguage"]?.text ?? "en"
    for (key, entry) in strings {
      for (language, words) in entry["localizations"]?.table ?? [:] {
        if words["substitutions"] != nil {
          notes.append("“\(key)” has substitutions in \(language), which are not supported; its key is shown")
        } else if let forms = Self.forms(words) {
          add(forms, for: key, language: language, table: name, source: source)
        }
      }
    }
  }

  /// The forms of an entry; those for iPhone if they vary by device.
  private static func forms(_ words: CatalogJSON) -> Forms? {
    if let text = words["stringUnit"]?["value"]?.text { return ["other": text] }
    if let devices = words["variations"]?["device"]?.table {
      return (devices["iphone"] ?? devices["other"]).flatMap { forms($0) }
    }
    let plurals = words["variations"]?["plural"]?.table.compactMapValues { $0["stringUnit"]?["value"]?.text }
    return plurals?.isEmpty == false ? plurals : nil
  }

  // MARK: - Lists

  private mutating func readList(_ file: String) throws {
    let folder = URL(filePath: file).deletingLastPathComponent()
    let language = folder.pathExtension == "lproj" ? folder.deletingPathExtension().lastPathComponent : "Base"
    let name = Self.stem(file)
    // The system uses this table to display an app. The app's code doesn't.
    guard name != "InfoPlist" else { return }
    let source = language == "Base" ? "Base" : nil
    switch SourceFolder.suffix(file) {
    case "strings":
      for (key, value) in try PropertyList(file: file).table {
        guard let text = value.text else { continue }
        add(["other": text], for: key, language: language, table: name, source: source)
      }
    case "stringsdict":
      for (key, value) in try PropertyList(file: file).table {
        if let forms = Self.forms(value) {
          add(forms, for: key, language: language, table: name, source: source)
        } else {
          notes.append("“\(key)” of \(file) has an unsupported form; its key is shown")
        }
      }
    default: break
    }
  }

  /// The forms of an entry with one plural variable within a text.
  private static func forms(_ entry: PropertyList) -> Forms? {
    guard let format = entry["NSStringLocalizedFormatKey"]?.text,
      let match = format.firstMatch(of: /%#@([A-Za-z0-9_]+)@/), format.components(separatedBy: "%#@").count == 2
    else { return nil }
    let categories: Set<String> = ["zero", "one", "two", "few", "many", "other"]
    let words = (entry[String(match.output.1)]?.table ?? [:]).filter { categories.contains($0.key) }
    return words.isEmpty ? nil : words.compactMapValues { $0.text.map { format.replacing(match.output.0, with: $0) } }
  }

  private static func stem(_ file: String) -> String { URL(filePath: file).deletingPathExtension().lastPathComponent }
}
