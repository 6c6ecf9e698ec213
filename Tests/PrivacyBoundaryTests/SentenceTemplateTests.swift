// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import PrivacyBoundary

/// Placeholders of sentences: those with a noun, and those of entries that name no item.
@Suite struct SentenceTemplateTests {
  @Test(arguments: [("0", "0 more items"), ("1", "1 more item"), ("2", "2 more items"), ("12", "12 more items")])
  func `all words after a name are the noun of its number`(_ number: String, _ words: String) {
    var asked: [String] = []
    let filled = SentenceTemplate("It can name {count more item} of {family}.").filled { name in
      asked.append(name)
      return name == "count" ? number : "Homework"
    }
    #expect(filled == "It can name \(words) of Homework.")
    #expect(asked == ["count", "family"])
  }

  @Test func `a person sees braces that hold no item as they are, and an item that is gone as removed`() throws {
    let fixture = try BoundaryFixture()
    let ledger = PrivacyLedger(policy: fixture.policy, random: { Array(repeating: 1, count: $0) })
    let widget = LedgerEvent(family: "homework", kind: .widget)
    try fixture.store.transaction { _ = try ledger.append(widget, day: "2026-11-20", slot: "18:15", in: $0) }
    let entries = try fixture.store.read { try PrivacyLedger.entries(in: $0) { $0.id } }
    var entry = try #require(entries.first)
    #expect(entry.says == "homework learned that you used its own window.")
    (entry.says, entry.values) = ("{days}, {times} and {#none}", ["a": "{7}", "b": "{#none}"])
    let edited = entry
    let shown = try fixture.store.read { try PrivacyLedger.named(edited, $0) { $0.id } }
    #expect(shown.says == "{days}, {times} and something removed")
    #expect(shown.values == ["a": "{7}", "b": "something removed"])
  }
}
