// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import Testing
import WrittenCodes

@testable import HostCore

/// A device whose programs are played, so that no process is started: the commands of each input and the pages that result,
/// compared with transcripts.
@Suite struct PlayedDeviceTests {
  @Test func `limits, shields and a day of use match their transcript`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess", "org.mozilla.firefox"])
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    try life.use(PlayedLife.editor, minutes: 25)
    try life.use(PlayedLife.chess, minutes: 31)
    try life.use(PlayedLife.browser, PlayedLife.site, minutes: 12)
    life.show(["/today", "/shields", "/trace", "/extensions", "/family/homework", "/ledger"])
    try life.press(.primaryButtonPressed)
    try life.press(.secondaryButtonPressed)
    try life.pass(hours: 26)
    try life.use(PlayedLife.chess, minutes: 5)
    life.show(["/week", "/day/2026-10-19", "/trace/2026-10-19", "/item/app:org.gnome.Chess", "/item/site:example.org"])
    try life.compare("played-day")
  }

  @Test func `orders of a person, looser ones after a delay, match their transcript`() throws {
    let life = try PlayedLife { $0.looseningSeconds = 86_400 }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.use(PlayedLife.chess, minutes: 21)
    let orders: [PersonOrder.Kind] = [
      .ask(item: "Chess", seconds: 900, reason: "level 3"), .ask(item: "Nothing", seconds: 900, reason: ""),
      .allow(.item("Chess"), GrantLength(.add, seconds: 600)), .refuse(request: 1), .refuse(request: 9),
      .rename(item: "Chess", name: "Game of kings"), .file(item: "Game of kings", category: "5"),
      .file(item: "Editor", category: "13"), .merge(item: "Editor", into: "Game of kings"),
      .merge(item: "Browser", into: "Browser"), .withdrawItem("Game of kings", from: FamilyID("homework")),
      .delayChanges(seconds: 3_600), .delayChanges(seconds: 3_600), .cancelChange(1), .cancelChange(77),
      .revoke(FamilyID("homework"), keepsShields: false), .revoke(FamilyID("nobody"), keepsShields: true),
      .restart(extension: "homework.monitor"), .resend(FamilyID("homework"), number: 1),
      .dismiss(FamilyID("homework"), number: 99), .endGrant(item: "Game of kings"), .withdraw(item: "Game of kings"),
      .press(item: "Game of kings", .primaryButtonPressed), .open(FamilyID("worklog")), .close(FamilyID("worklog")),
      .resetTokens(FamilyID("homework")), .ledger(isOn: false), .ledger(isOn: true),
    ]
    for order in orders { life.order(order) }
    life.show(["/requests", "/families", "/family/homework", "/shields", "/item/app:org.gnome.Chess"])
    for order in orders { life.order(order, as: .guardian) }
    life.show(["/requests", "/families", "/family/homework", "/shields", "/ledger"])
    try life.pass(hours: 25)
    life.order(.remove(FamilyID("homework")))
    life.show(["/requests", "/families", "/shields", "/ledger", "/extensions"])
    try life.compare("played-orders")
  }

  @Test func `unanswered questions, late answers and failing programs match their transcript`() throws {
    let life = try PlayedLife()
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
    life.show(["/requests", "/families"])
    try life.pass(hours: 1)
    try life.end(call, .replied(EffectsResult(effects: []).wire))
    life.leave("homework")
    life.show(["/requests", "/family/homework"])
    life.order(.answer(prompt: 1, isYes: true))
    life.order(.answer(prompt: 1, isYes: true))
    life.order(.answer(prompt: 1, isYes: false))
    life.order(.answer(prompt: 7, isYes: false))
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    life.failure = .fallback(reason: .process(.deadline))
    try life.use(PlayedLife.editor, minutes: 25)
    life.move("worklog.monitor", .busy(RequestID(.host, 2)), .exiting(.strike), "deadline")
    life.move("worklog.monitor", .exiting(.strike), .quarantined(until: life.now + 600_000), "strikes")
    life.take(.wrote(ProgramID("worklog.monitor"), isSealed: false, lines: ["Traceback", "ValueError: 7"]))
    try life.pass(hours: 2)
    life.show(["/extensions", "/trace", "/family/worklog", "/requests"])
    try life.pass(hours: 8 * 24)
    life.show(["/extensions", "/requests", "/ledger", "/today"])
    try life.compare("played-failures")
  }

  @Test func `lost sources, sleep, a clock that is set and time zones match their transcript`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.use(PlayedLife.chess, minutes: 5)
    life.take(.source(.lost(.socket, .writerLeft)))
    life.take(.source(.blind(.focus, .disconnected, since: life.instant)))
    try life.pass(hours: 1)
    life.take(.source(.suspended(TimeSpan(start: life.instant, end: life.instant.advanced(by: 1_800_000)))))
    try life.pass(hours: 1)
    life.show(["/today", "/day/2026-10-19"])
    life.take(.source(.clockJumped(to: life.instant.advanced(by: -7_200_000))))
    try life.use(PlayedLife.chess, minutes: 25)
    life.take(.source(.clockJumped(to: life.instant.advanced(by: 90_000_000))))
    try life.use(PlayedLife.chess, minutes: 3)
    life.show(["/today", "/day/2026-10-19", "/trace", "/trace/2026-10-19", "/ledger"])
    life.take(.operator(.rotateTokens(FamilyID("homework"))))
    life.take(.operator(.exported("the ledger")))
    life.take(.operator(.grant(PlayedLife.chess, until: life.instant.advanced(by: 600_000))))
    try life.use(PlayedLife.chess, minutes: 12)
    life.take(.operator(.saves))
    life.show(["/shields", "/ledger", "/family/homework"])
    try life.compare("played-sources")
  }

  @Test func `picks of a person and items that were merged match their transcript`() throws {
    let life = try PlayedLife()
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
    life.order(.answer(prompt: 1, isYes: true))
    try life.ask(call, 2, .pick(PickParams(includeEntireCategory: true, title: "Games", header: "Pick", footer: "Few")))
    life.show(["/requests"])
    for pick in [
      PersonAnswers.Pick(applications: ["org.example.Nothing"]), PersonAnswers.Pick(webDomains: ["Example.ORG"]),
      PersonAnswers.Pick(webDomains: ["not a domain"]), PersonAnswers.Pick(categories: ["0"]),
      PersonAnswers.Pick(categories: ["14"]), PersonAnswers.Pick(categories: ["games"]),
    ] {
      life.order(.pick(prompt: 2, pick))
    }
    life.order(.pick(prompt: 3, PersonAnswers.Pick(categories: ["3"])))
    life.order(.answer(prompt: 2, isYes: true))
    life.order(
      .pick(
        prompt: 2,
        PersonAnswers.Pick(
          applications: ["org.gnome.Chess", "org.mozilla.firefox"], categories: ["3"], webDomains: ["example.org"],
          includeEntireCategory: true)))
    try life.ask(call, 3, .pick(PickParams(includeEntireCategory: false)))
    life.order(.pick(prompt: 3, nil))
    try life.end(call, .replied(EffectsResult(effects: []).wire))
    life.leave("homework")
    life.order(.merge(item: "Browser", into: "Chess"))
    try life.use(PlayedLife.browser, PlayedLife.site, minutes: 7)
    try life.use(PlayedLife.chess, minutes: 5)
    try life.use(PlayedLife.editor, minutes: 3)
    life.show(["/today", "/day", "/item/app:org.gnome.Chess", "/item/app:org.mozilla.firefox", "/family/homework"])
    let alert = Data(#"{"aps":{"alert":{"title":"Title","body":"Text"}}}"#.utf8)
    life.order(.push(FamilyID("homework"), try RemotePayload(json: alert)))
    life.show(["/requests", "/ledger"])
    try life.compare("played-picks")
  }
}
