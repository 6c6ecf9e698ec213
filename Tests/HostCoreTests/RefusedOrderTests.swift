// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// Refused orders, orders that are already carried out, unanswered prompts and waiting changes, compared with transcripts.
@Suite struct RefusedOrderTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")
  private static let day: Int64 = 24

  @Test func `orders with a mistake, and orders without an effect, match their transcript`() throws {
    let life = try PlayedLife(requests: ["focus", "timelines"], points: ["widget", "focusFilter", "shieldAction"]) {
      $0.profile = .standard
    }
    life.reply = { [unowned life] in PlayedReplies.reply(to: $0.callback, at: life.now) }
    try life.settle()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let call = try life.open("worklog")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .child)))
    let prompt = try #require(life.facts.openPrompts.last?.number)
    let long = String(repeating: "x", count: 2_000)
    for order in [
      .rename(item: "Chess", name: ""), .rename(item: "Chess", name: long), .rename(item: "Chess", name: "a\nb"),
      .rename(item: "Chess", name: "Chess"), .rename(item: "Nothing", name: "Chess"), .rename(item: "", name: "x"),
      .file(item: "Chess", category: "3"), .file(item: "Chess", category: "77"),
      .file(item: "example.org", category: "5"),
      .merge(item: "Chess", into: "example.org"), .merge(item: "Chess", into: "Chess"),
      .merge(item: "Browser", into: "Editor"), .merge(item: "Browser", into: "Editor"),
      .merge(item: "Browser", into: "Chess"),
      .ask(item: "Chess", seconds: 59, reason: ""), .ask(item: "Chess", seconds: 86_401, reason: ""),
      .ask(item: "Chess", seconds: 60, reason: long), .ask(item: "Category 5", seconds: 600, reason: ""),
      .allow(.request(9), GrantLength(.add, seconds: 60)), .allow(.item("Chess"), GrantLength(.add, seconds: 0)),
      .allow(.item("Chess"), GrantLength(.add, seconds: 900_000)), .refuse(request: 9), .endGrant(item: "Chess"),
      .withdraw(item: "Chess"), .press(item: "Chess", .primaryButtonPressed),
      .press(item: "Nothing", .primaryButtonPressed),
      .restart(extension: "homework.nothing"), .restart(extension: "homework.monitor"), .open(FamilyID("nobody")),
      .open(Self.worklog), .close(Self.homework), .close(FamilyID("nobody")),
      .answer(prompt: prompt, isYes: true), .answer(prompt: 99, isYes: true), .pick(prompt: prompt, nil),
      .consent(Self.homework, ConsentTerms(profile: .open)), .consent(Self.homework), .consent(FamilyID("nobody")),
      .consent(Self.homework, ConsentTerms(profile: .tight, policy: 99)), .revoke(Self.worklog, keepsShields: true),
      .resetTokens(FamilyID("nobody")), .withdrawItem("Editor", from: Self.homework),
      .withdrawItem("Chess", from: FamilyID("nobody")), .ledger(isOn: true), .cancelChange(1),
      .delayChanges(seconds: -1),
      .delayChanges(seconds: 40_000_000), .delayChanges(seconds: 0), .tap(Self.homework, tree: 1, action: 1, isOn: nil),
      .resend(Self.homework, number: 99), .dismiss(Self.homework, number: 99), .dismiss(FamilyID("nobody"), number: 1),
      .widget(.tap("no", area: 1)), .widget(.set("no", name: "a", value: "b")),
      .widget(.place(Self.worklog, kind: "Clock", size: "systemSmall", [])),
      .focus(.activate("nothing")), .focus(.activate(nil)),
      .focus(.unset(FocusFilterKey(Self.homework, "No"), in: "no")),
      .clearNotification(1, of: Self.homework),
    ] as [PersonOrder.Kind] {
      life.order(order)
    }
    // An order names a widget by its whole id, as it is written.
    for _ in 0..<2 { life.order(.widget(.place(Self.homework, kind: "Clock", size: "systemSmall", []))) }
    life.order(.widget(.refresh("")))
    life.order(.widget(.refresh(try #require(life.facts.widgets.first?.id.lowercased()))))
    try life.compare("refused-orders")
  }

  @Test func `an order about a family that isn't there names it`() throws {
    let life = try PlayedLife()
    try life.settle()
    let nobody = FamilyID("nobody")
    for kind in [
      .revoke(nobody, keepsShields: false), .revoke(nobody, keepsShields: true), .remove(nobody), .consent(nobody),
      .resetTokens(nobody), .withdrawItem("Chess", from: nobody), .resend(nobody, number: 1),
      .dismiss(nobody, number: 1), .answerNotification(1, of: nobody),
    ] as [PersonOrder.Kind] {
      let error = #expect(throws: HostError.self) {
        try life.facts.meaning(of: PersonOrder(kind, as: .owner, by: .console, act: "act 1"))
      }
      #expect(error?.description.contains("“nobody” is not in this state") == true, "\(kind)")
    }
  }

  @Test func `a request for time is for a minute to a day`() throws {
    let life = try PlayedLife()
    try life.settle()
    func ask(_ seconds: Int64) throws {
      let kind = PersonOrder.Kind.ask(item: "Chess", seconds: seconds, reason: "")
      _ = try life.facts.meaning(of: PersonOrder(kind, as: .owner, by: .console, act: "act 1"))
    }
    for seconds in [59, 86_401, 0, -60] as [Int64] {
      let error = #expect(throws: HostError.self) { try ask(seconds) }
      #expect(error?.description.contains("Ask for 1 to 1440 minutes.") == true, "\(seconds)")
    }
    for seconds in [60, 86_400] as [Int64] { #expect(throws: Never.self) { try ask(seconds) } }
  }

  @Test func `unanswered prompts of every kind match their transcript`() throws {
    let life = try PlayedLife { ($0.clock, $0.turns) = (.real, .perFamily) }
    life.notesWakes = true
    let asking = try life.open("worklog")
    try life.ask(asking, 1, .authorize(AuthorizeParams(member: .individual)))
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let picking = try life.open("homework")
    try life.ask(picking, 1, .pick(PickParams(includeEntireCategory: false)))
    life.show(["/requests"])
    for minutes in [1, 3, 1, 1] as [Int64] {
      try life.pass(until: life.instant.advanced(by: minutes * 60_000))
      life.take(.time(life.instant))
    }
    // One whose callback fails is closed with it.
    try life.ask(asking, 2, .authorize(AuthorizeParams(member: .individual)))
    try life.end(asking, .fallback(reason: .process(.deadline)))
    try life.end(picking, .replied(["effects": []]))
    for family in ["homework", "worklog"] { life.leave(family) }
    life.show(["/requests"])
    life.order(.answer(prompt: 1, isYes: false))
    try life.pass(hours: 8 * Self.day)
    life.order(.answer(prompt: 4, isYes: true))
    life.show(["/requests", "/ledger"])
    try life.compare("unanswered-prompts")
  }

  @Test(arguments: [false, true]) func `shields that stay until a delay is over match their transcript`(
    _ removes: Bool
  ) throws {
    let life = try PlayedLife { $0.looseningSeconds = 7_200 }
    for (family, app) in [("homework", "org.gnome.Chess"), ("worklog", "org.gnome.TextEditor")] {
      try life.meet(family, picking: [app])
      let call = try life.open(family)
      let own = try #require(life.selections[family])
      try life.end(
        call,
        .replied([
          "effects": [
            ["key": "shield.applications", "kind": "setSetting", "store": "one", "value": own.applications.wire],
            ["key": "shield.webDomains", "kind": "setSetting", "store": "two", "value": own.webDomains.wire],
          ]
        ]))
      life.leave(family)
    }
    life.order(removes ? .remove(Self.homework) : .revoke(Self.homework, keepsShields: false))
    life.order(.withdrawItem("Editor", from: Self.worklog))
    life.order(.file(item: "Editor", category: "3"))
    life.show(["/shields", "/families", "/requests"])
    try life.use(PlayedLife.chess, minutes: 5)
    try life.use(PlayedLife.editor, minutes: 5)
    try life.pass(hours: 3)
    life.take(.time(life.instant))
    try life.use(PlayedLife.chess, minutes: 5)
    try life.use(PlayedLife.editor, minutes: 5)
    life.show(["/shields", "/families", "/requests", "/ledger"])
    try life.compare("lifted-\(removes ? "removed" : "revoked")")
  }

  @Test func `a merged item keeps its families' tokens for as long as a rotation does`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess", "org.mozilla.firefox"])
    func tokens() throws -> [String] {
      life.facts.nameableItems(of: Self.homework).map(\.id)
        + life.facts.owners.consent.tokens.invalidTokens(of: "homework").map { "\($0.because)" }.sorted()
    }
    life.note("before: \(try tokens())")
    life.order(.ask(item: "Browser", seconds: 900, reason: ""))
    life.order(.merge(item: "Browser", into: "Editor"))
    life.order(.merge(item: "Editor", into: "Chess"))
    life.note("merged: \(try tokens())")
    try life.use(PlayedLife.browser, minutes: 22)
    for days in [6, 1, 1, 30] as [Int64] {
      try life.pass(hours: days * Self.day)
      life.take(.time(life.instant))
      life.note("\(days) days later: \(try tokens())")
    }
    try life.use(PlayedLife.browser, minutes: 5)
    life.show(["/requests", "/today", "/family/homework", "/item/app:org.gnome.Chess"])
    try life.compare("merged-items")
    for _ in 0..<3 {
      try life.pass(hours: 30 * Self.day)
      life.take(.time(life.instant))
    }
    #expect(life.facts.owners.items.book.merges.values.allSatisfy { $0.isSettled })
  }
}
