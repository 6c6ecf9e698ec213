// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

/// Attributed strings and Markdown as published widgets use them.
@MainActor @Suite struct AttributedTextTests {
  private func runs(_ text: Text) throws -> WireValue? {
    guard case .object(let node) = try tree(text) else { return nil }
    return node["runs"] ?? node["text"]
  }

  @Test func `Markdown becomes attributes, with its links`() throws {
    let text = try AttributedString(
      markdown: "Read **two** *long* `pages` of [the book](https://book.example/1) ~~now~~")
    let intents = text.runs.map { (String(text[$0.range].characters), $0.inlinePresentationIntent) }
    #expect(intents.map(\.0) == ["Read ", "two", " ", "long", " ", "pages", " of ", "the book", " ", "now"])
    #expect(intents[1].1 == .stronglyEmphasized && intents[3].1 == .emphasized)
    #expect(intents[5].1 == .code && intents[9].1 == .strikethrough)
    #expect(text.runs.compactMap(\.link) == [URL(string: "https://book.example/1")])
  }

  @Test(arguments: [
    (
      "# Title\n\nA line\nand more\n- item", AttributedString.MarkdownParsingOptions.InterpretedSyntax.full,
      "TitleA line and moreitem"
    ),
    ("# Title\nmore", .inlineOnly, "# Title more"), ("# a\n  b", .inlineOnlyPreservingWhitespace, "# a\n  b"),
  ])
  func `the syntax decides what happens to lines`(
    source: String, syntax: AttributedString.MarkdownParsingOptions.InterpretedSyntax, words: String
  ) throws {
    let text = try AttributedString(markdown: source, options: .init(interpretedSyntax: syntax))
    #expect(String(text.characters) == words)
  }

  @Test(arguments: [
    ("snake_case_name", "snake_case_name"), ("_a_ __b__", "a b"), ("2 * 3 and 4 *", "2 * 3 and 4 *"),
    (#"\*not\*"#, "*not*"),
    ("[open", "[open"), ("**open", "**open"), ("_open", "_open"), ("a](b)", "a](b)"), ("", ""), ("***", "***"),
  ])
  func `marks that mean nothing stay as they are`(source: String, words: String) throws {
    #expect(String(try AttributedString(markdown: source).characters) == words)
  }

  @Test func `a text draws the parts of an attributed string in their styles`() throws {
    var title = AttributedString("Total ")
    title.foregroundColor = .red
    var amount = AttributedString("12")
    amount.font = .title
    amount.inlinePresentationIntent = .stronglyEmphasized
    amount.underlineStyle = .single
    #expect(
      try runs(Text(title + amount)) == [
        ["text": "Total ", "style": ["paint": "red"]],
        ["text": "12", "style": ["font": "title", "weight": "bold", "underline": true]],
      ])
    #expect(try runs(Text(AttributedString())) == "")
    if let range = title.range(of: "Tot") { title[range].foregroundColor = .blue }
    #expect(
      try runs(Text(title)) == [
        ["text": "Tot", "style": ["paint": "blue"]], ["text": "al ", "style": ["paint": "red"]],
      ])
  }

  @Test func `a value in a key is drawn as it is, also with marks of Markdown (VIEW-6)`() throws {
    let name = "*a* _b_ [c](d) \\ ~~e~~ `f`"
    let plain = try tree(Text("\(name)"))
    #expect(plain == ["kind": "text", "text": .string(name)])
    let bold = try tree(Text("**\(name)**"))
    #expect(bold == ["kind": "text", "text": .string(name), "style": ["weight": "bold"]])
  }

  @Test func `a key reads underscores as emphasis, except within words (VIEW-6)`() throws {
    #expect(try runs(Text("_a_ b_c_d")) == [["text": "a", "style": ["italic": true]], ["text": " b_c_d"]])
  }
}
