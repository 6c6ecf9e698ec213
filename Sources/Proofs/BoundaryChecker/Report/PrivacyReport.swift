// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FamilyManifests
internal import Foundation
package import PrivacyBoundary

/// What a check found, as an auditor hands it on.
package struct PrivacyReport: Sendable {
  package enum Verdict: String, Sendable {
    /// Nothing at the claimed resolution.
    case passed = "PASSED"
    case leak = "LEAK"
    /// A protection is missing, nothing happened, or too little was tried to say so.
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
  /// The check accepts no missing protection: where one is missing, sealed programs don't start and nothing is judged.
  package let tier: IsolationTier
  package let seed: UInt64
  /// Bits a day of which nothing may have stayed unseen.
  package let claim: Double?
  package private(set) var lines: [Line] = []
  package private(set) var findings: [Finding] = []
  package private(set) var notTestable: [String] = []
  package private(set) var resolution: [ChannelResolution] = []
  package private(set) var vacuous: [String] = []
  package private(set) var pairs = 0
  package private(set) var seconds = 0.0
  /// Where each leak was written, by the finding's key.
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
        "\(String(format: "%.1f", largestUnseen)) bits a day could have stayed unseen, not less than \(claim.spoken)")
    }
    findings = findings.uniqued().sorted { $0.bitsPerDay > $1.bitsPerDay }
    let word = vacuous.isEmpty ? "not vacuous" : "VACUOUS"
    lines.append(Line(property: .notVacuous, pairs: 0, word: word, notes: vacuous))
    lines.sort { $0.property.rawValue < $1.property.rawValue }
  }

  package var verdict: Verdict { !findings.isEmpty ? .leak : vacuous.isEmpty ? .passed : .unjudged }

  /// The largest flow that could have stayed unseen, in bits a day.
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
  /// Without a fraction that says nothing.
  var spoken: String { self == rounded() ? String(format: "%.0f", self) : String(self) }
}
