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

/// Shields that extensions draw and answer, windows of apps, and widened policies on a device whose programs are played,
/// compared with transcripts.
@Suite struct PlayedSurfacesTests {
  private static let homework = FamilyID("homework")

  private static func label(_ text: WireValue) -> WireValue { ["text": text, "color": "#1d2b1fff"] }

  private static func look(_ title: String, _ more: [(name: String, value: WireValue)] = []) -> WireValue {
    var look: WireObject = ["title": label(.string(title)), "primaryButton": label("Close")]
    for (name, value) in more { look[name] = value }
    return ["configuration": .object(look)]
  }

  @Test func `shields that are drawn, asked again, pressed and answered in each way match their transcript`() throws {
    let life = try PlayedLife()
    var answers = ["none", "defer", "openParentalControlsApp", "close"]
    var looks = 0
    life.reply = { [unowned life] one in
      if one.program.hasSuffix(".shieldconfiguration") {
        looks += 1
        let own = (life.tokens["homework"] ?? []).map(\.wire).first ?? "nothing"
        return .replied(
          Self.look(
            "Closed \(looks)",
            looks == 1 ? [] : [("secondaryButton", Self.label("Later")), ("subtitle", Self.label(own))]))
      }
      guard one.program.hasSuffix(".shieldaction") else { return nil }
      let answer = answers.isEmpty ? "close" : answers.removeFirst()
      return .replied(["effects": [], "response": .string(answer)])
    }
    try life.meet("homework", picking: ["org.gnome.Chess", "org.mozilla.firefox"])
    try life.use(PlayedLife.chess, minutes: 22)
    try life.press(.secondaryButtonPressed)
    for _ in 1...4 { try life.press(.primaryButtonPressed) }
    try life.press(.secondaryButtonPressed)
    try life.press(.firstSecondarySubmenuItemPressed)
    let shield = try #require(life.facts.shield(over: PlayedLife.chess))
    for isRedraw in [false, true] {
      life.take(.person(PersonAct(.looksAt(shield, isRedraw: isRedraw))))
      try life.settle()
    }
    try life.use(PlayedLife.browser, PlayedLife.site, minutes: 2)
    // A request to draw the shield is ignored after the person has left the item.
    try life.use(PlayedLife.editor, minutes: 1)
    life.take(.person(PersonAct(.looksAt(shield, isRedraw: false))))
    try life.settle()
    let call = try life.open("homework")
    try life.end(call, .replied(["effects": [["kind": "refreshShields"]]]))
    life.leave("homework")
    try life.use(PlayedLife.chess, minutes: 1)
    let again = try life.open("homework")
    try life.end(again, .replied(["effects": [["kind": "refreshShields"]]]))
    life.leave("homework")
    try life.settle()
    try life.restart()
    try life.use(PlayedLife.chess, minutes: 1)
    try life.press(.primaryButtonPressed)
    // A press waits while the family is busy, and is dropped if its item is withdrawn.
    let busy = try life.open("homework")
    try life.press(.primaryButtonPressed)
    life.order(.withdrawItem("Chess", from: Self.homework))
    try life.end(busy, .replied(["effects": []]))
    life.leave("homework")
    try life.settle()
    life.show(["/shields", "/gallery", "/shield/app:org.gnome.Chess", "/ledger"])
    try life.compare("played-shields")
  }

  @Test func `windows of apps and taps on their controls match their transcript`() throws {
    let life = try PlayedLife()
    func button(_ text: String, _ action: Int64, isOn: Bool? = nil) -> WireValue {
      var control: WireObject = [
        "kind": "control", "form": isOn == nil ? "button" : "toggle", "action": .integer(action),
        "child": ["kind": "text", "text": .string(text)],
      ]
      control["on"] = isOn.map(WireValue.bool)
      return .object(control)
    }
    func window(_ title: String, _ controls: WireValue...) -> ExtensionRequest {
      .presentWindow(
        PresentWindowParams(
          view: ["kind": "vstack", "align": "center", "spacing": 8_000, "children": .array(controls)], title: title))
    }
    let call = try life.open("homework")
    // The host takes an app for open while it has a process.
    life.move("homework.app", .greeting, .idle(since: life.now), "hello.ok")
    try life.ask(call, 1, window("First", button("Start", 3), button("Loud", 4, isOn: true)))
    try life.ask(call, 2, .presentWindow(PresentWindowParams(view: ["kind": "nonsense"], title: "Bad")))
    life.order(.tap(Self.homework, tree: 1, action: 3, isOn: nil))
    try life.end(call, .replied(["effects": []]))
    life.move("homework.app", .busy(RequestID(.host, 2)), .idle(since: life.now), "reply.ok")
    life.show(["/family/homework", "/gallery"])
    for (tree, action, isOn) in [(1, 9, nil), (2, 3, nil), (1, 3, true), (1, 4, nil), (1, 4, false), (1, 3, nil)]
      as [(Int64, Int64, Bool?)]
    {
      life.order(.tap(Self.homework, tree: tree, action: action, isOn: isOn))
    }
    life.order(.tap(FamilyID("worklog"), tree: 1, action: 3, isOn: nil))
    life.order(.open(Self.homework))
    life.order(.close(Self.homework))
    life.order(.close(Self.homework))
    life.order(.tap(Self.homework, tree: 1, action: 3, isOn: nil))
    life.show(["/family/homework", "/gallery", "/families"])
    try life.compare("played-windows")
  }

  /// Each case: a class of disclosures, and the part of the app's snapshot that it is about.
  @Test(arguments: [(6, "widgets"), (7, "focus")])
  func `a widened policy removes only the suspended part from the app's snapshot (PRIV-FP6)`(
    _ widened: Int, _ part: String
  ) throws {
    var policy: FlowPolicy?
    let life = try PlayedLife(requests: ["focus", "timelines"], points: ["widget", "focusFilter"]) {
      $0.policy = policy
    }
    let intents: WireValue = [["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]]
    life.reply = { [unowned life] in PlayedReplies.reply(to: $0.callback, at: life.now, intents: intents) }
    try life.settle()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    life.order(.widget(.place(Self.homework, kind: "Clock", size: "systemSmall", [])))
    life.order(.focus(.define(FocusMode(id: "work", name: "Work"))))
    life.order(.focus(.set(FocusFilter(FocusFilterKey(Self.homework, "Mute"), parameters: []), in: "work")))
    life.order(.focus(.activate("work")))
    func parts() throws -> Set<String> {
      let call = try life.open("homework")
      let sent = try #require(life.bench.sent.last { $0.call == call })
      try life.end(call, .replied(["effects": []]))
      life.leave("homework")
      guard case .object(let request) = sent.request, case .object(let snapshot)? = request["snapshot"] else {
        return []
      }
      return Set(snapshot.members.map(\.name))
    }
    let before = try parts()
    policy = try .widened(widened)
    try life.restart()
    let after = try parts()
    #expect(before.subtracting(after) == [part], "\(before) \(after)")
  }

  @Test func `a family waits after the policy was widened, until the person agrees, as in the transcript`() throws {
    var policy: FlowPolicy?
    let life = try PlayedLife { $0.policy = policy }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.use(PlayedLife.chess, minutes: 5)
    policy = try FlowPolicy.widened(1)
    try life.restart()
    life.show(["/families", "/family/homework", "/requests"])
    // The person is offered no taps while the app may not learn of them.
    let call = try life.open("homework")
    try life.end(call, .replied(["effects": []]))
    life.leave("homework")
    try life.use(PlayedLife.chess, minutes: 25)
    life.show(["/family/homework", "/extensions"])
    life.order(.consent(Self.homework, ConsentTerms(policy: 1)))
    life.order(.consent(Self.homework, ConsentTerms(policy: Int(try #require(policy).version))))
    life.order(.consent(Self.homework), as: .guardian)
    life.show(["/families", "/family/homework", "/ledger"])
    try life.compare("played-widening")
  }
}
