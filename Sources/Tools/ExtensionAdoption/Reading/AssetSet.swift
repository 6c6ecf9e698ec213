// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The colours and images of an Xcode asset catalog.
struct AssetSet: Hashable, Sendable {
  /// A colour as `#rrggbbaa` in both appearances.
  struct Color: Hashable, Sendable {
    var name: String
    var light: String
    var dark: String
  }

  struct Image: Hashable, Sendable {
    var name: String
    var file: String
  }

  private(set) var colors: [Color] = []
  private(set) var images: [Image] = []
  var isEmpty: Bool { colors.isEmpty && images.isEmpty }
  /// The assets that could not be read, with reasons.
  private(set) var notes: [String] = []
  /// The resolved paths of the groups read, because a symbolic link may lead back to a parent.
  private var visited: Set<String> = []

  /// Reads `*.xcassets` directories, including the groups in them.
  init(catalogs: [String]) {
    for catalog in catalogs { read(catalog, namespace: "") }
    // Several catalogs may have an asset of the same name; the first one counts.
    var seen: Set<String> = []
    colors = colors.filter { seen.insert($0.name).inserted }.sorted { $0.name < $1.name }
    seen = []
    images = images.filter { seen.insert($0.name).inserted }.sorted { $0.name < $1.name }
  }

  /// Adds the assets of the containing app that the sources name and the extension's own catalogs don't have.
  mutating func add(appCatalogs: [String], namedIn sources: [SwiftSource]) {
    let literals = Set(sources.flatMap(\.text.literals))
    func isNamed(_ name: String) -> Bool {
      let symbol = AssetSymbols.identifier(name)
      return literals.contains(name) || !symbol.isEmpty && sources.contains { $0.text.usesMember(symbol) }
    }
    let app = AssetSet(catalogs: appCatalogs)
    colors += app.colors.filter { one in isNamed(one.name) && !colors.contains { $0.name == one.name } }
    images += app.images.filter { one in isNamed(one.name) && !images.contains { $0.name == one.name } }
    colors.sort { $0.name < $1.name }
    images.sort { $0.name < $1.name }
  }

  private mutating func read(_ directory: String, namespace: String) {
    guard visited.insert(URL(filePath: directory).resolvingSymlinksInPath().path).inserted else { return }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    for entry in names {
      let path = "\(directory)/\(entry)"
      let stem = namespace + (entry.lastIndex(of: ".").map { String(entry[..<$0]) } ?? entry)
      switch entry.split(separator: ".").last {
      case "colorset": readColor(path, named: stem)
      case "imageset", "appiconset": readImage(path, named: stem)
      case "json": continue
      default:
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
          continue
        }
        let provides = contents(path)?["properties"]?["provides-namespace"] == .bool(true)
        read(path, namespace: provides ? "\(namespace)\(entry)/" : namespace)
      }
    }
  }

  private func contents(_ directory: String) -> CatalogJSON? {
    (try? InputFile.data(directory + "/Contents.json"))
      .flatMap { try? JSONDecoder().decode(CatalogJSON.self, from: $0) }
  }

  // MARK: - Colours

  private mutating func readColor(_ directory: String, named name: String) {
    let entries = contents(directory)?["colors"]?.list ?? []
    var light: String?
    var dark: String?
    for entry in entries {
      guard let color = entry["color"], let text = Self.color(color) else { continue }
      if entry["appearances"]?.list.contains(where: { $0["value"]?.text == "dark" }) == true {
        dark = text
      } else if entry["appearances"] == nil {
        light = text
      }
    }
    // An unset accent colour has no values; Xcode then uses its own blue.
    guard let light = light ?? dark else {
      if name != "AccentColor" {
        notes.append("the colour “\(name)” has no readable value, so it is not available by name")
      }
      return
    }
    colors.append(Color(name: name, light: light, dark: dark ?? light))
  }

  private static func color(_ value: CatalogJSON) -> String? {
    if let platform = value["platform"]?.text, platform == "ios" {
      return value["reference"]?.text.flatMap { systemColors[$0] }
    }
    guard let parts = value["components"] else { return nil }
    func part(_ name: String) -> Double? {
      guard let text = parts[name]?.text else { return nil }
      if text.hasPrefix("0x") { return UInt8(text.dropFirst(2), radix: 16).map { Double($0) / 255 } }
      // An integer is a value up to 255, a fraction a value up to 1.
      return Double(text).map { text.contains(".") ? $0 : $0 / 255 }
    }
    let alpha = parts["alpha"]?.text.flatMap(Double.init) ?? 1
    let channels: [Double]
    if let white = part("white") {
      channels = [white, white, white]
    } else if let red = part("red"), let green = part("green"), let blue = part("blue") {
      channels = [red, green, blue]
    } else {
      return nil
    }
    return "#"
      + (channels + [alpha]).map { value in
        let text = String(UInt8((max(0, min(1, value)) * 255).rounded()), radix: 16)
        return text.count == 1 ? "0" + text : text
      }.joined()
  }

  private static let systemColors = [
    "systemRedColor": "#ff3b30ff", "systemOrangeColor": "#ff9500ff", "systemYellowColor": "#ffcc00ff",
    "systemGreenColor": "#34c759ff", "systemTealColor": "#30b0c7ff", "systemBlueColor": "#007affff",
    "systemIndigoColor": "#5856d6ff", "systemPurpleColor": "#af52deff", "systemPinkColor": "#ff2d55ff",
    "systemGrayColor": "#8e8e93ff", "labelColor": "#000000ff", "systemBackgroundColor": "#ffffffff",
  ]

  // MARK: - Pictures

  private mutating func readImage(_ directory: String, named name: String) {
    let entries = contents(directory)?["images"]?.list ?? []
    let isIcon = directory.hasSuffix(".appiconset")
    let files = entries.compactMap { entry -> (scale: Int, file: String)? in
      // Ignore names that lead out of the set, because they could copy an unrelated file of the person's.
      guard let file = entry["filename"]?.text, !file.contains("/"), entry["appearances"] == nil else { return nil }
      let scale = entry["scale"]?.text.flatMap { Int($0.prefix(1)) } ?? 1
      // The sizes of an icon differ by points too.
      let points = isIcon ? entry["size"]?.text.flatMap { Double($0.prefix { $0 != "x" }) } ?? 1 : 1
      return (Int(Double(scale) * points), "\(directory)/\(file)")
    }
    guard !isIcon || !files.isEmpty else { return }
    add(name, files, isNoted: !isIcon)
  }

  private mutating func add(_ name: String, _ files: [(scale: Int, file: String)], isNoted: Bool = true) {
    switch PictureChoice.best(of: files) {
    case .success(let file): images.append(Image(name: name, file: file))
    case .failure(let reason):
      guard isNoted else { return }
      notes.append("the image “\(name)” \(reason), so nothing is drawn for it; export it as a smaller PNG")
    }
  }

  /// Adds the pictures outside catalogs that the sources name, and notes the names that no picture has.
  mutating func add(loose resources: [String], namedIn sources: [SwiftSource]) {
    let loose = LoosePictures(resources)
    let literals = Set(sources.flatMap(\.text.literals))
    for (name, files) in loose.files.sorted(by: { $0.key < $1.key })
    where literals.contains(name) && !images.contains(where: { $0.name == name }) {
      add(name, files)
    }
    images.sort { $0.name < $1.name }
    let known = Set(images.map(\.name)).union(loose.files.keys)
    let named = Set(
      sources.flatMap { source in
        source.text.lines.flatMap { line in
          line.matches(of: /\b(?:UIImage\(named:|Image\((?:decorative:)?)\s*"([^"\\]+)"/).map { String($0.output.1) }
        }
      })
    for name in named.subtracting(known).sorted() where !notes.contains(where: { $0.contains("“\(name)”") }) {
      notes.append("no catalog or file has the image “\(name)”, so nothing is drawn for it")
    }
  }
}

/// The parts of a catalog's `Contents.json` that are read.
indirect enum CatalogJSON: Decodable, Hashable, Sendable {
  case text(String)
  case bool(Bool)
  case list([CatalogJSON])
  case table([String: CatalogJSON])
  case nothing

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let list = try? container.decode([CatalogJSON].self) {
      self = .list(list)
    } else if let table = try? container.decode([String: CatalogJSON].self) {
      self = .table(table)
    } else if let number = try? container.decode(Double.self) {
      self = .text(String(number))
    } else {
      self = .nothing
    }
  }

  subscript(key: String) -> CatalogJSON? { if case .table(let table) = self { table[key] } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var table: [String: CatalogJSON] { if case .table(let table) = self { table } else { [:] } }
  var list: [CatalogJSON] { if case .list(let list) = self { list } else { [] } }
}
