// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Token rules that only a running host can show.
@Suite struct TokenRulesTests {
  private static let editor = Item.application("org.gnome.TextEditor")
  private static let chess = Item.application("org.gnome.Chess")
  private static let games = Item.category("3")

  private func shielded(_ snapshot: [String: Any]?) -> [String] {
    let stores = snapshot?["stores"] as? [[String: Any]] ?? []
    return (stores.first?["settings"] as? [String: Any])?["shield.applications"] as? [String] ?? []
  }

  private func eventTokens(_ snapshot: [String: Any]?) -> [String] {
    let activities = snapshot?["activities"] as? [[String: Any]] ?? []
    return (activities.first?["events"] as? [[String: Any]])?.first?["applications"] as? [String] ?? []
  }

  @Test func `a rotation rewrites stores and events, lists the pairs for 60 days, and drops no shield (T9)`() throws {
    let families = try ScriptFamilies()
    try families.add("steady", app: "picker.py")
    let run = try HostedRun(families, picks: [["applications": [Self.editor.id]]])
    try run.use(Self.chess, onDay: 0)
    try run.host.rotateTokens(of: FamilyID("steady"))
    #expect(run.host.facts.shield(over: Self.editor) != nil)
    try run.use(Self.chess, onDay: 1)
    try run.use(Self.chess, onDay: 59)
    try run.use(Self.chess, onDay: 61)
    #expect(run.host.facts.shield(over: Self.editor) != nil)
    let starts = try run.close().snapshots(of: "intervalDidStart")
    #expect(starts.count == 4)
    let (old, new) = (shielded(starts.first), shielded(starts.last))
    #expect(old.count == 1)
    #expect(new.count == 1)
    #expect(old != new)
    #expect(starts.map(shielded) == [old, new, new, new])
    #expect(starts.map(eventTokens) == [old, new, new, new])
    let told = starts.map { $0["tokens"] as? [[String: String]] ?? [] }
    let pair = ["token": old.first ?? "", "status": "rotated", "to": new.first ?? ""]
    #expect(told == [[], [pair], [pair], [["token": old.first ?? "", "status": "unknown"]]])
  }

  @Test(arguments: [
    ("whole", PrivacyProfile.open, 2), ("whole", .standard, 2), ("whole", .tight, 0), ("names", .open, 0),
  ])
  func `a category gives its items' tokens only if the app asks and the profile allows it (T7)`(
    family: String, profile: PrivacyProfile, count: Int
  ) throws {
    let families = try ScriptFamilies()
    try families.add(family, app: "picker.py")
    let filed = [Self.editor: Self.games, Self.chess: Self.games, .application("org.gnome.Maps"): Item.category("5")]
    let run = try HostedRun(families, picks: [["categories": ["3"]]], filed: filed, profile: profile)
    try run.host.run(through: [UseSpan](), until: HostedRun.start.advanced(by: 60_000))
    let issued = try run.host.facts.store.read { try $0.issuance() }
    let picked = try run.close().compactMap { ($0["result"] as? [String: Any])?["selection"] as? [String: Any] }.first
    #expect((picked?["applications"] as? [String])?.count == count)
    #expect((picked?["categories"] as? [String])?.count == 1)
    #expect(picked?["includeEntireCategory"] as? Bool == (family == "whole"))
    #expect(issued.filter { $0.cause == "picker" }.map(\.item) == [Self.games])
    #expect(
      Set(issued.filter { $0.cause == "expansion" }.map(\.item)) == (count == 0 ? [] : [Self.editor, Self.chess]))
  }

  @Test func `a cancelled selection looks like one that did not change (T8)`() throws {
    let families = try ScriptFamilies()
    try families.add("names", app: "picker.py")
    let run = try HostedRun(families, picks: [])
    try run.host.run(through: [UseSpan](), until: HostedRun.start.advanced(by: 60_000))
    let answers = try run.close().compactMap { ($0["result"] as? [String: Any])?["selection"] as? [String: Any] }
    #expect(answers.count == 1)
    #expect(answers.first?.keys.sorted() == ["applications", "categories", "includeEntireCategory", "webDomains"])
    for set in ["applications", "categories", "webDomains"] { #expect(answers.first?[set] as? [String] == []) }
  }
}
