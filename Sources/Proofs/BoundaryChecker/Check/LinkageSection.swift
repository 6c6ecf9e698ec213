// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import HostCore
internal import ScreenTimeRules

/// P5: the tokens and callbacks of two families together don't reveal which tokens name the same item, or that both families
/// are on the same device.
struct LinkageSection {
  private let check: PrivacyCheck
  private let cast: TrafficRecorder.RoleAssignment

  /// - Parameter cast: stubs, which receive every callback, or the family's own programs.
  init(_ check: PrivacyCheck, cast: TrafficRecorder.RoleAssignment = .understudies) {
    self.check = check
    self.cast = cast
  }

  func run() throws -> SectionResult {
    var world = World(seed: check.plan.seed)
    world.neighbour = 1
    let run = WorldRun(
      check.family, cast: cast, world: world, script: PublicScript(), profile: check.plan.profile)
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
    result.notes.append(
      "from the order of this family's tokens, the order of another's was guessed right in \(figure) % of \(test.pairs) "
        + "trials; chance alone is right in 50 %")
    let (mine, theirs) = (seeds(of: check.family.name, in: run), seeds(of: CheckedFamily.neighbour, in: run))
    if mine.isEmpty || theirs.isEmpty { result.vacuous = "a family received no seed" }
    if mine.isDisjoint(with: theirs) {
      result.notes.append(
        "this family was sent \(mine.count) random numbers, another one \(theirs.count), and none is the same")
    } else {
      result.findings.append(finding("the seed of another family's delivery equals one of this family's", number: 0))
    }
    // One in a million, because every check of every user runs this test.
    if test.chance < 1e-6 {
      result.findings.append(finding("the order of tokens equals that of another family's", number: 0))
    }
    return result
  }

  /// The seeds of a family's deliveries. A seed that depends on the device and not on the family joins two families.
  private func seeds(of family: String, in run: WorldRun) -> Set<Int64> {
    Set(
      run.witness.crossings.compactMap { crossing in
        guard !crossing.point.isSealed, crossing.program.hasPrefix(family + "."),
          case .toProgram(.object(let line)) = crossing.event, case .object(let params)? = line["params"],
          case .object(let delivery)? = params["delivery"], case .integer(let seed)? = delivery["seed"]
        else { return nil }
        return seed
      })
  }

  private func finding(_ channel: String, number: Int) -> Finding {
    Finding(
      property: .unlinkability, channel: channel, fields: [.identity(.picked0)], pair: "P5:\(number)",
      left: "own", right: CheckedFamily.neighbour, bitsPerUse: 1, usesPerDay: 1, evidence: .exact, removedBy: "")
  }
}
