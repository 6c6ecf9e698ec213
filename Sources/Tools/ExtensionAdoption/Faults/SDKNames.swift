// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The modules of the SDK by the names that they declare, read from their sources.
struct SDKNames {
  private let modules: [String: Set<String>]
  /// The modules of the SDK that declare and re-export nothing, so that only their names exist.
  private(set) var empty: Set<String> = []

  init(modules: [String: Set<String>]) { self.modules = modules }

  init(_ sdk: SDKLocation) {
    var found: [String: Set<String>] = [:]
    for place in ["Sources/SDK", SDKLocation.compatibility + "/Sources", SDKLocation.compatibility + "/Sources/Shells"]
    {
      for module in sdk.modules {
        let folder = "\(sdk.path)/\(place)/\(module)"
        for file in FileManager.default.enumerator(atPath: folder).map({ $0.compactMap { $0 as? String } }) ?? [] {
          guard file.hasSuffix(".swift"), let data = FileManager.default.contents(atPath: "\(folder)/\(file)") else {
            continue
          }
          for name in Self.names(in: String(decoding: data, as: UTF8.self)) { found[name, default: []].insert(module) }
        }
      }
    }
    modules = found
    let declaring = found.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    empty = sdk.modules.subtracting(declaring).filter { module in
      let exports = "\(sdk.path)/\(SDKLocation.compatibility)/Sources/Shells/\(module)/Exports.swift"
      return FileManager.default.contents(atPath: exports).map {
        !String(decoding: $0, as: UTF8.self).contains("UIKit")
      }
        ?? false
    }
  }

  /// The modules that declare a name, in byte order.
  func modules(of name: String) -> [String] { (modules[name] ?? []).sorted() }

  /// The public names at the top level of a source.
  static func names(in text: String) -> [String] {
    let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias", "func", "var", "let"]
    return text.split(separator: "\n").compactMap { line in
      // Declarations at the top level begin in the first column.
      guard line.first == "p" || line.first == "@" || line.first == "o",
        line.contains("public ") || line.contains("open ")
      else { return nil }
      let words = line.split(whereSeparator: { !$0.isPartOfName })
      guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.endIndex else { return nil }
      return String(words[keyword + 1])
    }
  }
}
