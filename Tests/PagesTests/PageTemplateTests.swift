// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Pages

/// The one template: what it lets through, and what a reader without eyes or mouse finds.
@Suite struct PageTemplateTests {
  private static let hostile = "<img src=x onerror=alert(1)>\u{202E}\u{1B}[2J\"'&"

  /// A page with every part, whose every text from elsewhere is hostile.
  private static func page(_ name: String = hostile) -> Page {
    let control = Control(
      .name(name), act: ["kind": "tap", "family": .text(name), "action": 1], command: "sallyport tap \(name) 1",
      needsGuardian: true, warning: .name(name), isDelayed: true)
    let table = Page.Table(
      .name(name), columns: ["A", "B"],
      rows: [
        [
          Page.Cell(.name(name), link: PageAddress(.item, name)),
          Page.Cell("1 s", milliseconds: 1_000, controls: [control]),
        ]
      ])
    let figure = Figure(
      .columns, title: .name(name), whole: 10,
      rows: [Figure.Row(.name(name), [Figure.Part(start: 0, length: 5, tone: .first, says: .name(name))])],
      legend: [Figure.Legend(.first, .name(name))])
    return Page(
      .today, title: .name(name), says: .name(name), notices: [Page.Notice(.name(name), link: .requests)],
      sections: [
        Page.Section(
          .name(name), text: [.name(name)], figure: figure, table: table,
          picture: Page.Picture(.name(name), light: "<svg/>", dark: "<svg/>"),
          picker: ItemPicker(
            prompt: 1, groups: [ItemPicker.Group(name, [ItemPicker.Choice(.application, id: name, name: name)])],
            needsGuardian: true),
          passcode: .set, controls: [control])
      ], asOf: "10:02", language: "en")
  }

  private static let places: [PageTemplate.Place] = [.console, .files([.today, .requests])]

  @Test func `backticks in the host's own text mark commands, and those of a name stay text`() {
    let family = "limits"
    let template = PageTemplate(.console)
    #expect(template.phrase("`sallyport open \(family)` opens it") == "<code>sallyport open limits</code> opens it")
    #expect(template.phrase("a ` alone") == "a ` alone")
    #expect(template.phrase("\(name: "`x`") is closed").contains("`x`"))
  }

  @Test(arguments: [0, 1])
  func `a name from elsewhere is text, in its own direction, wherever it stands`(place: Int) {
    let html = PageTemplate(Self.places[place]).content(of: Self.page())
    #expect(!html.contains("<img src=x") && html.contains("&lt;img src=x"))
    #expect(!html.contains("\u{202E}") && !html.contains("\u{1B}"))
    #expect(html.contains("<bdi class=\"name\" dir=\"auto\">"))
    // No attribute that runs or styles, and no script.
    for tag in html.matches(of: /<[a-z][^>]*>/).map({ String($0.output) }) {
      let withoutValues = tag.replacing(/"[^"]*"/, with: "\"\"")
      #expect(withoutValues.firstMatch(of: /\s(on\w+|style|srcdoc|formaction)=/) == nil, "\(tag)")
    }
    #expect(!html.contains("<script") && !html.contains("javascript:"))
  }

  @Test func `a surface is an image, so a view that imitates a prompt stays a picture`() {
    var page = Self.page("Firefox")
    let drawn = "<svg><text>Homework asks</text><a href='/x'><button>Allow</button></a><script>1</script></svg>"
    page.sections[0].picture = Page.Picture("The window", light: drawn, dark: drawn)
    for place in Self.places {
      let html = PageTemplate(place).content(of: page)
      #expect(!html.contains("Homework asks") && !html.contains("<svg><text") && !html.contains("<script"))
      #expect(html.contains("<figure class=\"surface\">") && html.contains("<img alt=\"The window\""))
    }
  }

  @Test func `a page has one first heading, and no level is left out`() {
    let html = PageFile([.today]).html(of: Self.page())
    let levels = html.matches(of: /<h([1-6])>/).compactMap { Int($0.output.1) }
    #expect(levels.count { $0 == 1 } == 1 && levels.first == 1)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 })
  }

  @Test func `a file has a language, a skip link first, and header, navigation and main part`() throws {
    let html = PageFile([.today]).html(of: Self.page("Firefox"))
    #expect(html.contains("<html lang=\"en\">") && html.contains("<title>Firefox</title>"))
    let places = try ["<a class=\"skip\"", "<header>", "<nav ", "<main "].map {
      try #require(html.range(of: $0)).lowerBound
    }
    #expect(places == places.sorted())
    #expect(html.firstMatch(of: /<body>\s*<a class="skip" href="#content">/) != nil)
  }

  @Test func `a chart is a named figure, and a table with caption and scoped headers follows`() throws {
    let html = PageTemplate(.console).content(of: Self.page("Firefox"))
    let figure = try #require(html.range(of: "<figure aria-label=\"Firefox\">"))
    let table = try #require(html.range(of: "<table>"))
    #expect(figure.lowerBound < table.lowerBound)
    #expect(html.contains("<caption>") && html.contains("<th scope=\"col\">") && html.contains("<th scope=\"row\">"))
  }

  @Test func `in a file an act is a command and a link goes to a file that is there (CON-29)`() {
    let html = PageFile([.today, .requests]).html(of: Self.page("Firefox"))
    #expect(
      !html.contains("<button") && !html.contains("<input") && html.contains("<code>sallyport tap Firefox 1</code>"))
    let targets = html.matches(of: /href="([^"]*)"/).map { String($0.output.1) }
    #expect(Set(targets) == ["#content", "today.html", "requests.html"])
    #expect(html.contains("Content-Security-Policy") && !html.contains("<script"))
  }

  @Test func `an act survives the attribute that carries it`() throws {
    let html = PageTemplate(.console).content(of: Self.page())
    let attribute = try #require(html.firstMatch(of: /data-act="([^"]*)"/)).output.1
    let text = attribute.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    let act = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(act["family"] as? String == Self.hostile && act["kind"] as? String == "tap" && act["action"] as? Int == 1)
  }

  @Test func `a yes is dead at first, and no button has the focus (CON-9)`() {
    let html = PageTemplate(.console).content(of: Self.page("Firefox"))
    #expect(html.contains("data-delayed disabled") && !html.contains("autofocus"))
  }

  @Test func `equal pages give equal bytes (CON-28)`() throws {
    let page = Self.page()
    let copy = try JSONDecoder().decode(Page.self, from: try JSONEncoder().encode(page))
    #expect(copy == page)
    #expect(PageTemplate(.console).content(of: copy) == PageTemplate(.console).content(of: page))
  }

  @Test func `the policy of a file names the hash of its style (CON-30)`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "style-\(UUID().uuidString)")
    try Data(ConsoleStyle.text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import base64,hashlib,sys; print(base64.b64encode(hashlib.sha256(open(sys.argv[1],'rb').read()).digest()).decode())",
      file.path,
    ]
    process.standardOutput = output
    try process.run()
    let hash = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    process.waitUntilExit()
    #expect(hash == ConsoleStyle.hash)
    #expect(ConsoleStyle.text.firstMatch(of: /url\((?!#)|@import|https?:/) == nil)
  }

  @Test(arguments: [
    ([UInt8](), ""), (Array("f".utf8), "Zg=="), (Array("fo".utf8), "Zm8="), (Array("foo".utf8), "Zm9v"),
    ([0xFF, 0xFE, 0xFD, 0xFC], "//79/A=="),
  ])
  func `pictures are encoded as RFC 4648 says`(bytes: [UInt8], text: String) {
    #expect(PageTemplate.base64(bytes) == text)
  }
}
