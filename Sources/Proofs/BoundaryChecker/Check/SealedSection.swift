// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

/// P2: a sealed process leaves nothing but its surface. Everything else is compared exactly; time and work are compared
/// statistically.
struct SealedSection {
  let check: PrivacyCheck
  static let generators: [Generator] = [
    .names, .identities, .durations, .unpickedUse, .counts, .oneBit, .otherFamilies, .device, .yesterday,
    .installation, .totals, .limits,
  ]

  init(_ check: PrivacyCheck) { self.check = check }

  func run() throws -> SectionResult {
    var result = SectionResult(property: .confinement)
    let scenes = try scenes(&result)
    guard !scenes.isEmpty else {
      result.notes.append("the family has no sealed point")
      return result
    }
    // A leak found by timing is replayed by timing only.
    if let replay = check.plan.replay, replay.isTimed {
      try SealedTiming(check, scenes: scenes, pairs: [replay.worlds]).run(&result)
      return result
    }
    let drawn = try compareExactly(scenes, &result)
    guard !check.plan.isOnePair, !drawn.isEmpty else { return result }
    let swept = scenes.uniquedByPoint.filter { drawn.contains($0.point) && check.plan.sweptPoints.contains($0.point) }
    try NameSweep(check, scenes: swept).run(&result)
    try SealedTiming(check, scenes: scenes).run(&result)
    return result
  }

  /// The requests that the family's sealed points can draw.
  private func scenes(_ result: inout SectionResult) throws -> [SealedStage.Scene] {
    let points = check.family.sealedPoints
    var scenes: [SealedStage.Scene] = []
    if points.contains(.shieldConfiguration) { scenes += [.shield(.picked0), .shield(.picked1)] }
    guard points.contains(.report) else { return scenes }
    let stage = try SealedStage(check.family, world: World(seed: check.plan.seed), plan: check.plan)
    let contexts = try stage.reportContexts()
    try stage.close()
    if contexts.isEmpty { result.notes.append("the report declares no contexts, so it was drawn for “Today”") }
    return scenes + (contexts.isEmpty ? ["Today"] : contexts.prefix(3)).map { .report(context: $0) }
  }

  // MARK: - Exactly

  private struct Inspection: Sendable {
    var findings: [Finding] = []
    var drawn: Set<ExtensionPoint> = []
    var surfacesDiffer = 0
    var surfaces = 0
    var silences: [Silence] = []
    var pictures: [ExtensionPoint: PictureCount] = [:]
  }

  /// - Returns: the points that drew something.
  private func compareExactly(
    _ scenes: [SealedStage.Scene], _ result: inout SectionResult
  ) throws -> Set<ExtensionPoint> {
    let pairs = check.pairs(Self.generators, count: check.plan.sealedPairs)
    let looks = try WorkPool.map(pairs.count, width: check.plan.width, steps: check.steps) {
      try look(at: pairs[$0], scenes)
    }
    result.pairs += looks.count
    result.power += Self.power(of: Array(pairs.prefix(looks.count)))
    result.findings += try shrunk(looks.flatMap(\.findings).uniqued(), pairs, scenes)
    let surfaces = looks.reduce(0) { $0 + $1.surfaces }
    let different = looks.reduce(0) { $0 + $1.surfacesDiffer }
    result.notes.append(
      "\(different) of \(surfaces) pairs of pictures differ, which is no leak: only the person sees them")
    for point in check.family.sealedPoints {
      var count = PictureCount()
      for look in looks { if let own = look.pictures[point] { count.add(own) } }
      if let sentence = count.sentence(of: point) { result.notes.append(sentence) }
    }
    // A point that drew in no world at all shows nothing about itself.
    let drawn = looks.reduce(into: Set<ExtensionPoint>()) { $0.formUnion($1.drawn) }
    let silences = looks.flatMap(\.silences)
    for point in check.family.sealedPoints where !drawn.contains(point) {
      if let silence = silences.first(where: { $0.point == point }) { result.silences.append(silence) }
    }
    if !check.plan.isOnePair, surfaces > 0, different == 0 {
      result.notes.append("all surfaces were equal: the programs don't use what they are shown")
    }
    return drawn
  }

  private func look(at pair: WorldPair, _ scenes: [SealedStage.Scene]) throws -> Inspection {
    let left = try SealedStage(check.family, world: pair.left, plan: check.plan, calendar: pair.calendar)
    let right = try SealedStage(check.family, world: pair.right, plan: check.plan, calendar: pair.calendar)
    var look = Inspection()
    for scene in scenes {
      // Draw the left world twice: after the seal, output that differs within one world is a violation, so encryption
      // or randomness can't hide a leak.
      let (one, other, again) = (try left.draw(scene), try right.draw(scene), try left.draw(scene))
      look.findings += findings(one, other, scene, pair, isOneWorld: false)
      look.findings += findings(one, again, scene, pair, isOneWorld: true)
      look.silences += [one, other].compactMap(\.silence)
      guard one.surface != nil, other.surface != nil else { continue }
      look.drawn.insert(scene.point)
      look.surfaces += 1
      if one.surface != other.surface { look.surfacesDiffer += 1 }
      if let left = one.surface, let right = other.surface {
        look.pictures[scene.point, default: PictureCount()].add(left, right)
      }
    }
    try left.close()
    try right.close()
    return look
  }

  private func findings(
    _ one: SealedOutcome, _ other: SealedOutcome, _ scene: SealedStage.Scene, _ pair: WorldPair, isOneWorld: Bool
  ) -> [Finding] {
    one.traits.differences(from: other.traits).map { difference in
      Finding(
        property: .confinement,
        channel: "\(difference.channel) of \(scene.point.rawValue)\(isOneWorld ? ", unstable in one world" : "")",
        fields: isOneWorld ? [] : pair.differences, pair: pair.name, left: difference.left, right: difference.right,
        bitsPerUse: 1, usesPerDay: Self.usesPerDay(scene.point), evidence: .exact, removedBy: difference.removedBy,
        worlds: isOneWorld ? pair.withLeftOnly : pair)
    }
  }

  /// The dates and round limits that the pairs covered.
  static func power(of pairs: [WorldPair]) -> [SearchPower] {
    let dates = Int(ScriptCalendar.sweep.upperBound - ScriptCalendar.sweep.lowerBound) + 1
    let firstDays = Set(pairs.map(\.calendar.firstDay))
    var power = [
      SearchPower(what: "dates on which sealed programs drew", tried: firstDays.count, all: dates),
      SearchPower(
        what: "weekdays on which sealed programs drew", tried: Set(firstDays.map { (($0 % 7) + 7) % 7 }).count, all: 7),
    ]
    let limits = Set(pairs.filter { $0.generator == .limits }.map { RoundLimit.number($0.index) })
    power.append(SearchPower(what: "round limits of time and number", tried: limits.count, all: RoundLimit.count))
    return power
  }

  /// The number of surfaces that a family may have drawn per day (PRIV-SF6).
  static func usesPerDay(_ point: ExtensionPoint) -> Int { point == .report ? 60 : 200 }

  private func shrunk(
    _ findings: [Finding], _ pairs: [WorldPair], _ scenes: [SealedStage.Scene]
  ) throws -> [Finding] {
    try findings.map { finding in
      guard !finding.fields.isEmpty, let pair = pairs.first(where: { $0.name == finding.pair }) else { return finding }
      let smallest = try Shrinker { candidate in
        try look(at: candidate, scenes).findings.contains { $0.key == finding.key }
      }.shrink(pair)
      var shrunk = finding
      shrunk.fields = smallest.differences
      shrunk.worlds = smallest
      return shrunk
    }
  }
}
