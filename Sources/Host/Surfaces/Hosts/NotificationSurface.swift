// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import TextEscaping

/// The page of the notifications that a person has neither answered nor cleared.
///
/// The host names the family above each one; every text of an extension is escaped, isolated and inside its own card, so
/// that it can't pass for another family's or the host's.
package struct NotificationSurface {
  package struct Card {
    package var familyName: String
    package var title: String
    package var subtitle: String?
    package var body: String
    /// The time at which it was shown, as text.
    package var shownAt: String

    package init(familyName: String, title: String, subtitle: String?, body: String, shownAt: String) {
      self.familyName = familyName
      self.title = title
      self.subtitle = subtitle
      self.body = body
      self.shownAt = shownAt
    }
  }

  /// The number beside a family's name.
  package struct Badge {
    package var familyName: String
    package var count: Int64

    package init(familyName: String, count: Int64) {
      self.familyName = familyName
      self.count = count
    }
  }

  /// Oldest first; the page shows the newest first.
  private let cards: [Card]
  private let badges: [Badge]

  package init(cards: [Card], badges: [Badge]) {
    self.cards = cards
    self.badges = badges
  }

  package var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>Notifications</title>
    <style>
    :root{color-scheme:light dark}body{margin:0;min-height:100vh;padding:2.5rem 1rem;box-sizing:border-box;
    font:16px/1.45 system-ui,sans-serif;background:#e9edf4;color:#1c1f26}main{max-width:30rem;margin:0 auto}
    h1{font-size:1.3rem;margin:0 0 1rem}ul{list-style:none;margin:0 0 1.2rem;padding:0;display:flex;flex-wrap:wrap;gap:.5rem}
    li{padding:.2rem .7rem;border-radius:999px;background:#fff;font-size:.85rem}li b{color:#c2271c;margin-left:.4rem}
    article{background:#fff;border-radius:16px;padding:.9rem 1.1rem;margin:0 0 .8rem;box-shadow:0 2px 10px #0001;
    overflow-wrap:anywhere}header{display:flex;gap:1rem;justify-content:space-between;font-size:.8rem;color:#5b6270}
    h2{font-size:1rem;margin:.35rem 0 0}p{margin:.2rem 0 0}.subtitle{font-weight:600;color:#3b4250}.none{color:#5b6270}
    @media(prefers-color-scheme:dark){body{background:#12151b;color:#e9ecf2}li,article{background:#1d222b}
    header,.none{color:#98a1b0}.subtitle{color:#c3cad6}li b{color:#ff8a7a}}
    </style></head><body><main><h1>Notifications</h1>
    \(badgeList)\(cards.isEmpty ? #"<p class="none">None.</p>"# : cards.reversed().map(Self.article).joined(separator: "\n"))
    </main></body></html>

    """
  }

  private var badgeList: String {
    guard !badges.isEmpty else { return "" }
    let items = badges.map { "<li>\(Markup.isolated($0.familyName))<b>\($0.count)</b></li>" }
    return "<ul aria-label=\"Badges\">\(items.joined())</ul>\n"
  }

  private static func article(_ card: Card) -> String {
    let subtitle = card.subtitle.map { "<p class=\"subtitle\">\(Markup.isolated($0))</p>" } ?? ""
    return """
      <article><header><span>\(Markup.isolated(card.familyName))</span><time>\(Markup.escape(card.shownAt))</time></header>\
      <h2>\(Markup.isolated(card.title))</h2>\(subtitle)<p>\(Markup.isolated(card.body))</p></article>
      """
  }
}
