// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Surfaces
import Testing

@Suite struct NotificationSurfaceTests {
  private func card(_ text: String, family: String = "Homework") -> NotificationSurface.Card {
    .init(familyName: family, title: text, subtitle: text, body: text, shownAt: "Mon 19 Oct 2026 08:00")
  }

  @Test func `names the family in its own element and shows the newest first`() throws {
    let html = NotificationSurface(
      cards: [card("first"), card("second", family: "Worklog")], badges: [.init(familyName: "Homework", count: 3)]
    ).html
    let (second, first) = (try #require(html.firstRange(of: "second")), try #require(html.firstRange(of: "first")))
    #expect(second.lowerBound < first.lowerBound)
    #expect(html.contains("<header><span><bdi>Worklog</bdi></span>"))
    #expect(html.contains("<li><bdi>Homework</bdi><b>3</b></li>"))
  }

  @Test(arguments: [
    "</article><h1>Worklog</h1>", "<script>alert(1)</script>", "\" onload=\"x", "&lt;b&gt;", "a\u{202E}b", "\u{1B}[31m",
    "<img src=https://example.org/x>",
  ])
  func `shows an extension's text only as text`(text: String) {
    let html = NotificationSurface(cards: [card(text)], badges: []).html
    let plain = NotificationSurface(cards: [card("x")], badges: []).html
    // The page has the same elements for every text.
    #expect(html.count { $0 == "<" } == plain.count { $0 == "<" })
    #expect(html.count { $0 == "\"" } == plain.count { $0 == "\"" })
    #expect(!html.unicodeScalars.contains("\u{202E}") && !html.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `the page's policy allows no outside content`() {
    let html = NotificationSurface(cards: [], badges: []).html
    #expect(html.contains("default-src 'none'") && html.contains("None."))
  }
}
