// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// The errors of refused effects and savepoints, of which nothing is applied.
@Suite struct EffectRefusalTests {
  private static let homework = FamilyID("homework")

  private func setting(_ key: SettingKey, in store: String) -> Effect {
    .setSetting(store: store, key: key, value: .bool(true))
  }

  @Test func `the error for a violation has its place, its numbers and the code of its kind`() {
    let codes: [(EffectViolation.Code, ErrorCode, isReason: Bool, isLimit: Bool)] = [
      (.fault(.tokenUnknown), .unknownToken, false, false), (.fault(.unauthorized), .unauthorized, false, false),
      (.fault(.nameInvalid), .schema, false, false), (.unknown("odd.code"), .schema, false, false),
      (.authorization(.restricted), .authorization, true, false),
      (.monitoring(.intervalTooShort), .monitoring, true, false), (.limit(.pending), .limit, false, true),
    ]
    for (code, expected, isReason, isLimit) in codes {
      let name = code.rawValue
      let violation = EffectViolation(code, rule: "X1", subject: "s", limit: 5, actual: 6, effectIndex: 3)
      #expect(
        ErrorObject(violation, pointer: "/p")
          == ErrorObject(
            expected, "Effect 3 on s is refused: \(name) (limit 5, got 6).", pointer: "/p/3",
            reason: isReason ? name : nil, limit: isLimit ? name : nil, maximum: 5, violation: name, subject: "s",
            actual: 6), "\(name)")
    }
    let placeless = EffectViolation(.fault(.nameInvalid), rule: "X1", subject: "s", detail: "is odd")
    #expect(
      ErrorObject(placeless, pointer: "/p")
        == ErrorObject(
          .schema, "s is odd (name.invalid).", pointer: "/p/0", violation: "name.invalid", subject: "s"))
  }

  @Test func `a rule's refusal points at its effect among all that were sent, and none of them apply`() throws {
    let bench = try NotificationBench(requests: ["authorization", "badge", "notifications", "settings"])
    let opening = try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    let setting: WireValue = ["key": "siri.denySiri", "kind": "setSetting", "store": "s", "value": true]
    let error = try bench.answer(
      opening,
      [NotificationBench.badge(3), NotificationBench.notification("n", NotificationBench.after(60)), setting]
    ).error
    #expect(error?.code == .unauthorized && error?.pointer == "/effects/2" && error?.violation == "unauthorized")
    #expect(error?.reason == nil && error?.limit == nil && error?.maximum == nil)
    #expect(bench.own().isEmpty && bench.own().badge == 0)
    // An effect that was not granted counts as a blocked attempt; an effect of a family that is not approved does not.
    #expect(try bench.ledger(.blockedAttempt) == 0)
    let again = try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    #expect(try bench.answer(again, [["kind": "refreshShields"]]).error?.code == .denied)
    #expect(try bench.ledger(.blockedAttempt) == 1 && bench.ledger(.blockedAttempt, "worklog") == 0)
  }

  // MARK: Savepoints

  /// Sends a savepoint.
  ///
  /// - Returns: the result, or the refusal.
  private func commit(
    _ life: PlayedLife, _ call: CallID, _ number: Int, base: Int64? = nil, _ effects: Effect...
  ) throws -> (CommitResult?, ErrorObject?) {
    let commands = try life.ask(call, number, .commit(CommitParams(base: base, effects: effects)))
    for case .answer(let id, let answer) in commands {
      #expect(id == QuestionID(call, number))
      switch answer {
      case .result(let value): return (try CommitResult(wire: value, at: "", from: .host), nil)
      case .refusal(let error): return (nil, error)
      }
    }
    return (nil, nil)
  }

  @Test func `a savepoint is taken on the state that the last one left, and refused on an older one`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    func revision() -> Int64? { life.facts.state.families[Self.homework]?.revision }
    let call = try life.open("homework")
    let start = try #require(revision())
    let first = try #require(try commit(life, call, 1, base: start, setting(.denyAppRemoval, in: "a")).0)
    #expect(first.revision > start && first.snapshot.stores.map(\.name).sorted() == ["a", "limits"])
    let stale = try commit(life, call, 2, base: start, setting(.denyAppRemoval, in: "b"))
    #expect(
      stale.1
        == ErrorObject(.conflict, "The state has changed since revision \(start).", pointer: "/base"))
    let second = try #require(
      try commit(life, call, 3, base: first.revision, setting(.denyAppRemoval, in: "c")).0)
    #expect(second.revision > first.revision && second.snapshot.stores.map(\.name).sorted() == ["a", "c", "limits"])
    // Without a base it is taken on whatever there is.
    #expect(try commit(life, call, 4, setting(.denySiri, in: "d")).0?.snapshot.stores.count == 4)
    #expect(revision() == start && life.facts.state.families[Self.homework]?.stores.keys.sorted() == ["limits"])
    try life.end(call, .replied(["effects": []]))
    #expect(life.facts.state.families[Self.homework]?.stores.keys.sorted() == ["a", "c", "d", "limits"])
    let entries = try life.facts.store.read { try $0.ledger(family: "homework") }.filter { $0.kind == "rulesApplied" }
    #expect(entries.last?.entry?.contains("\"count\":\"3\"") == true)
  }

  @Test func `a savepoint's answer has the badge that it sets, and the device has it after the reply`() throws {
    let life = try PlayedLife(requests: ["badge"])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    func badge() -> Int64 { life.facts.notifications(of: Self.homework).badge }
    let call = try life.open("homework")
    #expect(try commit(life, call, 1, .setBadgeCount(5)).0?.snapshot.badge == 5)
    #expect(badge() == 0)
    let none = try #require(try commit(life, call, 2, .setBadgeCount(0)).0)
    #expect(none.snapshot.badge == nil)
    #expect(try commit(life, call, 3, .setBadgeCount(7)).0?.snapshot.badge == 7)
    try life.end(call, .replied(["effects": []]))
    #expect(badge() == 7)
  }

  // MARK: The picker

  @Test func `an app that is not approved or was not granted the picker is refused, and no one is asked`() throws {
    func refusal(_ commands: [DeviceCommand]) -> ErrorObject? {
      #expect(!commands.contains { if case .prompt(_, _) = $0 { true } else { false } })
      for case .answer(_, .refusal(let error)) in commands { return error }
      return nil
    }
    let life = try PlayedLife()
    let call = try life.open("homework")
    let pick = ExtensionRequest.pick(PickParams(includeEntireCategory: false))
    #expect(
      try refusal(life.ask(call, 1, pick))
        == ErrorObject(.unauthorized, "The person has not approved homework."))
    let bench = try NotificationBench(requests: ["authorization"])
    try bench.approve()
    for case .perform(let call, _, _) in try bench.take(.person(PersonAct(.opens(Self.homework, stays: false)))) {
      let commands = try bench.take(.asked(QuestionID(call, 1), .request(pick)))
      #expect(refusal(commands) == ErrorObject(.denied, "homework.app was not granted “picker”."))
    }
    #expect(bench.sent.last?.callback == "activate")
  }
}
