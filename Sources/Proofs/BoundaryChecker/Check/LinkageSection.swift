// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import HostCore
internal import ScreenTimeRules

/// P5: a party with the tokens of two families can't tell which of them name the same item.
struct LinkageSection {
  private let check: PrivacyCheck

  init(_ check: PrivacyCheck) { self.check = check }

  func run() throws -> SectionResult {
    var world = World(seed: check.plan.seed)
    world.neighbour = 1
    let run = WorldRun(
      check.family, cast: .understudies, world: world, script: PublicScript(), profile: check.plan.profile)
    try run.live()
    defer { try? run.close() }
    var result = SectionResult(property: .unlinkability)
    guard let host = run.host else { return result }
    let (own, other) = (FamilyID(check.family.name), FamilyID(CheckedFamily.neighbour))
    var guesses: [Int64] = []
    for number in 0..<(check.plan.hostPairs * 40) {
      let items = [Item.application("org.example.a\(number)"), .application("org.example.b\(number)")]
      let mine = items.compactMap { host.facts.token(for: $0, of: own)?.text }
      let theirs = items.compactMap { host.facts.token(for: $0, of: other)?.text }
      guard mine.count == 2, theirs.count == 2 else { break }
      if mine.contains(theirs[0]) || mine.contains(theirs[1]) {
        result.findings.append(finding("a token of another family equals one of this family's", number: number))
        return result
      }
      // Two items, two tokens each: does the order in one family predict the order in the other?
      guesses.append((mine[0] < mine[1]) == (theirs[0] < theirs[1]) ? 1 : -1)
    }
    result.pairs = guesses.count
    let test = SignTest(guesses)
    let figure = String(format: "%.1f", 100 * Double(test.larger) / Double(max(1, test.pairs)))
    result.notes.append("pairing by order is right in \(figure) % of \(test.pairs) guesses; guessing is right in 50 %")
    // One in a million, because every check of every user runs this test.
    if test.chance < 1e-6 {
      result.findings.append(finding("the order of tokens equals that of another family's", number: 0))
    }
    return result
  }

  private func finding(_ channel: String, number: Int) -> Finding {
    Finding(
      property: .unlinkability, channel: channel, fields: [.identity(.picked0)], pair: "P5:\(number)",
      left: "own", right: CheckedFamily.neighbour, bitsPerUse: 1, usesPerDay: 1, evidence: .exact, removedBy: "")
  }
}
