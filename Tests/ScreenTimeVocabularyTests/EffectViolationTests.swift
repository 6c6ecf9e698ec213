// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeVocabulary
import Testing

@Suite struct EffectViolationTests {
  private static let codes: [EffectViolation.Code] =
    EffectViolation.Limit.allCases.map { .limit($0) } + EffectViolation.Fault.allCases.map { .fault($0) }
    + MonitoringRefusal.allCases.filter { $0 != .unauthorized }.map { .monitoring($0) }
    + AuthorizationRefusal.allCases.map { .authorization($0) }

  @Test func `comes back from its raw form`() {
    for code in Self.codes { #expect(EffectViolation.Code(rawValue: code.rawValue) == code) }
    #expect(Set(Self.codes.map(\.rawValue)).count == Self.codes.count, "two codes are written alike")
  }

  @Test(arguments: ["", "limit.", "limit.moons", "token.unknown.", "Unauthorized"])
  func `keeps a name of a later version`(_ name: String) {
    #expect(EffectViolation.Code(rawValue: name) == .unknown(name))
    #expect(EffectViolation.Code(rawValue: name).rawValue == name)
  }

  /// The two are written alike, so they compare as equal; the host decides by the case.
  @Test func `reads unauthorized alone as a write before approval`() {
    guard case .fault(.unauthorized) = EffectViolation.Code(rawValue: MonitoringRefusal.unauthorized.rawValue) else {
      Issue.record("unauthorized was read as another case")
      return
    }
  }
}
