// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// Inputs that name something that the device doesn't have, as a driver may send them after a restart: none of them
/// changes what the device has stored or can explain.
@Suite struct UnknownTargetTests {
  private static let nobody = FamilyID("nobody")
  private static let homework = FamilyID("homework")
  private static let never = Item.application("org.example.Never")

  private static let acts: [PersonAct.Kind] = [
    .opens(nobody, stays: true), .meets(nobody), .meets(homework),
    .taps(nobody, label: "Go", tree: 1, action: 1), .taps(homework, label: "Go", tree: 9, action: 1),
    .leaves(nobody, missing: nil), .leaves(homework, missing: "Go"), .closes(nobody),
    .answers(PromptID(number: 99), .said(.approved)), .answers(PromptID(number: 99), .said(.denied)),
    .answers(PromptID(number: 99), .said(.unanswered)), .answers(PromptID(number: 99), .picked(nil)),
    .answers(PromptID(number: 99), .said(.approved), by: .guardian, profile: .tight),
    .revokes(nobody, by: .guardian, keepsShields: true), .removes(nobody, by: .guardian),
    .agrees(nobody, by: .guardian), .agrees(homework, by: .person), .resetsIdentifiers(nobody),
    .withdraws(never, from: nobody), .withdraws(never, from: homework), .answersNotification(9, of: homework),
    .answersNotification(9, of: nobody), .clearsNotification(9, of: nobody), .turnsLedger(isOn: true),
    .placesWidget(nobody, kind: "Clock", size: "systemSmall", []),
    .placesWidget(homework, kind: "Nothing", size: "systemSmall", []),
    .placesWidget(homework, kind: "Clock", size: "systemLarge", []), .configuresWidget("x", []),
    .movesWidget("x", to: 0), .stacksWidget("x", onto: "y"), .unstacksWidget("x"), .choosesWidget("x"),
    .refreshesWidget("x"), .removesWidget("x"), .tapsWidget("x", area: nil), .locksScreen(.unlocked),
    .changesFocus(.activate("nothing")), .changesFocus(.remove(mode: "nothing")), .refusesTime(99, by: .guardian),
    .withdrawsTime(never), .cancelsChange(99),
  ]

  private static let inputs: [DeviceInput] =
    [
      .ended(CallID(999), .replied(["effects": []])), .ended(CallID(999), .fallback(reason: "deadline")),
      .ended(CallID(999), .unavailable(reason: "quarantined", retryAt: nil)),
      .asked(QuestionID(CallID(999), 1), .stillness),
      .asked(QuestionID(CallID(999), 1), .request(.commit(CommitParams(effects: [.clearStore("limits")])))),
      .held(nobody, failure: nil), .held(homework, failure: "no"), .operator(.reset(ProgramID("nobody.app"))),
      .operator(.resend(nobody, sequence: 1)), .operator(.dismiss(nobody, sequence: 1)),
      .operator(.resend(homework, sequence: 999)), .operator(.dismiss(homework, sequence: 999)),
      .operator(.rotateTokens(nobody)), .operator(.saves), .operator(.delivers),
    ] + acts.map { .person(PersonAct($0)) }

  @Test(arguments: [false, true]) func `an input about something that doesn't exist changes nothing`(
    _ isMet: Bool
  ) throws {
    let life = try PlayedLife(
      requests: ["focus", "reports", "timelines"],
      points: ["shieldConfiguration", "shieldAction", "widget", "focusFilter", "report"])
    life.reply = { [unowned life] in PlayedReplies.reply(to: $0.callback, at: life.now) }
    try life.settle()
    if isMet { try life.meet("homework", picking: ["org.gnome.Chess"]) }
    try life.use(PlayedLife.chess, minutes: 21)
    life.take(.operator(.saves))
    var before = try DeviceRecord(life.facts, since: NotificationBench.start).lines()
    for input in Self.inputs {
      let commands = life.take(input)
      #expect(life.bench.sent.isEmpty, "\(input)")
      for command in commands {
        switch command {
        // Answers, messages to the person and the removal of a surface that isn't there change nothing.
        case .answer, .conclude, .tell, .wake, .withdraw: break
        default: Issue.record("\(input) → \(command)")
        }
      }
      let after = try DeviceRecord(life.facts, since: NotificationBench.start).lines()
      if let new = after.first(where: { !before.contains($0) }) { Issue.record("\(input): \(new)") }
      #expect(after.count == before.count, "\(input)")
      before = after
    }
  }
}
