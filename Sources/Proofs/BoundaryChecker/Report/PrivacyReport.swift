// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FamilyManifests
internal import Foundation
package import HostCore
package import PrivacyBoundary

/// The findings of a check, as a report that can be passed on.
package struct PrivacyReport: Sendable {
  package struct Line: Sendable {
    package var property: Finding.Property
    package var pairs: Int
    package var verdict: BoundaryVerdict
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
  /// How rare a trigger may be to be found, for each search.
  package private(set) var searches: [SearchPower] = []
  /// The reasons why there is no verdict on a part of the family.
  package private(set) var vacuous: [String] = []
  /// The points that gave no answer.
  package private(set) var silences: [Silence] = []
  package private(set) var pairs = 0
  package private(set) var seconds = 0.0
  package let circumstances: CheckCircumstances
  /// The sandbox that each program really had, by its id.
  package var grades: [(program: String, grade: String)] = []
  /// The files that the verdict is about; `nil` if the check's caller names none.
  package var build: FamilyBuild?
  /// The path of each leak file, by the finding's key.
  package var replays: [String: String] = [:]

  init(family: CheckedFamily, plan: PrivacyCheckPlan) {
    circumstances = .now()
    self.family = family.name
    version = family.located.manifest.version
    profile = plan.profile.rawValue
    policy = (try? FlowPolicy.builtIn().version) ?? 0
    seed = plan.seed
    claim = plan.claim
    tier = IsolationTier(acceptedMissing: [])
  }

  mutating func add(_ section: SectionResult) {
    let verdict = Self.verdict(on: section.findings, isJudged: section.reasons.isEmpty)
    let word =
      switch verdict {
      case .passed: "no difference"
      case .open, .takenAway: "\(verdict.rawValue): \(section.findings.spokenCount)"
      case .notTestable: "\(verdict.rawValue): \(section.reasons.joined(separator: "; "))"
      }
    lines.append(
      Line(property: section.property, pairs: section.pairs, verdict: verdict, word: word, notes: section.notes))
    findings += section.findings
    notTestable += section.notTestable
    resolution += section.resolution
    vacuous += section.reasons
    silences += section.silences
    searches += section.power
    pairs += section.pairs
  }

  mutating func finish(after duration: Duration, interruption: String?) {
    if let interruption { vacuous.append(interruption) }
    seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    if let claim, largestUnseen >= claim {
      vacuous.append(
        "\(String(format: "%.1f", largestUnseen)) bits per day could have stayed unseen; the claim is \(claim.spoken)")
    }
    findings = findings.uniqued().sorted { $0.bitsPerDay > $1.bitsPerDay }
    lines.append(
      Line(
        property: .notVacuous, pairs: 0, verdict: vacuous.isEmpty ? .passed : .notTestable,
        word: vacuous.isEmpty ? "yes" : BoundaryVerdict.notTestable.rawValue, notes: vacuous))
    lines.sort { $0.property.rawValue < $1.property.rawValue }
  }

  package var verdict: BoundaryVerdict { Self.verdict(on: findings, isJudged: vacuous.isEmpty) }

  /// An open leak decides the verdict. Removing a leak in one part proves nothing about another that gave no answer.
  private static func verdict(on findings: [Finding], isJudged: Bool) -> BoundaryVerdict {
    if findings.contains(where: { $0.verdict == .open }) { return .open }
    if !isJudged { return .notTestable }
    return findings.isEmpty ? .passed : .takenAway
  }

  /// The largest leak that could have stayed unseen, in bits per day.
  package var largestUnseen: Double { resolution.map { $0.bitsPerUse * Double($0.usesPerDay) }.max() ?? 0 }
}

extension Finding.Property {
  package var title: String {
    switch self {
    case .host: "the host's requests"
    case .confinement: "sealed programs"
    case .familyTrace: "whole days of the family"
    case .notVacuous: "programs answered"
    case .unlinkability: "tokens of two families"
    }
  }
}

extension [Finding] {
  /// The number of channels, such as `1 channel`.
  var spokenCount: String { count == 1 ? "1 channel" : "\(count) channels" }
}

extension Double {
  /// The number without a fraction if it is whole.
  var spoken: String { self == rounded() ? String(format: "%.0f", self) : String(self) }
}
