// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeVocabulary
import Testing

@Suite struct EffectViolationTests {
  private static let codes: [EffectViolation.Code] =
    EffectViolation.Limit.allCases.map { .limit($0) } + EffectViolation.Fault.allCases.map { .fault($0) }
    + MonitoringRefusal.allCases.filter { $0 != .unauthorized }.map { .monitoring($0) }
    + AuthorizationRefusal.allCases.map { .authorization($0) }

  @Test func `a code survives a round trip through its raw form`() {
    for code in Self.codes { #expect(EffectViolation.Code(rawValue: code.rawValue) == code) }
    #expect(Set(Self.codes.map(\.rawValue)).count == Self.codes.count, "two codes have one raw value")
  }

  @Test(arguments: ["", "limit.", "limit.moons", "token.unknown.", "Unauthorized"])
  func `keeps a name of a later version`(_ name: String) {
    #expect(EffectViolation.Code(rawValue: name) == .unknown(name))
    #expect(EffectViolation.Code(rawValue: name).rawValue == name)
  }

  /// The two have one raw value, so they compare as equal; the host distinguishes them by case.
  @Test func `reads unauthorized as a write before approval`() {
    guard case .fault(.unauthorized) = EffectViolation.Code(rawValue: MonitoringRefusal.unauthorized.rawValue) else {
      Issue.record("unauthorized was read as another case")
      return
    }
  }

  @Test func `the host's description has the place, the code and the numbers that are known`() {
    func violation(_ limit: Int64?, _ actual: Int64?) -> String {
      EffectViolation(.events, rule: "§4", subject: "a", limit: limit, actual: actual, effectIndex: 3).description
    }
    #expect(violation(20, 21) == "Effect 3 on a is refused: limit.events (limit 20, got 21).")
    #expect(violation(20, nil) == "Effect 3 on a is refused: limit.events (limit 20).")
    #expect(violation(nil, nil) == "Effect 3 on a is refused: limit.events.")
    #expect(EffectViolation(.events, rule: "§4", subject: "a", effectIndex: 0).effectIndex == 0)
    let own = EffectViolation(.events, rule: "§4", subject: "a", limit: 20, actual: 21, detail: "has 21 events")
    #expect(own.description == "a has 21 events (limit.events).")
    #expect(own.limit == 20)
    #expect(own.actual == 21)
    #expect(own.effectIndex == nil)
  }
}
