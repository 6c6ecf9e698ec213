// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

/// The part of a check that a row of the table of leaks needs: `P2 G15,G1 28 460: exit status of report` runs P2 with 28
/// pairs of the two kinds and 460 names, and expects that channel. Without one, it expects no finding.
package struct PlantedLeakSearch: Sendable {
  package var property: Finding.Property
  package var generators: [Generator]
  package var pairs: Int
  package var names: Int
  package var expected: Expectation

  package enum Expectation: Hashable, Sendable {
    case nothing
    /// A finding whose channel begins with this text.
    case channel(String)
    /// A remark of the report that contains this text, and no finding.
    case remark(String)
  }

  /// - Throws: `PlantedLeakFault` if the note does not have this form.
  package init(_ row: PlantedLeakCase) throws {
    let halves = row.note.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    let words = (halves.first ?? "").split(separator: " ").map(String.init)
    guard words.count == 4, let property = Finding.Property(rawValue: words[0]), let pairs = Int(words[2]),
      let names = Int(words[3]), pairs >= 0, names >= 0
    else { throw PlantedLeakFault(description: "\(row.id): “\(row.note)” does not say what to search.") }
    let generators = words[1].split(separator: ",").compactMap { Generator(rawValue: String($0)) }
    guard generators.count == words[1].split(separator: ",").count else {
      throw PlantedLeakFault(description: "\(row.id): “\(words[1])” does not name kinds of pairs.")
    }
    (self.property, self.generators, self.pairs, self.names) = (property, generators, pairs, names)
    let text = halves.count > 1 ? halves[1] : ""
    expected =
      if text.isEmpty { .nothing } else if text.hasPrefix("remark ") {
        .remark(String(text.dropFirst("remark ".count)))
      } else { .channel(text) }
  }

  package var plan: PrivacyCheckPlan {
    var plan = PrivacyCheckPlan(isQuick: true, seed: 11, pairs: nil, width: 1)
    plan.generators = generators
    (plan.hostPairs, plan.familyPairs, plan.sealedPairs) = (pairs, pairs, pairs)
    // No statistics: these rows are about triggers, not about small effects.
    (plan.timedPairs, plan.sweptNames) = (1, names)
    if case .channel(let text) = expected {
      plan.sweptPoints = plan.sweptPoints.filter { text.hasSuffix(" of \($0.rawValue)") }
    }
    return plan
  }
}

extension PlantedLeakTrials {
  /// Buttons that a family declares, so that its shields can't arrange them.
  private static let declaredButtons = "{\"primary\":\"Close\",\"secondary\":\"Later\"}"

  func search(_ row: PlantedLeakCase) throws -> PlantedLeakOutcome {
    let search = try PlantedLeakSearch(row)
    let family = try checked(row.id, picture: "", buttons: Self.declaredButtons)
    defer { try? FileManager.default.removeItem(atPath: family.programs) }
    let check = try PrivacyCheck(family, plan: search.plan)
    let result =
      switch search.property {
      case .host: try HostSection(check).run()
      case .familyTrace: try FamilySection(check).run()
      case .confinement, .notVacuous, .unlinkability: try SealedSection(check).run()
      }
    // A program that answers in one world only is a finding, and a silence as well.
    if case .channel(let text) = search.expected,
      let finding = result.findings.first(where: { $0.channel.hasPrefix(text) })
    {
      let secret = finding.fields.map(\.description).joined(separator: ", ")
      let when = finding.worlds?.calendar.description ?? ""
      let place = [secret, when].filter { !$0.isEmpty }.joined(separator: "; ")
      return PlantedLeakOutcome(row: row, seen: .flagged, evidence: "\(finding.channel): \(place) (\(finding.pair))")
    }
    if let reason = result.reasons.first { return PlantedLeakOutcome(row: row, seen: .untried, evidence: reason) }
    switch search.expected {
    case .channel: break
    case .remark(let text):
      guard result.findings.isEmpty else { break }
      guard let remark = result.notes.first(where: { $0.contains(text) }) else {
        return PlantedLeakOutcome(row: row, seen: .untried, evidence: "the report does not name it")
      }
      return PlantedLeakOutcome(row: row, seen: .equal, evidence: remark)
    case .nothing: break
    }
    if let finding = result.findings.first {
      return PlantedLeakOutcome(
        row: row, seen: .leaked, evidence: "\(finding.channel): \(finding.left) | \(finding.right)")
    }
    return PlantedLeakOutcome(row: row, seen: .equal, evidence: "no difference in \(result.pairs) pairs")
  }

  /// A check of a family without leaks: what it would have seen with this budget.
  package func resolution(isQuick: Bool, width: Int) throws -> PrivacyReport {
    let family = try checked("benign-names", picture: "", buttons: nil)
    defer { try? FileManager.default.removeItem(atPath: family.programs) }
    return try PrivacyCheck(family, plan: PrivacyCheckPlan(isQuick: isQuick, seed: 1, pairs: nil, width: width)).run()
  }
}
