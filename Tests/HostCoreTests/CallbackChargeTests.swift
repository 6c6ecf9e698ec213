// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// The charges to a family's daily budget of callbacks, and the refusal of an effect that exceeds it (PRIV-MT1).
@Suite struct CallbackChargeTests {
  private static let homework = FamilyID("homework")
  private static let setting: WireValue = [
    "key": "siri.denySiri", "kind": "setSetting", "store": "s", "value": true,
  ]

  /// The host's configuration at its next start.
  private final class Terms {
    var profile: PrivacyProfile
    var authorization = AuthorizationPolicy()

    init(_ profile: PrivacyProfile) { self.profile = profile }
  }

  private func host(_ terms: Terms) throws -> NotificationBench {
    try NotificationBench(requests: ["authorization", "monitoring", "settings"]) {
      ($0.profile, $0.authorization) = (terms.profile, terms.authorization)
    }
  }

  /// Monitors an activity with this many thresholds, which costs two callbacks more.
  private func monitoring(_ thresholds: Int, of activity: String) -> WireValue {
    let events = (0..<thresholds).map { number -> WireValue in
      [
        "name": .string("e\(number)"), "threshold": ["minute": .integer(Int64(number) * 15 + 15)],
        "applications": [], "categories": [], "webDomains": [], "includesPastActivity": false,
      ]
    }
    return [
      "kind": "startMonitoring", "activity": .string(activity), "events": .array(events),
      "schedule": ["start": ["hour": 0, "minute": 0], "end": ["hour": 23, "minute": 59], "repeats": true],
    ]
  }

  private func budget(_ bench: NotificationBench) throws -> CallbackBudget? {
    try bench.driver.facts.store.read { try $0.value(CallbackBudget.self, HostMeta.budget(Self.homework)) }
  }

  /// Opens the app, which answers with effects, and ends whatever its monitor is called for.
  private func reply(_ bench: NotificationBench, _ effects: [WireValue]) throws -> ErrorObject? {
    let opening = try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    let error = try bench.answer(opening, effects).error
    while let one = bench.sent.first(where: { $0.program == "homework.monitor" }) {
      try bench.end(one.callback, .replied(["effects": []]))
    }
    return error
  }

  @Test func `effects that register nothing are not charged`() throws {
    let bench = try host(Terms(.tight))
    try bench.approve()
    #expect(try reply(bench, [Self.setting]) == nil)
    #expect(try budget(bench) == nil)
    #expect(try reply(bench, [monitoring(1, of: "a")]) == nil)
    #expect(try budget(bench) != nil)
  }

  @Test func `the refusal for too many callbacks points at the last registration among the effects`() throws {
    let bench = try host(Terms(.tight))
    try bench.approve()
    let most = try #require(PrivacyProfile.tight.callbacksPerDay)
    for (before, after) in [(0, 0), (1, 0), (0, 2), (2, 1)] {
      let settings = { Array(repeating: Self.setting, count: $0) }
      let error = try reply(bench, settings(before) + [monitoring(most - 1, of: "a")] + settings(after))
      #expect(error?.violation == "limit.meteringBudget" && error?.pointer == "/effects/\(before)")
      #expect(error?.maximum == Int64(most) && error?.actual == Int64(most + 1))
    }
    let two = try reply(bench, [monitoring(2, of: "a"), Self.setting, monitoring(most, of: "b"), Self.setting])
    #expect(two?.pointer == "/effects/2")
    #expect(bench.driver.facts.state.families[Self.homework]?.activities.isEmpty == true)
    #expect(try budget(bench) == nil)
  }

  @Test func `a family over its budget may stop an activity, and register none`() throws {
    let terms = Terms(.open)
    let first = try host(terms)
    try first.approve()
    #expect(try reply(first, [monitoring(30, of: "a"), monitoring(1, of: "b")]) == nil)
    terms.profile = .tight
    try first.pass(seconds: 86_400 + 3_600)
    while let one = first.sent.first { try first.end(one.callback, .replied(["effects": []])) }
    let bench = try first.killed()
    #expect(bench.driver.facts.profile == .tight)
    #expect(try reply(bench, [monitoring(1, of: "c")])?.violation == "limit.meteringBudget")
    #expect(try reply(bench, [["kind": "stopMonitoring", "activities": ["a"]]]) == nil)
    #expect(bench.driver.facts.state.families[Self.homework]?.activities.keys.sorted() == ["b"])
  }

  @Test func `the local day begins with its midnight`() throws {
    let calendar = try HostCalendar(timeZone: "UTC")
    let midnight = NotificationBench.start
    for offset in [0, 1, 86_399_999] as [Int64] {
      let (day, contains) = calendar.today(at: midnight.advanced(by: offset))
      #expect(day == "2026-10-19")
      #expect(contains(midnight) && !contains(midnight.advanced(by: -1)) && contains(midnight.advanced(by: 1)))
    }
  }

  @Test func `without a guardian to ask, an app can't end what one has approved`() throws {
    let terms = Terms(.open)
    terms.authorization = AuthorizationPolicy(person: .child)
    let first = try host(terms)
    let opening = try first.take(.person(PersonAct(.opens(Self.homework, stays: false))))
    let call = try #require(first.sent.last).call
    let question = ExtensionRequest.authorize(AuthorizeParams(member: .child))
    for case .prompt(let id, _) in try first.take(.asked(QuestionID(call, 1), .request(question))) {
      try first.take(.person(PersonAct(.answers(id, .said(.approved), by: .guardian))))
    }
    try first.answer(opening)
    try #require(first.driver.facts.state.families[Self.homework]?.isApproved == true)
    for hasGuardian in [true, false] {
      terms.authorization.authenticators = hasGuardian ? [.owner, .guardian] : [.owner]
      let bench = try first.killed()
      try bench.take(.person(PersonAct(.opens(Self.homework, stays: false))))
      let sent = try #require(bench.sent.last).call
      let commands = try bench.take(.ended(sent, .replied(["effects": [["kind": "revokeAuthorization"]]])))
      let isAsked = commands.contains { if case .prompt(_, _) = $0 { true } else { false } }
      let isRefused = commands.contains { if case .conclude(sent, .denied(_)) = $0 { true } else { false } }
      #expect(isAsked == hasGuardian && isRefused == !hasGuardian)
      #expect(bench.driver.facts.state.families[Self.homework]?.isApproved == true)
    }
  }
}
