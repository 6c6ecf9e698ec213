// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FamilyManifests
internal import Foundation
package import PrivacyBoundary

/// The findings of a check, as a report that can be passed on.
package struct PrivacyReport: Sendable {
  package enum Verdict: String, Sendable {
    /// No leak at the claimed resolution.
    case passed = "PASSED"
    case leak = "LEAK"
    /// A protection is missing, a section was vacuous, or too little was tried for a verdict.
    case unjudged = "CAN'T JUDGE"
  }

  package struct Line: Sendable {
    package var property: Finding.Property
    package var pairs: Int
    package var word: String
    package var notes: [String]
  }

  package let family: String
  package let version: String
  package let profile: String
  package let policy: Int
  /// The check accepts no missing protection: if one is missing, sealed programs don't start and there is no verdict.
  package let tier: IsolationTier
  package let seed: UInt64
  /// The smallest leak that must have been detectable, in bits per day.
  package let claim: Double?
  package private(set) var lines: [Line] = []
  package private(set) var findings: [Finding] = []
  package private(set) var notTestable: [String] = []
  package private(set) var resolution: [ChannelResolution] = []
  package private(set) var vacuous: [String] = []
  package private(set) var pairs = 0
  package private(set) var seconds = 0.0
  /// The path of each leak file, by the finding's key.
  package var replays: [String: String] = [:]

  init(family: CheckedFamily, plan: PrivacyCheckPlan) {
    self.family = family.name
    version = family.located.manifest.version
    profile = plan.profile.rawValue
    policy = (try? FlowPolicy.builtIn().version) ?? 0
    seed = plan.seed
    claim = plan.claim
    tier = IsolationTier(acceptedMissing: [])
  }

  mutating func add(_ section: SectionResult) {
    let word = section.vacuous.map { "vacuous: \($0)" } ?? (section.findings.isEmpty ? "equal" : "LEAKS")
    lines.append(Line(property: section.property, pairs: section.pairs, word: word, notes: section.notes))
    findings += section.findings
    notTestable += section.notTestable
    resolution += section.resolution
    if let vacuous = section.vacuous { self.vacuous.append(vacuous) }
    pairs += section.pairs
  }

  mutating func finish(after duration: Duration) {
    seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    if let claim, largestUnseen >= claim {
      vacuous.append(
        "\(String(format: "%.1f", largestUnseen)) bits per day could have stayed unseen; the claim is \(claim.spoken)")
    }
    findings = findings.uniqued().sorted { $0.bitsPerDay > $1.bitsPerDay }
    let word = vacuous.isEmpty ? "not vacuous" : "VACUOUS"
    lines.append(Line(property: .notVacuous, pairs: 0, word: word, notes: vacuous))
    lines.sort { $0.property.rawValue < $1.property.rawValue }
  }

  package var verdict: Verdict { !findings.isEmpty ? .leak : vacuous.isEmpty ? .passed : .unjudged }

  /// The largest leak that could have stayed unseen, in bits per day.
  package var largestUnseen: Double { resolution.map { $0.bitsPerUse * Double($0.usesPerDay) }.max() ?? 0 }

  package var pairsPerSecond: Double { seconds > 0 ? Double(pairs) / seconds : 0 }
}

extension Finding.Property {
  package var title: String {
    switch self {
    case .host: "the host's requests"
    case .confinement: "sealed programs"
    case .familyTrace: "whole days of the family"
    case .notVacuous: "something happened"
    case .unlinkability: "tokens of two families"
    }
  }
}

extension Double {
  /// The number without a fraction if it is whole.
  var spoken: String { self == rounded() ? String(format: "%.0f", self) : String(self) }
}
