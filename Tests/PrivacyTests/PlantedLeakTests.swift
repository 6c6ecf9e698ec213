// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import Testing

/// `check --privacy` has to fail on these, and name what leaks and where.
@Suite struct PlantedLeakTests {
  @Test func `the length of a name in the time of the reply is found (c5)`() async throws {
    let report = try await ZooFixture.check("slow-names", plan: .timed)
    #expect(report.verdict == .leak)
    let leak = try #require(report.findings.first { $0.channel == "reply time of shieldConfiguration" })
    #expect(leak.fields.allSatisfy { $0.policyField == "item.displayName" })
    #expect(leak.removedBy == "SF2")
    #expect(leak.bitsPerDay > 12)
  }

  @Test func `a token that was minted for another family is found (c7)`() async throws {
    let token = try await ZooFixture.onThread {
      try ZooFixture.with { fixture in
        let family = try ZooFamily(
          "benign-plain", program: ZooFixture.programs + "/sallyport-leak", in: fixture.directory)
        return try PrivacyCheck(fixture.checked(family.located), plan: .small).neighboursToken()
      }
    }
    let report = try await ZooFixture.check("foreign-token", picture: token, plan: .withNeighbours)
    #expect(report.verdict == .leak)
    let leak = try #require(report.findings.first { $0.channel.contains("minted for another family") })
    #expect(leak.channel.hasPrefix("token written by app"))
    #expect(leak.left.contains("neighbour"))
  }

  @Test func `an order of effects that follows a secret is found (c8)`() async throws {
    let report = try await ZooFixture.check("secret-order", plan: .identitiesOnly)
    #expect(report.verdict == .leak)
    let leak = try #require(report.findings.first { $0.channel.hasSuffix("effects (order)") })
    #expect(leak.channel.contains("from app"))
    #expect(leak.fields.map(\.policyField) == ["item.identity"])
  }

  @Test(arguments: ["benign-names", "benign-keeps"])
  func `a program that leaks nothing passes`(_ name: String) async throws {
    let report = try await ZooFixture.check(name)
    #expect(report.findings.isEmpty, "\(report.text)")
    #expect(report.verdict == .passed)
    #expect(!report.resolution.isEmpty)
  }
}

extension PrivacyCheckPlan {
  /// Two dozen pairs that agree are one chance in eight million.
  static var timed: PrivacyCheckPlan {
    var plan = PrivacyCheckPlan.small
    (plan.familyPairs, plan.sealedPairs, plan.timedPairs) = (1, 1, 24)
    plan.generators = [.names]
    return plan
  }

  /// Enough whole days that each kind of pair comes once.
  static var withNeighbours: PrivacyCheckPlan {
    var plan = PrivacyCheckPlan.small
    (plan.familyPairs, plan.sealedPairs, plan.timedPairs) = (1, 1, 1)
    plan.generators = [.otherFamilies]
    return plan
  }

  static var identitiesOnly: PrivacyCheckPlan {
    var plan = PrivacyCheckPlan.small
    (plan.familyPairs, plan.sealedPairs, plan.timedPairs) = (12, 1, 1)
    plan.generators = [.identities]
    return plan
  }
}
