// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Three leaks that `check --privacy` must find in an unknown family, with the finding that it must report.
package enum PlantedLeak: String, CaseIterable, Sendable {
  case slowNames = "slow-names"
  case foreignToken = "foreign-token"
  case secretOrder = "secret-order"

  package var what: String {
    switch self {
    case .slowNames: "the length of a name in the time of the reply"
    case .foreignToken: "a token that was minted for another family"
    case .secretOrder: "an order of effects that follows a secret"
    }
  }

  /// The smallest plan that finds it: 24 pairs that agree have a probability of one in eight million; one day for each
  /// kind of pair.
  package var plan: PrivacyCheckPlan {
    var plan = PrivacyCheckPlan(isQuick: true, seed: 7, pairs: nil, width: 2)
    (plan.hostPairs, plan.sealedPairs, plan.sweptNames) = (2, 1, 0)
    switch self {
    case .slowNames: (plan.familyPairs, plan.timedPairs, plan.generators) = (1, 24, [.names])
    case .foreignToken: (plan.familyPairs, plan.timedPairs, plan.generators) = (1, 1, [.otherFamilies])
    case .secretOrder: (plan.familyPairs, plan.timedPairs, plan.generators) = (12, 1, [.identities])
    }
    return plan
  }

  /// The finding in the report that names the leak and its place, if any.
  package func finding(in report: PrivacyReport) -> Finding? {
    report.findings.first { finding in
      switch self {
      case .slowNames:
        finding.channel == "reply time of shieldConfiguration"
          && finding.fields.allSatisfy { $0.policyField == "item.displayName" }
      case .foreignToken:
        finding.channel.hasPrefix("token written by app") && finding.channel.contains("minted for another family")
          && finding.left.contains(CheckedFamily.neighbour)
      case .secretOrder:
        finding.channel.hasSuffix("effects (order)") && finding.channel.contains("from app")
          && finding.fields.map(\.policyField) == ["item.identity"]
      }
    }
  }
}

extension PlantedLeakTrials {
  /// Checks a family with this leak, as `sallyport check --privacy` would.
  package func report(on leak: PlantedLeak) throws -> PrivacyReport {
    var picture = ""
    if leak == .foreignToken {
      let other = try PrivacyCheck(try checked("benign-plain", picture: ""), plan: leak.plan)
      picture = try other.neighboursToken()
    }
    return try PrivacyCheck(try checked(leak.rawValue, picture: picture), plan: leak.plan).run()
  }

  /// Runs the two worlds of a leak again, on any planted-leak program.
  package func replay(_ leak: LeakFile, with plan: PrivacyCheckPlan, on program: String) throws -> PrivacyReport {
    var plan = plan
    plan.replay = leak
    return try PrivacyCheck(try checked(program, picture: ""), plan: plan).run()
  }
}
