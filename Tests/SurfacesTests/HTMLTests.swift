// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import FoundationXML
import Surfaces
import Testing

/// Collects the elements and attributes of a page.
private final class Outline: NSObject, XMLParserDelegate {
  var elements: [String: Int] = [:]
  var attributes: [String: [String]] = [:]
  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    elements[name, default: 0] += 1
    for (key, value) in attributes { self.attributes[key, default: []].append(value) }
  }
}

@Suite struct HTMLTests {
  private func outline(_ html: String) throws -> Outline {
    let parser = XMLParser(data: Data(html.utf8))
    let outline = Outline()
    parser.delegate = outline
    try #require(parser.parse(), "\(String(describing: parser.parserError)) at line \(parser.lineNumber)")
    return outline
  }

  private static let hostile = "<script>alert(1)</script> ]]> --> \" ' url(x) expression(y) &amp; </text></svg>"

  private func pages(_ text: String) throws -> [String] {
    let node = Samples.stack("vstack", [Samples.text(text), Samples.list, Samples.pie, Samples.charts])
    let tree = try ViewTree(node, in: ViewContext(point: .report))
    let chrome = SurfaceChrome(familyName: text, title: text, subtitle: text, footer: text)
    let environment = Samples.environment()
    let report = try ReportSurface(tree, frame: Samples.frame, chrome: chrome, environment: environment)
    var content = ShieldContent()
    content.title = .init(text)
    content.secondaryButton = .init(text)
    content.submenu = [text, text]
    let shield = ShieldSurface(content, itemName: text, familyName: text, environment: environment)
    let placeholder = try ReportSurface.placeholder(frame: Samples.frame, chrome: chrome, environment: environment)
    return [report.html(), report.html(scheme: .dark), try shield.html(), placeholder.html()]
  }

  @Test func `writes well-formed pages without script, style attribute or outside reference`() throws {
    for page in try pages(Self.hostile) {
      let outline = try outline(page)
      for name in ["script", "foreignObject", "use", "a", "iframe", "object", "embed", "link", "base", "form"] {
        #expect(outline.elements[name] == nil, "\(name) occurs")
      }
      #expect(outline.elements["style"] == 1)
      #expect(outline.attributes["style"] == nil)
      #expect(outline.attributes.keys.allSatisfy { !$0.hasPrefix("on") })
      #expect(outline.attributes["src"] == nil)
      #expect((outline.attributes["href"] ?? []).allSatisfy { $0.hasPrefix("data:image/png;base64,") })
      #expect((outline.attributes["content"] ?? []).contains { $0.hasPrefix("default-src 'none'; img-src data:") })
      #expect(!page.contains("<script"))
    }
  }

  @Test func `the policy names the hash of the page's one style`() throws {
    let page = try pages("x")[0]
    let start = try #require(page.range(of: "<style>")?.upperBound)
    let end = try #require(page.range(of: "</style>")?.lowerBound)
    let hash = Data(SHA256.digest(Array(page[start..<end].utf8))).base64EncodedString()
    #expect(page.contains("style-src 'sha256-\(hash)'"), "the style's hash is \(hash)")
  }

  @Test func `gives the same bytes for the same input`() throws {
    #expect(try pages("same") == pages("same"))
  }

  @Test func `isolates strings and shows them unchanged`() throws {
    let page = try pages("a < b & c")[0]
    #expect(page.contains("<p class=\"family\"><bdi>a &lt; b &amp; c</bdi></p>"))
    #expect(page.contains("<p><bdi>a &lt; b &amp; c</bdi></p>"))
    #expect(page.contains("unicode-bidi=\"isolate\""))
  }

  @Test func `links taps by number only in the console`() throws {
    let button: WireValue = ["kind": "control", "form": "button", "action": 7, "child": Samples.text("Ask for access")]
    let link: WireValue = ["kind": "link", "url": "homework://more", "child": Samples.text("More")]
    let tree = try ViewTree(
      Samples.stack("vstack", [button, link]), in: ViewContext(point: .window, urlSchemes: ["homework"]))
    let window = try WindowSurface(
      tree, frame: Samples.frame, chrome: Samples.chrome, environment: Samples.environment())
    #expect(window.taps.targets == [.action(7, isToggle: false, isOn: false), .url("homework://more")])
    let links = try outline(window.html(tapBase: "/tap/3/")).attributes["href"] ?? []
    #expect(links == ["/tap/3/1", "/tap/3/2"])
    let file = window.html()
    #expect(try outline(file).elements["a"] == nil)
    #expect(!file.contains("homework://"))
    #expect(try window.terminal(columns: 40).contains("[1] Ask for access"))
  }

  @Test(arguments: ["en_US", "ar_EG"]) func `draws the report of a window in its place, and a notice without one`(
    locale: String
  ) throws {
    let tree = try ViewTree(
      Samples.stack(
        "vstack",
        [
          Samples.text("Before"),
          ["kind": "report", "surface": "s1", "frame": ["width": 200_000, "height": 90_000]],
        ]),
      in: ViewContext(point: .window))
    let report = try ViewTree(Samples.text("3 h this week"), in: ViewContext(point: .report))
    func window(_ reports: [String: ViewTree]) throws -> WindowSurface {
      var environment = Samples.environment()
      environment.locale = Locale(identifier: locale)
      environment.direction = ReadingDirection(environment.locale)
      environment.reports = reports
      return try WindowSurface(tree, frame: Samples.frame, chrome: Samples.chrome, environment: environment)
    }
    let without = try window([:])
    #expect(without.svg(.light).contains(">Report<") && without.html().contains("<bdi>Report</bdi>"))
    let with = try window(["s1": report, "s2": report])
    #expect(with.svg(.light).contains("3 h this week") && !with.svg(.light).contains(">Report<"))
    #expect(with.html().contains("<bdi>3 h this week</bdi>"))
    #expect(try with.terminal(columns: 60).contains("3 h this week"))
    // Its text stands within the frame of the report, in either direction.
    guard case .group(.clip(.rect(let frame, _)), let items)? = with.drawing.items.last else {
      return #expect(Bool(false), "\(with.drawing.items)")
    }
    let lines = items.compactMap { item in if case .text(let line) = item { line } else { nil } }
    #expect(lines.count >= 1 && lines.allSatisfy { frame.x <= $0.x && $0.x + $0.width <= frame.x + frame.width })
  }

  @Test func `scrolls rows beyond the frame inside the frame`() throws {
    let tree = try ViewTree(Samples.list, in: ViewContext(point: .report))
    let surface = try ReportSurface(
      tree, frame: Samples.frame, chrome: Samples.chrome, environment: Samples.environment())
    #expect(surface.drawing.content.height > Samples.frame.height)
    #expect(surface.html().contains("class=\"sizer\" width=\"360\" height=\"420\""))
    let low = try ReportSurface(
      tree, frame: Extent(360_000, 128_000), chrome: Samples.chrome, environment: Samples.environment())
    #expect(try low.terminal(columns: 48).contains(" 6 more "))
  }

  @Test func `draws a token of another family as an empty box of the same size`() throws {
    let node: WireValue = ["kind": "token", "token": .string(String(Samples.token.reversed()))]
    let tree = try ViewTree(node, in: ViewContext(point: .report))
    let surface = try ReportSurface(
      tree, frame: Samples.frame, chrome: Samples.chrome, environment: Samples.environment())
    #expect(surface.drawing.items.isEmpty)
  }
}
