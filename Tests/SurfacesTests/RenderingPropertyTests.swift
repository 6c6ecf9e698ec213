// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import FoundationXML
import Surfaces
import Testing

/// Any tree is either refused with a code or drawn within bounds, and no part of it becomes markup or a terminal
/// command (VIEW-21, §8 of views.md).
@Suite struct RenderingPropertyTests {
  private static let frame = Extent(320_000, 400_000)

  private func surface(_ value: WireValue) throws(ViewFault) -> ReportSurface {
    let tree = try ViewTree(value, in: ViewContext(point: .report))
    return try ReportSurface(tree, frame: Self.frame, chrome: Samples.chrome, environment: Samples.environment())
  }

  /// Surfaces of the generated trees that pass the check; each other tree must be refused with a code and a sentence.
  private func surfaces(from seed: UInt64, count: Int) throws -> [ReportSurface] {
    var generator = TreeGenerator(seed: seed)
    var result: [ReportSurface] = []
    for _ in 0..<count {
      let value = generator.node(4)
      do throws(ViewFault) { result.append(try surface(value)) } catch {
        #expect(!error.code.isEmpty && !error.sentence.isEmpty)
      }
    }
    return result
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `writes well-formed markup of known elements from any tree`(seed: UInt64) throws {
    let surfaces = try surfaces(from: seed, count: 60)
    #expect(surfaces.count > 5, "nearly every tree was refused, so nothing was tested")
    for surface in surfaces {
      let page = surface.html()
      let reader = MarkupReader()
      try #require(reader.read(page), "\(page.prefix(2_000))")
      #expect(reader.unknown == [])
      #expect(page.unicodeScalars.allSatisfy { $0 == "\n" || !Self.isForbidden($0) })
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `sends only text to a terminal from any tree`(seed: UInt64) throws {
    for surface in try surfaces(from: seed, count: 60) {
      guard let text = try? surface.terminal(columns: 60) else { continue }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count < 2_100)
      for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\u{2068}" && scalar != "\u{2069}" {
        #expect(!Self.isForbidden(scalar), "U+\(String(scalar.value, radix: 16))")
      }
    }
  }

  @Test(
    .enabled(if: Picture.isAvailable, "needs a build with the package trait Pictures"),
    arguments: 1...6 as ClosedRange<UInt64>)
  func `paints any tree as a picture of the page's size, or reports why not`(seed: UInt64) throws {
    for surface in try surfaces(from: seed, count: 12) {
      do throws(ViewFault) {
        let png = try surface.picture(scale: .one).png
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(png[16..<20].elementsEqual([0, 0, UInt8((320 + 72) >> 8), UInt8((320 + 72) & 255)]))
      } catch { #expect(error.code == "view.layout", "\(error)") }
    }
  }

  @Test(arguments: TreeGenerator.attacks)
  func `shows hostile text as text, or refuses it`(attack: String) throws {
    let node = Samples.stack("vstack", [Samples.text(attack), ["kind": "unsupported", "type": .string(attack + "x")]])
    guard let surface = try? surface(node) else { return }
    let page = surface.html()
    let reader = MarkupReader()
    try #require(reader.read(page))
    #expect(reader.unknown == [])
    // A character that no document may contain is drawn as the replacement character.
    let shown = attack.trimmingCharacters(in: .whitespacesAndNewlines).replacing("\u{FFFE}", with: "\u{FFFD}")
    #expect(shown.isEmpty || reader.text.contains(shown), "\(reader.text)")
  }

  /// Every word of a tree is in the SVG, in the page's readable text and in the terminal output; the PNG is painted
  /// from the same draw list as the SVG.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `shows the same words in every output`(seed: UInt64) throws {
    var generator = TreeGenerator(seed: seed)
    var words: Set<String> = []
    func sentence() -> WireValue {
      let some = (0...generator.below(5)).map { _ in "w\(generator.below(100_000))x" }
      words.formUnion(some)
      return Samples.text(some.joined(separator: " "))
    }
    let rows = (0..<8).map { _ in sentence() }
    let node = Samples.stack(
      "vstack",
      [
        sentence(), Samples.stack("vstack", [sentence(), sentence()], align: "leading"),
        [
          "kind": "list", "style": "plain",
          "sections": [["header": sentence(), "rows": .array(rows), "footer": sentence()]],
        ],
      ])
    let tree = try ViewTree(node, in: ViewContext(point: .report))
    let surface = try ReportSurface(
      tree, frame: Extent(480_000, 1_600_000), chrome: Samples.chrome, environment: Samples.environment())
    let reader = MarkupReader()
    try #require(reader.read(surface.html()))
    let drawn = Set(Self.lines(surface.drawing.items).flatMap { $0.split(separator: " ").map(String.init) })
    let terminal = try surface.terminal(columns: 100)
    for word in words {
      #expect(drawn.contains(word), "not drawn")
      #expect(reader.text.contains(word), "not readable")
      #expect(terminal.contains(word), "not on the terminal")
    }
  }

  private static func lines(_ items: [DrawItem]) -> [String] {
    items.flatMap { item -> [String] in
      switch item {
      case .text(let line): [line.text]
      case .group(_, let inner): lines(inner)
      default: []
      }
    }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
    default: false
    }
  }
}

/// Parses a page as a browser would and records unexpected elements and attributes.
private final class MarkupReader: NSObject, XMLParserDelegate {
  private static let elements: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "main", "header", "footer", "div", "p", "section", "nav", "ul",
    "li", "table", "tbody", "tr", "td", "bdi", "span", "strong", "svg", "g", "path", "rect", "ellipse", "text",
    "clipPath", "linearGradient", "radialGradient", "stop", "filter", "feFlood", "feComposite", "feDropShadow",
    "feGaussianBlur", "image",
  ]
  private(set) var unknown: [String] = []
  private(set) var text = ""

  func read(_ page: String) -> Bool {
    let parser = XMLParser(data: Data(page.utf8))
    parser.delegate = self
    return parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    if !Self.elements.contains(name) { unknown.append(name) }
    for (key, value) in attributes {
      if key.hasPrefix("on") || key == "style" { unknown.append("\(name) \(key)") }
      if key == "href", !value.hasPrefix("data:image/png;base64,") { unknown.append("\(name) \(key)=\(value)") }
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
