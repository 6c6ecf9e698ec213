// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import PrivacyBoundary

/// P1: the bytes that the host writes to each point are equal in both worlds, up to the names of tokens. It starts no
/// program and has no randomness; it finds most faults of a host.
struct HostSection {
  private let check: PrivacyCheck
  private static let generators: [Generator] = Generator.allCases

  init(_ check: PrivacyCheck) { self.check = check }

  func run() throws -> SectionResult {
    let pairs = check.pairs(Self.generators, count: check.plan.hostPairs)
    var result = SectionResult(property: .host)
    let comparer = TracePairs(check, cast: .understudies, script: PublicScript(), property: .host)
    try comparer.run(pairs, &result)
    if !check.plan.isOnePair {
      result.findings += try HostProbes(check).findings()
      try CallTiming(check).run(&result)
      result.notes.append(
        "also tried directly, each refused unless there is a leak of that name below: \(HostProbes.names.joined(separator: ", "))"
      )
    }
    if check.thresholdsTold < 3 { result.vacuous = "the host sent fewer than three thresholds to the stubs" }
    return result
  }
}

/// Compares whole days pair by pair and shrinks the pairs that differ.
struct TracePairs {
  let check: PrivacyCheck
  let cast: TrafficRecorder.RoleAssignment
  let script: PublicScript
  let property: Finding.Property
  /// Channels that differ between two runs of one world, which an exact comparison must skip.
  let unstable: Set<String>

  init(
    _ check: PrivacyCheck, cast: TrafficRecorder.RoleAssignment, script: PublicScript, property: Finding.Property,
    unstable: Set<String> = []
  ) {
    self.check = check
    self.cast = cast
    self.script = script
    self.property = property
    self.unstable = unstable
  }

  /// Adds the findings, and the number of pairs that were run.
  func run(_ pairs: [WorldPair], _ result: inout SectionResult) throws {
    let found = try WorkPool.map(pairs.count, width: check.plan.width, steps: check.steps) {
      try findings(in: pairs[$0])
    }
    result.findings += try shrunk(found.flatMap(\.findings).uniqued(), pairs)
    result.notTestable += Set(found.flatMap(\.once)).sorted().map {
      "\($0): differed once, and not again in the same worlds"
    }
    result.pairs = found.count
  }

  /// The differences between two worlds, and the violations in either.
  private func differences(_ pair: WorldPair) throws -> [TraceComparison.Difference] {
    let (left, right) = (pair.left, pair.right)
    let script = script(for: pair)
    // The slot phase derives from the keys, so compare worlds with other keys under a profile without slots.
    let profile = left.keys == right.keys ? check.plan.profile : .open
    let run = WorldRun(check.family, cast: cast, world: left, script: script, profile: profile)
    try run.live()
    let alike = run.sortingAlike(right)
    try run.close()
    let one = try run.record()
    let other = try check.record(alike, cast: cast, script: script, profile: profile)
    // The seed of a delivery derives from them too.
    let isKeyed = { (channel: String) in left.keys != right.keys && channel.hasSuffix("/delivery/seed") }
    let comparison = TraceComparison(one, other, comparesSealed: left.failsWhenSealed == right.failsWhenSealed)
    return comparison.differences.filter { !unstable.contains($0.channel) && !isKeyed($0.channel) }
      + TraceComparison.trespasses(in: one, canaries: left.canaries)
      + TraceComparison.trespasses(in: other, canaries: alike.canaries)
  }

  private struct PairResult: Sendable {
    var findings: [Finding] = []
    /// The channels that differed in one run of the pair only.
    var once: [String] = []
  }

  private func findings(in pair: WorldPair) throws -> PairResult {
    var result = PairResult()
    let differences = try differences(pair)
    let unstable = try differences.isEmpty || cast != .all ? [] : self.unstable(in: pair)
    var lasting = differences.filter { !unstable.contains($0.channel) }
    if cast == .all, !lasting.isEmpty {
      // A program may miss a deadline because the machine is busy, not because of the secret.
      let again = Set(try self.differences(pair).map(\.channel))
      result.once = lasting.map(\.channel).filter { !again.contains($0) }
      lasting.removeAll { !again.contains($0.channel) }
    }
    result.findings = lasting.map { difference in
      Finding(
        property: property, channel: difference.channel, fields: pair.differences, pair: pair.name,
        left: difference.left, right: difference.right, bitsPerUse: 1, usesPerDay: 48, evidence: .exact,
        removedBy: difference.removedBy, worlds: pair)
    }
    return result
  }

  /// The channels that differ between two runs of the left world. A program may be unstable only on a later day, or only
  /// after an act of the person.
  private func unstable(in pair: WorldPair) throws -> Set<String> {
    let script = script(for: pair)
    let runs = try (0..<2).map { _ in try check.record(pair.left, cast: cast, script: script) }
    return Set(TraceComparison(runs[0], runs[1]).differences.map(\.channel))
  }

  private func script(for pair: WorldPair) -> PublicScript {
    var script = script
    script.calendar = pair.calendar
    let mayPress = pair.generator.presses && (script.pressesOverUse || !pair.generator.changesUse)
    script.presses = mayPress && pair.left.failsWhenSealed == pair.right.failsWhenSealed
    return script
  }

  /// Shrinks the first finding of each channel; the others are the same leak.
  private func shrunk(_ findings: [Finding], _ pairs: [WorldPair]) throws -> [Finding] {
    try findings.map { finding in
      guard let pair = pairs.first(where: { $0.name == finding.pair }) else { return finding }
      let smallest = try Shrinker { candidate in
        try differences(candidate).contains { $0.channel == finding.channel }
      }.shrink(pair)
      var shrunk = finding
      shrunk.fields = smallest.differences
      shrunk.worlds = smallest
      return shrunk
    }
  }
}

extension [Finding] {
  /// The first finding of each leak.
  func uniqued() -> [Finding] {
    var seen: Set<String> = []
    return filter { seen.insert($0.key).inserted }
  }
}
