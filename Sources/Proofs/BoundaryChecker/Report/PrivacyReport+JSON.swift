// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
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
      var result: String
      var notes: [String]
    }
    struct Leak: Encodable {
      var property: String
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

    var family: String
    var version: String
    var policy: Int
    var profile: String
    var tier: String
    var seed: UInt64
    var claim: Double?
    var verdict: String
    var properties: [Property]
    var leaks: [Leak]
    var resolution: [Resolution]
    var notTestable: [String]
    var seconds: Double

    init(_ report: PrivacyReport) {
      (family, version, policy, profile) = (report.family, report.version, report.policy, report.profile)
      tier = report.tier.description
      (seed, verdict, seconds) = (report.seed, report.verdict.rawValue, report.seconds)
      claim = report.claim
      properties = report.lines.map {
        Property(property: $0.property.rawValue, pairs: $0.pairs, result: $0.word, notes: $0.notes)
      }
      leaks = report.findings.map { finding in
        var chance: Double?
        if case .statistical(_, let value) = finding.evidence { chance = value }
        return Leak(
          property: finding.property.rawValue, channel: finding.channel, fields: finding.fields.map(\.description),
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
      notTestable = report.notTestable
    }
  }
}
