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
}
