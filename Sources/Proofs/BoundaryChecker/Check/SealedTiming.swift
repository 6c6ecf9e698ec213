// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation

/// Time and work of sealed processes. Runs pairs of worlds in which an honest program does the same work, in turns,
/// until a figure that depends on the secret stands out from the machine's noise.
package struct SealedTiming {
  private let check: PrivacyCheck
  private let scenes: [SealedStage.Scene]
  private let anchors: [WorldPair]
  /// One in ten thousand over the whole check, after Holm's correction, so a benign family is flagged in fewer than one
  /// check in a thousand.
  static let chance = 1e-4
  /// The threshold below which a difference can come from an honest loop over a longer name.
  private static let floor: [Quantity: Double] = [.reply: 0.2, .processor: 0.2, .faults: 64]

  enum Quantity: String, CaseIterable, Sendable {
    case reply = "reply time"
    case processor = "processor time"
    case faults = "pages touched"

    var unit: String { self == .faults ? "pages" : "ms" }

    /// The mechanism that hides the quantity from the family; empty if none does, because other load on the machine is
    /// observable.
    var removedBy: String { self == .reply ? "a surface changes at a constant time" : "" }

    func value(_ measure: Measure) -> Double {
      switch self {
      case .reply: Double(measure.reply) / 1e6
      case .processor: Double(measure.processor) / 1e6
      case .faults: Double(measure.faults)
      }
    }
  }

  /// - Parameter pairs: `nil` for the anchors of the plan's seed.
  init(_ check: PrivacyCheck, scenes: [SealedStage.Scene], pairs: [WorldPair]? = nil) {
    self.check = check
    self.scenes = scenes
    anchors = pairs ?? Self.anchors(seed: check.plan.seed).filter { check.plan.generators.contains($0.generator) }
  }

  private struct Series: Sendable {
    var quantity: Quantity
    var point: ExtensionPoint
    var pair: WorldPair
    /// The figures of the two worlds, one element for each pair.
    var samples: [(left: Double, right: Double)]

    var differences: [Double] { samples.map { $0.right - $0.left } }
    var channel: String { "\(quantity.rawValue) of \(point.rawValue)" }
    var test: SignTest { SignTest(differences.map { Int64($0 * 1e6) }) }
    var median: Double { differences.sorted()[differences.count / 2] }

    /// The shift that would tip as many pairs as the test needs, estimated from the observed spread.
    func smallestShift(agreement: Double) -> Double {
      let centred = differences.map { abs($0 - median) }.sorted()
      guard !centred.isEmpty else { return .infinity }
      // Half of the pairs are on the right side without any shift.
      let share = min(1, max(0, 2 * agreement - 1))
      return centred[min(centred.count - 1, Int(share * Double(centred.count)))]
    }
  }

  func run(_ result: inout SectionResult) throws {
    check.steps.expect(anchors.count * check.plan.timedPairs)
    let all: [[Series]] = try WorkPool.map(anchors.count, width: check.plan.width) { try self.series(of: anchors[$0]) }
    let series = all.flatMap { $0 }.filter { $0.differences.count > 4 }
    result.pairs += check.steps.current?.done ?? 0
    let chances = series.map(\.test.chance).holm
    for (one, chance) in zip(series, chances)
    where chance < Self.chance && abs(one.median) > Self.floor[one.quantity] ?? 0 {
      result.findings.append(finding(one, chance: chance))
    }
    result.findings = result.findings.uniqued()
    result.resolution += resolution(of: series)
    result.notTestable.append(
      "the time of sealed programs in worlds that give them more to draw: it differs for an honest program too. The host "
        + "shows the picture after a constant time")
  }

  /// The repetitions of each pair needed to detect a flow of `bits` per day, or `nil` if they exceed the limit.
  package static func repetitions(for bits: Double, at points: [ExtensionPoint]) -> Int? {
    let tests = anchors(seed: 0).count * Quantity.allCases.count * max(1, points.count)
    let uses = Double(points.map(SealedSection.usesPerDay).max() ?? 1)
    func unseen(_ count: Int) -> Double {
      let test = SignTest(Array(repeating: 1, count: count))
      return test.unseenBits(ofPairs: count, chance: chance / Double(tests)) * uses
    }
    var count = 20
    while count <= mostRepetitions, unseen(count) >= bits { count += count / 4 }
    return count <= mostRepetitions ? count : nil
  }

  private static let mostRepetitions = 20_000

  /// One pair of worlds of each kind that doesn't change an honest program's work; the two differ as much as possible.
  static func anchors(seed: UInt64) -> [WorldPair] {
    let left = World(seed: seed)
    func pair(_ generator: Generator, _ index: Int, _ change: (inout World) -> Void) -> WorldPair {
      var right = left
      change(&right)
      return WorldPair(generator: generator, index: index, left: left, right: right)
    }
    var random = CheckRandom(seed: seed, "anchors")
    let (long, mark) = (Canary.word(&random) + String(repeating: "x", count: 150), Canary.word(&random))
    return [
      pair(.names, 0) { world in for role in [Role.picked0, .picked1, .picked2] { world.names[role] = long } },
      pair(.identities, 0) { $0.identities[.picked0] = "org.example.\(mark)" },
      pair(.durations, 0) { world in
        for block in world.use.indices { world.use[block][.picked3] = world.use[block][.picked3].map { $0 / 9 } }
      },
      pair(.oneBit, 0) { world in
        for block in world.use.indices { world.use[block][.private0] = world.use[block][.private0].map { $0 + 60_000 } }
      },
    ]
  }

  private func series(of pair: WorldPair) throws -> [Series] {
    let stages = [
      try SealedStage(check.family, world: pair.left, plan: check.plan, calendar: pair.calendar),
      try SealedStage(check.family, world: pair.right, plan: check.plan, calendar: pair.calendar),
    ]
    var random = CheckRandom(seed: check.plan.seed, "order of \(pair.name)")
    var samples: [Quantity: [ExtensionPoint: [(left: Double, right: Double)]]] = [:]
    for _ in 0..<check.plan.timedPairs where !check.steps.isOver {
      defer { check.steps.advance() }
      for scene in scenes.uniquedByPoint {
        // Draw at random which world goes first, so that changes in machine load affect both alike.
        let isSwapped = random.flip()
        let first = try stages[isSwapped ? 1 : 0].draw(scene)
        let second = try stages[isSwapped ? 0 : 1].draw(scene)
        guard let left = (isSwapped ? second : first).measure, let right = (isSwapped ? first : second).measure else {
          continue
        }
        for quantity in Quantity.allCases {
          samples[quantity, default: [:]][scene.point, default: []].append(
            (quantity.value(left), quantity.value(right)))
        }
      }
    }
    for stage in stages { try stage.close() }
    return Quantity.allCases.flatMap { quantity in
      (samples[quantity] ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }.map { point, values in
        Series(quantity: quantity, point: point, pair: pair, samples: values)
      }
    }
  }

  private func finding(_ series: Series, chance: Double) -> Finding {
    let median = String(format: "%+.3f", series.median)
    return Finding(
      property: .confinement, channel: series.channel, fields: series.pair.differences, pair: series.pair.name,
      left: "–", right: "\(median) \(series.quantity.unit) in the median",
      // The pairs' agreement gives a lower bound; the shape of the noise can carry more.
      bitsPerUse: max(
        SignTest.bits(agreement: series.test.agreement),
        MutualInformation(series.samples, seed: check.plan.seed).bits),
      usesPerDay: SealedSection.usesPerDay(series.point),
      evidence: .statistical(pairs: series.differences.count, chance: chance), removedBy: series.quantity.removedBy,
      worlds: series.pair)
  }

  /// The worst series of each channel: a smaller leak could be undetected.
  private func resolution(of series: [Series]) -> [ChannelResolution] {
    Dictionary(grouping: series, by: \.channel).values.compactMap { group -> ChannelResolution? in
      let chance = Self.chance / Double(max(1, series.count))
      let worst = group.map { ($0.test.unseenBits(ofPairs: $0.differences.count, chance: chance), $0) }
        .max { $0.0 < $1.0 }
      guard let (bits, one) = worst else { return nil }
      let agreement = SignTest.detectableAgreement(pairs: one.differences.count, chance: chance)
      let shift = group.map { $0.smallestShift(agreement: agreement) }.max() ?? .infinity
      return ChannelResolution(
        channel: one.channel, pairs: one.differences.count, smallest: max(shift, Self.floor[one.quantity] ?? 0),
        unit: one.quantity.unit, bitsPerUse: bits,
        usesPerDay: SealedSection.usesPerDay(one.point),
        information: MutualInformation(worstOf: group.map(\.samples), seed: check.plan.seed))
    }.sorted { $0.channel < $1.channel }
  }
}

extension [SealedStage.Scene] {
  /// One scene per point: time goes to repetitions, not to variety.
  var uniquedByPoint: [SealedStage.Scene] {
    var seen: Set<ExtensionPoint> = []
    return filter { seen.insert($0.point).inserted }
  }
}
