// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

@MainActor @Suite struct TextTests {
  @Test func `a string is one text node`() throws {
    #expect(try tree(Text(verbatim: "**as is**")) == ["kind": "text", "text": "**as is**"])
  }

  @Test func `inherited styles are pushed down to the leaf (VIEW-2)`() throws {
    let view = VStack { Text("a") }.font(.callout).bold().foregroundColor(.red).lineLimit(2)
      .multilineTextAlignment(.center)
    #expect(
      try tree(view) == [
        "kind": "vstack",
        "children": [
          [
            "kind": "text", "text": "a", "lines": 2, "align": "center",
            "style": ["font": "callout", "weight": "bold", "paint": "red"],
          ]
        ],
      ])
  }

  @Test func `a text's own style overrides an inherited one`() throws {
    let own = Text("a").font(.system(size: 17.5, weight: .heavy, design: .rounded)).italic()
    let node = try tree(Group { own }.font(.body))
    #expect(
      node == [
        "kind": "text", "text": "a",
        "style": ["size": 17_500, "weight": "heavy", "design": "rounded", "italic": true],
      ])
  }

  @Test(
    arguments: [
      ("^[\(7) pickup](inflect: true)", "7 pickups"), ("^[\(1) pickup](inflect: true)", "1 pickup"),
      ("^[\(2) new category](inflect: true)!", "2 new categories!"), ("^[\(3) box](inflect: true)", "3 boxes"),
      ("[\(2) app](https://example.com)", "2 app"),
    ] as [(LocalizedStringKey, String)])
  func `inflection marks are removed, and a number has its plural`(key: LocalizedStringKey, text: String) throws {
    #expect(try tree(Text(key)) == ["kind": "text", "text": .string(text)])
  }

  @Test func `the four marks of Markdown in a key are styles (VIEW-6)`() throws {
    let node = try tree(Text("a **b** *c* `d` ~~e~~ 2*3"))
    #expect(
      node == [
        "kind": "text",
        "runs": [
          ["text": "a "], ["text": "b", "style": ["weight": "bold"]], ["text": " "],
          ["text": "c", "style": ["italic": true]], ["text": " "],
          ["text": "d", "style": ["design": "monospaced"]], ["text": " "],
          ["text": "e", "style": ["strike": true]], ["text": " 2*3"],
        ],
      ])
  }

  @Test func `values are inserted into a key`() throws {
    let minutes = 45
    #expect(try tree(Text("\(minutes) min, 100%, \("x")")) == ["kind": "text", "text": "45 min, 100%, x"])
  }

  @Test func `line breaks become runs, tabs a space, and other controls a reported mark (VIEW-6)`() throws {
    let (node, session) = try resolved(Text(verbatim: "a\tb\nc\u{7}\u{202E}"))
    #expect(
      node == ["kind": "text", "runs": [["text": "a b"], ["break": true], ["text": "c\u{FFFD}\u{FFFD}"]]])
    #expect(session.diagnostics.count == 1)
    #expect(session.diagnostics[0].hasPrefix("text.control"))
  }

  @Test func `text is normalised to NFC`() throws {
    #expect(try tree(Text(verbatim: "e\u{301}")) == ["kind": "text", "text": "\u{E9}"])
  }

  @Test func `a date stays dynamic (VIEW-17)`() throws {
    let node = try tree(Text(Date(timeIntervalSince1970: 1.5), style: .timer))
    #expect(node == ["kind": "text", "runs": [["date": 1_500, "style": "timer"]]])
  }

  @Test func `adding texts gives runs`() throws {
    let node = try tree(Text("a").bold() + Text("b").foregroundColor(.gray))
    #expect(
      node == [
        "kind": "text",
        "runs": [["text": "a", "style": ["weight": "bold"]], ["text": "b", "style": ["paint": "gray"]]],
      ])
  }

  @Test(arguments: [
    ("12345678", 25), ("1234567890123456", 50), (String(repeating: "x", count: 32), 75),
    (String(repeating: "x", count: 33), 100),
  ])
  func `a placeholder's width depends on the length of the text only (VIEW-12)`(_ text: String, _ width: Int) throws {
    let node = try tree(Text(verbatim: text).redacted(reason: .placeholder))
    #expect(node == ["kind": "redacted", "lines": 1, "width": .integer(Int64(width))])
  }

  @Test func `privacy redacts marked nodes only (VIEW-12)`() throws {
    let view = VStack {
      Text("open")
      Text("secret").privacySensitive()
    }.redacted(reason: .privacy)
    #expect(
      try tree(view) == [
        "kind": "vstack",
        "children": [
          ["kind": "text", "text": "open"], ["kind": "redacted", "lines": 1, "width": 25, "sensitive": true],
        ],
      ])
  }

  @Test func `a custom font is replaced by a system font of its size and reported`() throws {
    let (node, session) = try resolved(Text("a").font(.custom("Futura", size: 12)))
    #expect(node == ["kind": "text", "text": "a", "style": ["size": 12_000]])
    #expect(session.diagnostics[0].hasPrefix("font.custom"))
  }
}
