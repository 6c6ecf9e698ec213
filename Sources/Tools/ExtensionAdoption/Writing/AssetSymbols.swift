// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The Swift file that gives an extension its catalog's colours and its words, since nothing is opened inside the wall,
/// and the symbols that Xcode makes of a catalog.
struct AssetSymbols {
  let colors: [AssetSet.Color]
  let images: [AssetSet.Image]
  let strings: StringTables
  let sources: [SwiftSource]

  var isNeeded: Bool { !colors.isEmpty || !images.isEmpty || !strings.isEmpty }

  var text: String {
    """
    // Made by `sallyport adopt` from the asset catalogs and the tables of strings.
    import UIKit

    /// Called before anything is drawn.
    @_cdecl("sallyport_declare_assets")
    public func sallyportDeclareAssets() {
    \(declarations)\(words)
    }
    \(lookUp)\(resources)\(symbols)
    """
  }

  private var declarations: String {
    colors.map { color in
      let (light, dark) = (color.light.dropFirst(), color.dark.dropFirst())
      return "  UIColor._declareAsset(\(Self.literal(color.name)), light: 0x\(light), dark: 0x\(dark))"
    }.joined(separator: "\n")
  }

  private var words: String {
    strings.isEmpty ? "" : "\n  _declareStrings(\n    \(Self.literal(strings.json)))"
  }

  /// Foundation's function of this name looks for files; one of the module's own is found before it.
  private var lookUp: String {
    guard !strings.isEmpty, sources.contains(where: { $0.text.mentions("NSLocalizedString") }) else { return "" }
    return """

      func NSLocalizedString(
        _ key: String, tableName: String? = nil, bundle: Bundle = .main, value: String = "", comment: String
      ) -> String {
        _localizedString(key, tableName, bundle, value)
      }

      """
  }

  /// A literal of any text on one line: raw, with more hashes than the text has in a row, so that only what is escaped
  /// here is an escape.
  static func literal(_ text: String) -> String {
    let longest = text.split(whereSeparator: { $0 != "#" }).map(\.count).max() ?? 0
    let hashes = String(repeating: "#", count: longest + 1)
    let line = text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? "\\\(hashes)u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
    return "\(hashes)\"\(line)\"\(hashes)"
  }

  /// `ColorResource.brand` and `ImageResource.logo`.
  private var resources: String {
    func list(_ type: String, _ names: [String]) -> String {
      var seen: Set<String> = []
      let lines = names.filter { seen.insert(Self.identifier($0)).inserted && !Self.identifier($0).isEmpty }.map {
        "  static let `\(Self.identifier($0))` = \(type)(name: \(Self.literal($0)))"
      }
      return lines.isEmpty ? "" : "\nextension \(type) {\n\(lines.joined(separator: "\n"))\n}\n"
    }
    return list("ColorResource", colors.map(\.name)) + list("ImageResource", images.map(\.name))
  }

  /// `Color.brand` and `UIColor.brand`, as Xcode makes them; only those that the sources use, so that no name of the SDK
  /// is hidden.
  private var symbols: String {
    var result = ""
    for (module, type) in [("SwiftUI", "Color"), ("UIKit", "UIColor")] {
      let lines = colors.compactMap { color -> String? in
        let name = Self.identifier(color.name)
        guard !Self.taken.contains(name), sources.contains(where: { $0.text.usesMember(name) }),
          sources.contains(where: { $0.imports.contains { Self.sees(module, through: $0.module) } })
        else { return nil }
        let value =
          type == "Color"
          ? "Color(\(Self.literal(color.name)))" : "UIColor(named: \(Self.literal(color.name))) ?? UIColor.clear"
        return "  static var `\(name)`: \(type) { \(value) }"
      }
      if !lines.isEmpty { result += "\nimport \(module)\n\nextension \(type) {\n\(lines.joined(separator: "\n"))\n}\n" }
    }
    return result
  }

  private static func sees(_ module: String, through name: String) -> Bool {
    name == module || (module == "UIKit" && name == "ManagedSettingsUI")
      || (module == "SwiftUI" && name == "DeviceActivity")
  }

  /// `Brand Blue` is called `brandBlue`.
  static func identifier(_ name: String) -> String {
    let words = name.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
    let joined = words.enumerated().map {
      $0.offset == 0 ? String($0.element) : $0.element.prefix(1).uppercased() + $0.element.dropFirst()
    }.joined()
    return joined.prefix(1).lowercased() + joined.dropFirst()
  }

  private static let taken: Set<String> = [
    "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink", "brown", "white",
    "gray",
    "black", "clear", "primary", "secondary", "accentColor", "label", "systemBackground",
  ]
}

extension SourceText {
  /// Whether `.name` stands in the code.
  func usesMember(_ name: String) -> Bool {
    code.contains { line in
      var start = line.startIndex
      while let found = line[start...].firstRange(of: "." + name) {
        if found.upperBound == line.endIndex || !line[found.upperBound].isPartOfName { return true }
        start = found.upperBound
      }
      return false
    }
  }
}
