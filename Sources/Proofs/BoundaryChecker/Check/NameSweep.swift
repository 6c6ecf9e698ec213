// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

/// Shows sealed programs one name after another and compares what they leave behind with what they left behind the
/// first time. Pairs of worlds try a few names thoroughly; this finds a program that leaks on one name of a hundred.
///
/// The host sends what it always sends, with the name replaced in its last step. So one device draws hundreds of names.
struct NameSweep {
  private let check: PrivacyCheck
  private let scenes: [SealedStage.Scene]
  private let world: World

  init(_ check: PrivacyCheck, scenes: [SealedStage.Scene]) {
    self.check = check
    self.scenes = scenes
    world = World(seed: check.plan.seed)
  }

  func run(_ result: inout SectionResult) throws {
    let entries = NameDictionary(seed: check.plan.seed).entries(check.plan.sweptNames)
    guard !entries.isEmpty else { return }
    check.steps.expect(entries.count * scenes.count)
    let sweeps = try WorkPool.map(scenes.count, width: check.plan.width) { try self.sweep(self.scenes[$0], entries) }
    for sweep in sweeps {
      result.findings += sweep.findings
      result.pairs += sweep.power.tried
      result.power.append(sweep.power)
    }
    result.findings = result.findings.uniqued()
  }

  private struct Sweep: Sendable {
    var findings: [Finding] = []
    var power: SearchPower
  }

  private func sweep(_ scene: SealedStage.Scene, _ entries: [NameDictionary.Entry]) throws -> Sweep {
    let stage = try SealedStage(check.family, world: world, plan: check.plan)
    var sweep = Sweep(power: SearchPower(what: "names shown to \(scene.point.rawValue)", tried: 0))
    let first = try draw(scene, nil, on: stage)
    var replies: [(time: Int64, entry: NameDictionary.Entry)] = []
    for (number, entry) in entries.enumerated() where !check.steps.isOver {
      defer { check.steps.advance() }
      let outcome = try draw(scene, entry, on: stage)
      // A program that the machine could not start was not tried.
      guard outcome.wasAsked else { continue }
      sweep.power.tried += 1
      if let measure = outcome.measure { replies.append((measure.reply, entry)) }
      for difference in first.traits.differences(from: outcome.traits)
      where !sweep.findings.contains(where: { $0.channel.hasPrefix("\(difference.channel) of") }) {
        let isName = try confirms(difference.channel, scene, entry, on: stage)
        sweep.findings.append(finding(difference, scene, entry, number, isName: isName))
      }
    }
    if let slow = try slowest(of: replies, scene, on: stage) { sweep.findings.append(slow) }
    try stage.close()
    return sweep
  }

  /// - Parameter entry: `nil` for the names of the world.
  private func draw(
    _ scene: SealedStage.Scene, _ entry: NameDictionary.Entry?, on stage: SealedStage
  ) throws -> SealedOutcome {
    let shown = shownRole(in: scene)
    let (own, site) = (world.names[shown] ?? "", world.names[.site] ?? "")
    stage.replace(
      entry.map { entry in
        // As the host tells it.
        let name = ExtensionProtocol.WireText.cleaned(entry.name)
        return { value in value.mapStrings { text in text == own ? name : text == site ? entry.domain : text } }
      })
    defer { stage.replace(nil) }
    return try stage.draw(scene)
  }

  private func shownRole(in scene: SealedStage.Scene) -> Role {
    switch scene {
    case .shield(let role): role
    case .report: .picked0
    }
  }

  /// Whether the name decides: it makes the difference again, and the world's own name never does.
  private func confirms(
    _ channel: String, _ scene: SealedStage.Scene, _ entry: NameDictionary.Entry, on stage: SealedStage
  ) throws -> Bool {
    for _ in 0..<2 {
      let (own, other) = (try draw(scene, nil, on: stage), try draw(scene, entry, on: stage))
      guard own.traits.differences(from: other.traits).contains(where: { $0.channel == channel }) else { return false }
    }
    return true
  }

  private func finding(
    _ difference: (channel: String, left: String, right: String, removedBy: String), _ scene: SealedStage.Scene,
    _ entry: NameDictionary.Entry, _ number: Int, isName: Bool
  ) -> Finding {
    let worlds = pair(scene, entry, number)
    return Finding(
      property: .confinement,
      channel: "\(difference.channel) of \(scene.point.rawValue)\(isName ? "" : ", unstable in one world")",
      fields: isName ? worlds.differences : [], pair: worlds.name, left: difference.left, right: difference.right,
      bitsPerUse: 1, usesPerDay: SealedSection.usesPerDay(scene.point), evidence: .exact,
      removedBy: difference.removedBy, worlds: isName ? worlds : worlds.withLeftOnly)
  }

  /// The two worlds that show what a name did, so that they can be run again.
  private func pair(_ scene: SealedStage.Scene, _ entry: NameDictionary.Entry, _ number: Int) -> WorldPair {
    var other = world
    other.names[shownRole(in: scene)] = entry.name
    return WorldPair(generator: .names, index: Self.firstIndex + number, left: world, right: other)
  }

  /// Pairs of the sweep have numbers of their own, so that `--pair` can name them.
  static let firstIndex = 100_000

  /// The pair with such a number, or `nil` if the number is that of an ordinary pair.
  static func pair(seed: UInt64, index: Int) -> WorldPair? {
    guard index >= firstIndex, index < firstIndex + 1_000_000 else { return nil }
    guard let entry = NameDictionary(seed: seed).entries(index - firstIndex + 1).last else { return nil }
    let world = World(seed: seed)
    var other = world
    for role in [Role.picked0, .picked1] { other.names[role] = entry.name }
    return WorldPair(generator: .names, index: index, left: world, right: other)
  }

  // MARK: - Time

  /// The extra time of a reply that counts: far above what a longer name costs an honest program.
  private static let leastDelay: Int64 = 20_000_000
  private static let repetitions = 12

  /// A name whose replies take longer each time than those of the world's own name. One slow reply may be the machine's.
  private func slowest(
    of replies: [(time: Int64, entry: NameDictionary.Entry)], _ scene: SealedStage.Scene, on stage: SealedStage
  ) throws -> Finding? {
    guard replies.count > 20 else { return nil }
    let median = replies.map(\.time).sorted()[replies.count / 2]
    let candidates = replies.sorted { $0.time > $1.time }.prefix(3).filter { $0.time > median + Self.leastDelay }
    for candidate in candidates {
      var differences: [Int64] = []
      for _ in 0..<Self.repetitions {
        guard let own = try draw(scene, nil, on: stage).measure,
          let other = try draw(scene, candidate.entry, on: stage).measure
        else { continue }
        differences.append(other.reply - own.reply)
      }
      let isSlower = differences.count == Self.repetitions && differences.allSatisfy { $0 > Self.leastDelay / 2 }
      guard isSlower else { continue }
      let number = replies.firstIndex { $0.entry == candidate.entry } ?? 0
      let worlds = pair(scene, candidate.entry, number)
      let middle = String(format: "%+.3f", Double(differences.sorted()[differences.count / 2]) / 1e6)
      return Finding(
        property: .confinement, channel: "reply time of \(scene.point.rawValue)", fields: worlds.differences,
        pair: worlds.name, left: "–", right: "\(middle) ms in the median, for one name", bitsPerUse: 1,
        usesPerDay: SealedSection.usesPerDay(scene.point),
        // Three candidates of up to two points: the chance that one is slower each time, if both are equally fast.
        evidence: .statistical(pairs: differences.count, chance: 6 * pow(0.5, Double(differences.count))),
        removedBy: SealedTiming.Quantity.reply.removedBy, worlds: worlds)
    }
    return nil
  }
}

extension WireValue {
  /// The value with each string replaced; names of members stay.
  func mapStrings(_ change: (String) -> String) -> WireValue {
    switch self {
    case .string(let text): return .string(change(text))
    case .array(let elements): return .array(elements.map { $0.mapStrings(change) })
    case .object(let object):
      var result = WireObject()
      for member in object.members { result[member.name] = member.value.mapStrings(change) }
      return .object(result)
    case .null, .bool, .integer: return self
    }
  }
}
