// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostCore
internal import PrivacyBoundary
internal import TextEscaping

// MARK: - For the terminal

extension PrivacyReport {
  package var text: String { textLines.map(\.text).joined(separator: "\n") + "\n" }

  /// The lines of the report, each with the verdict whose colour it has.
  package var textLines: [(text: String, verdict: BoundaryVerdict?)] {
    var lines: [(String, BoundaryVerdict?)] = heading.map { ($0, nil) } + [("", nil)]
    for line in self.lines {
      let pairs = line.pairs == 0 ? "" : "\(line.pairs) pairs"
      lines.append(
        (
          "\(line.property.rawValue)  \(line.property.title.padded(26)) \(pairs.padded(14)) \(line.word)",
          line.verdict == .passed ? nil : line.verdict
        ))
      lines += line.notes.map { ("    \($0)", nil) }
    }
    for (number, finding) in findings.enumerated() {
      lines += [("", nil), ("leak \(number + 1)  \(finding.verdict.rawValue)  \(finding.channel)", finding.verdict)]
      lines += finding.details(seed: seed, family: family, replay: replays[finding.key]).map {
        ("  \($0.0.padded(12)) \($0.1)", nil)
      }
    }
    lines += section("smallest effect that would have been seen", power).map { ($0, nil) }
    lines += section("mutual information with the secret", told).map { ($0, nil) }
    lines += section("not testable", notTestable).map { ($0, nil) }
    lines += section("this verdict is about", subjects).map { ($0, nil) }
    lines += [("", nil), (verdictSentence, verdict)]
    // Escape each line: the text contains strings of the family, which must not start a line of their own.
    return lines.map { (TerminalText($0.0).text, $0.1) }
  }

  /// The subject, the date and the machine of the check.
  var heading: [String] {
    let sandbox = grades.map { "\($0.program) \($0.grade)" }.joined(separator: ", ")
    return [
      "\(family) \(version) · policy \(policy) · profile \(profile) · tier \(tier) · seed \(seed)",
      "\(circumstances.day) · Sallyport \(circumstances.version) · \(circumstances.kernel) · \(circumstances.machine)",
    ] + (sandbox.isEmpty ? [] : ["sandbox: \(sandbox)"])
  }

  /// The smallest effects that the check would have seen.
  package var power: [String] {
    lines.compactMap(\.rarest) + resolution.map(\.sentence) + searches.map(\.sentence)
  }

  /// A sentence per channel on the information about the secret in its times and costs.
  var told: [String] {
    resolution.map { one in one.toldSentence(isReported: findings.contains { $0.channel == one.channel }) }
  }

  /// The smallest effect that the check would have seen in each channel, for tables.
  package var smallestEffects: [(channel: String, effect: String)] {
    lines.compactMap { line in line.rarestPair.map { ("\(line.property.rawValue), anything exact", "1 of \($0) pairs") }
    }
      + resolution.map { one in
        let bits = String(format: "%.1f bits per day", one.bitsPerUse * Double(one.usesPerDay))
        return (one.channel, "\(String(format: "%.2f", one.smallest)) \(one.unit), \(bits)")
      }
      + searches.map { ($0.what, $0.rarest) }
  }

  /// The files that the verdict is about.
  var subjects: [String] {
    guard let build else { return [] }
    return build.parts.map { "\($0.name): SHA-256 \($0.sha256)" }
  }

  /// The verdict as one complete sentence.
  package var verdictSentence: String {
    let rate = String(format: "%.0f pairs in %.0f s", Double(pairs), seconds)
    let word = "verdict \(verdict.rawValue)"
    let removed = findings.filter { $0.verdict == .takenAway }
    switch verdict {
    case .passed:
      guard largestUnseen > 0 else { return "\(word): no difference between worlds (\(rate))" }
      if let claim {
        return "\(word): no difference between worlds, and no leak of \(claim.spoken) bits per day or more "
          + "(99.99 %, 80 % power; \(rate))"
      }
      let unseen = String(format: "%.1f", largestUnseen)
      return "\(word): no difference between worlds; a channel below \(unseen) bits per day in time or work "
        + "could have stayed unseen (99.99 %, 80 % power; \(rate))"
    case .open:
      let open = findings.filter { $0.verdict == .open }
      let others = removed.isEmpty ? "" : ", and the host takes away \(removed.count) more"
      return "\(word): \(open.spokenCount) that the family can see\(others) (\(rate))"
    case .takenAway:
      return "\(word): \(removed.spokenCount), which the host removes before the family can see them "
        + "(\(Set(removed.map(\.removedBy)).sorted().joined(separator: "; "))) (\(rate))"
    case .notTestable: return "\(word): \(vacuous.joined(separator: "; ")) (\(rate))"
    }
  }

  /// The verdict for the person's ledger, in plain words.
  package var ledgerVerdict: String {
    let open = findings.count { $0.verdict == .open }
    let outcome =
      switch verdict {
      case .passed: "passed"
      case .open: open == 1 ? "1 leak found" : "\(open) leaks found"
      case .takenAway: "passed, because the host takes away what its programs try to tell"
      case .notTestable: "no verdict"
      }
    return "\(outcome), version \(version)"
  }

  private func section(_ title: String, _ entries: [String]) -> [String] {
    entries.isEmpty ? [] : ["", title] + entries.map { "  \($0)" }
  }
}

extension Finding {
  /// The finding as rows of a name and a value.
  func details(seed: UInt64, family: String, replay: String?) -> [(String, String)] {
    var rows = [("property", property.rawValue)]
    let secret =
      fields.isEmpty ? "none: the same world twice" : fields.map(\.description).joined(separator: ", ")
    rows.append(("secret", secret))
    if !left.isEmpty || !right.isEmpty { rows.append(("seen", right.isEmpty ? left : "\(left) | \(right)")) }
    rows.append(("capacity", String(format: "%.2f bits per use, ≤ %.0f bits per day", bitsPerUse, bitsPerDay)))
    switch evidence {
    case .exact: rows.append(("evidence", "exact"))
    case .statistical(let pairs, let chance):
      rows.append(("evidence", "\(pairs) pairs, chance of error \(String(format: "%.1e", chance))"))
    }
    switch verdict {
    case .takenAway: rows.append(("taken away", "by the host: \(removedBy)"))
    case .open, .passed, .notTestable: rows.append(("taken away", "no: the family can see it"))
    }
    rows.append(("repeat", "sallyport check \(family) --privacy --seed \(seed) --pair \(pair)"))
    if let replay { rows.append(("replay", replay)) }
    return rows
  }
}

extension PrivacyReport.Line {
  /// How rare a leak may be to have been seen in one of these pairs with 95 %; `nil` for too few pairs.
  fileprivate var rarest: String? {
    rarestPair.map {
      "\(property.rawValue): a difference in \($0 > 1 ? "1 of \($0) pairs of worlds or more" : "every pair of worlds") (95 %)"
    }
  }

  fileprivate var rarestPair: Int? {
    // 0.95 = 1 - (1 - 1/k)^n, so k = n / 3 within a few percent.
    property != .unlinkability && pairs >= 3 ? pairs / 3 : nil
  }
}

extension ChannelResolution {
  package var sentence: String {
    let bits = String(format: "%.2f bits per use, %.1f per day", bitsPerUse, bitsPerUse * Double(usesPerDay))
    return "\(channel): an effect of \(String(format: "%.2f", smallest)) \(unit), or of \(bits), from \(pairs) pairs"
  }

  /// The measured information about the secret, the value that chance alone reaches, and why a larger value was not
  /// reported as a leak.
  ///
  /// - Parameter isReported: whether a leak in this channel is reported.
  func toldSentence(isReported: Bool) -> String {
    let told = String(
      format: "%.3f bits per use, %.1f per day", information.bits, information.bits * Double(usesPerDay))
    let sentence = "\(channel): \(told); chance alone reaches \(String(format: "%.3f", information.zero))"
    guard information.bits > 0, !isReported else { return sentence }
    return "\(sentence). Not reported as a leak: \(pairs) pairs show only a difference of "
      + "\(String(format: "%.2f", smallest)) \(unit) or more"
  }
}

extension String {
  /// The text padded with spaces, for columns.
  fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
