// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostCore
internal import PrivacyBoundary

// MARK: - For machines

extension PrivacyReport {
  /// The report as one JSON object with sorted names; its format is stable, like every `--format json`.
  package var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(Content(self)), as: UTF8.self) + "\n"
    }
  }

  private struct Content: Encodable {
    struct Property: Encodable {
      var property: String
      var pairs: Int
      var verdict: String
      var result: String
      var notes: [String]
    }
    struct Leak: Encodable {
      var property: String
      var verdict: String
      var channel: String
      var fields: [String]
      var pair: String
      var left: String
      var right: String
      var bitsPerUse: Double
      var bitsPerDay: Double
      var chance: Double?
      var removedBy: String?
      var replay: String?
    }
    struct Resolution: Encodable {
      var channel: String
      var pairs: Int
      var smallest: Double?
      var unit: String
      var bitsPerDay: Double
      /// Mutual information with the secret; `toldByChance` is the value that chance alone reaches.
      var toldBitsPerUse: Double
      var toldBitsPerDay: Double
      var toldByChance: Double
    }

    struct Power: Encodable {
      var what: String
      var tried: Int
      var all: Int?
      var smallestShare: Double
    }

    var family: String
    var version: String
    var policy: Int
    var profile: String
    var tier: String
    var seed: UInt64
    var claim: Double?
    var verdict: String
    /// The reasons why something is not testable.
    var reasons: [String]
    var date: String
    var sallyport: String
    var kernel: String
    var machine: String
    /// The grade of each program's sandbox, by its id.
    var sandbox: [String: String]
    /// SHA-256 of the manifest and of each program, by its id.
    var files: [String: String]
    /// One digest for all files, which the ledger's entry carries.
    var build: String?
    var properties: [Property]
    var leaks: [Leak]
    var resolution: [Resolution]
    var power: [Power]
    var notTestable: [String]
    var seconds: Double

    init(_ report: PrivacyReport) {
      (family, version, policy, profile) = (report.family, report.version, report.policy, report.profile)
      tier = report.tier.description
      (seed, verdict, seconds) = (report.seed, report.verdict.rawValue, report.seconds)
      claim = report.claim
      reasons = report.vacuous
      date = report.circumstances.day
      (sallyport, kernel) = (report.circumstances.version, report.circumstances.kernel)
      machine = report.circumstances.machine
      sandbox = Dictionary(report.grades.map { ($0.program, $0.grade) }) { first, _ in first }
      files = Dictionary((report.build?.parts ?? []).map { ($0.name, $0.sha256) }) { first, _ in first }
      build = report.build?.fingerprint
      properties = report.lines.map {
        Property(
          property: $0.property.rawValue, pairs: $0.pairs, verdict: $0.verdict.rawValue, result: $0.word,
          notes: $0.notes)
      }
      leaks = report.findings.map { finding in
        var chance: Double?
        if case .statistical(_, let value) = finding.evidence { chance = value }
        return Leak(
          property: finding.property.rawValue, verdict: finding.verdict.rawValue, channel: finding.channel,
          fields: finding.fields.map(\.description),
          pair: finding.pair, left: finding.left, right: finding.right, bitsPerUse: finding.bitsPerUse,
          bitsPerDay: finding.bitsPerDay, chance: chance,
          removedBy: finding.removedBy.isEmpty ? nil : finding.removedBy,
          replay: report.replays[finding.key])
      }
      resolution = report.resolution.map {
        Resolution(
          channel: $0.channel, pairs: $0.pairs, smallest: $0.smallest.isFinite ? $0.smallest : nil, unit: $0.unit,
          bitsPerDay: $0.bitsPerUse * Double($0.usesPerDay), toldBitsPerUse: $0.information.bits,
          toldBitsPerDay: $0.information.bits * Double($0.usesPerDay), toldByChance: $0.information.zero)
      }
      power = report.searches.map {
        Power(what: $0.what, tried: $0.tried, all: $0.all, smallestShare: $0.smallestShare)
      }
      notTestable = report.notTestable
    }
  }
}
