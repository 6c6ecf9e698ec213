// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import PrivacyBoundary
internal import TextEscaping

// MARK: - For the terminal

extension PrivacyReport {
  package var text: String {
    var lines = [
      "\(family) \(version) · policy \(policy) · profile \(profile) · tier \(tier) · seed \(seed)", "",
    ]
    for line in self.lines {
      let pairs = line.pairs == 0 ? "" : "\(line.pairs) pairs"
      lines.append(
        "\(line.property.rawValue)  \(line.property.title.padded(26)) \(pairs.padded(14)) \(line.word)")
      lines += line.notes.map { "    \($0)" }
    }
    for (number, finding) in findings.enumerated() {
      lines += ["", "leak \(number + 1)  \(finding.channel)"]
      lines += finding.details(seed: seed, family: family, replay: replays[finding.key]).map {
        "  \($0.0.padded(12)) \($0.1)"
      }
    }
    lines += section("smallest effect that would have been seen", resolution.map(\.sentence))
    lines += section("mutual information with the secret", resolution.map(\.toldSentence))
    lines += section("not testable", notTestable)
    lines += ["", verdictSentence]
    // Escape each line: the text contains strings of the family, which must not start a line of their own.
    return lines.map { TerminalText($0).text }.joined(separator: "\n") + "\n"
  }

  /// The verdict as one complete sentence.
  package var verdictSentence: String {
    let rate = String(format: "%.0f pairs in %.0f s", Double(pairs), seconds)
    switch verdict {
    case .passed:
      guard largestUnseen > 0 else { return "verdict PASSED: no difference between worlds (\(rate))" }
      if let claim {
        return "verdict PASSED: no difference between worlds, and no leak of \(claim.spoken) bits per day or more "
          + "(99.99 %, 80 % power; \(rate))"
      }
      let unseen = String(format: "%.1f", largestUnseen)
      return "verdict PASSED: no difference between worlds; a channel below \(unseen) bits per day in time or work "
        + "could have stayed unseen (99.99 %, 80 % power; \(rate))"
    case .leak: return "verdict LEAK: \(findings.count == 1 ? "1 channel" : "\(findings.count) channels") (\(rate))"
    case .unjudged: return "verdict CAN'T JUDGE: \(vacuous.joined(separator: "; ")) (\(rate))"
    }
  }

  /// The verdict for the person's ledger, in plain words.
  package var ledgerVerdict: String {
    let outcome =
      switch verdict {
      case .passed: "passed"
      case .leak: findings.count == 1 ? "1 leak found" : "\(findings.count) leaks found"
      case .unjudged: "no verdict"
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
    rows.append(("taken away", removedBy.isEmpty ? "no" : "by the host: \(removedBy)"))
    rows.append(("repeat", "sallyport check \(family) --privacy --seed \(seed) --pair \(pair)"))
    if let replay { rows.append(("replay", replay)) }
    return rows
  }
}

extension ChannelResolution {
  var sentence: String {
    let bits = String(format: "%.2f bits per use, %.1f per day", bitsPerUse, bitsPerUse * Double(usesPerDay))
    return "\(channel): \(String(format: "%.2f", smallest)) \(unit) or \(bits), from \(pairs) pairs"
  }

  /// The measured information about the secret, and the value that chance alone reaches.
  var toldSentence: String {
    let told = String(
      format: "%.3f bits per use, %.1f per day", information.bits, information.bits * Double(usesPerDay))
    return "\(channel): \(told); chance alone reaches \(String(format: "%.3f", information.zero))"
  }
}

extension String {
  /// The text padded with spaces, for columns.
  fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
