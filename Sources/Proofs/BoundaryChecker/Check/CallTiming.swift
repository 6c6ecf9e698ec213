// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import HostCore
internal import ScreenTimeRules

/// The time that the host takes to answer an app's own calls. An app can measure it, so it must not depend on what the
/// device knows. Two devices answer the same calls in turns; one has a rich history, many items or another family.
struct CallTiming {
  private let check: PrivacyCheck

  init(_ check: PrivacyCheck) { self.check = check }

  /// The difference that counts. Below it, an honest host's caches decide.
  static let floor = 0.5
  /// An app may call this often a day before it is conspicuous.
  private static let usesPerDay = 200

  private struct Series: Sendable {
    var method: String
    var pair: WorldPair
    var samples: [(left: Double, right: Double)] = []
    var differences: [Double] { samples.map { $0.right - $0.left } }
    var median: Double { differences.isEmpty ? 0 : differences.sorted()[differences.count / 2] }
    var test: SignTest { SignTest(differences.map { Int64($0 * 1e6) }) }
    var channel: String { "time of \(method), called by the app" }
  }

  private static let calls: [WireValue] = (0..<3).map { number in
    ["kind": "setDefault", "suite": "standard", "key": .string("call \(number)"), "value": ["bool": true]]
  }

  func run(_ result: inout SectionResult) throws {
    let series = try Self.anchors(seed: check.plan.seed).flatMap { try self.series(of: $0) }
    let chances = series.map(\.test.chance).holm
    for (one, chance) in zip(series, chances) where chance < SealedTiming.chance && abs(one.median) > Self.floor {
      result.findings.append(
        Finding(
          property: .host, channel: one.channel, fields: one.pair.differences, pair: one.pair.name, left: "–",
          right: String(format: "%+.3f ms in the median", one.median),
          bitsPerUse: SignTest.bits(agreement: one.test.agreement), usesPerDay: Self.usesPerDay,
          evidence: .statistical(pairs: one.samples.count, chance: chance), removedBy: "", worlds: nil))
    }
    result.findings = result.findings.uniqued()
    result.resolution += resolution(of: series)
  }

  /// Pairs that differ as much as possible in what a slow query would show.
  private static func anchors(seed: UInt64) -> [WorldPair] {
    let left = World(seed: seed)
    func pair(_ generator: Generator, _ change: (inout World) -> Void) -> WorldPair {
      var right = left
      change(&right)
      return WorldPair(generator: generator, index: 0, left: left, right: right)
    }
    return [
      pair(.history) { $0.historyDays = 10 }, pair(.limits) { $0.extras = World.mostExtras },
      pair(.otherFamilies) { $0.neighbour = 1 },
    ]
  }

  private func series(of pair: WorldPair) throws -> [Series] {
    let runs = [pair.left, pair.right].map { world in
      WorldRun(
        check.family, cast: .understudies, world: world, script: PublicScript(), profile: check.plan.profile)
    }
    for run in runs { try run.live() }
    defer { for run in runs { try? run.close() } }
    var random = CheckRandom(seed: check.plan.seed, "calls \(pair.name)")
    var series: [String: Series] = [:]
    // Twice as many as for sealed programs: a call costs little.
    for _ in 0..<(2 * check.plan.timedPairs) where !check.steps.isOver {
      let isSwapped = random.flip()
      let first = try times(in: runs[isSwapped ? 1 : 0])
      let second = try times(in: runs[isSwapped ? 0 : 1])
      let (left, right) = isSwapped ? (second, first) : (first, second)
      for (method, time) in left {
        guard let other = right[method] else { continue }
        series[method, default: Series(method: method, pair: pair)].samples.append((time, other))
      }
    }
    return series.values.filter { $0.samples.count > 4 }.sorted { $0.method < $1.method }
  }

  /// The shortest time of each method in one opening of the app: the others are those in which something else ran.
  private func times(in run: WorldRun) throws -> [String: Double] {
    _ = try run.answers(to: Self.calls)
    var times: [String: Double] = [:]
    for crossing in run.witness.crossings {
      guard crossing.point == .app, crossing.program.hasPrefix(check.family.name + "."),
        case .answered(let method, let nanoseconds) = crossing.event
      else { continue }
      times[method] = min(times[method] ?? .infinity, Double(nanoseconds) / 1e6)
    }
    return times
  }

  private func resolution(of series: [Series]) -> [ChannelResolution] {
    let chance = SealedTiming.chance / Double(max(1, series.count))
    return Dictionary(grouping: series, by: \.channel).values.compactMap { group -> ChannelResolution? in
      let figures = group.map { one -> (bits: Double, shift: Double, pairs: Int) in
        let agreement = SignTest.detectableAgreement(pairs: one.samples.count, chance: chance)
        let centred = one.differences.map { abs($0 - one.median) }.sorted()
        let place = min(centred.count - 1, Int(max(0, 2 * agreement - 1) * Double(centred.count)))
        return (
          one.test.unseenBits(ofPairs: one.samples.count, chance: chance), centred[place], one.samples.count
        )
      }
      guard let worst = figures.max(by: { $0.bits < $1.bits }), let channel = group.first?.channel else { return nil }
      return ChannelResolution(
        channel: channel, pairs: worst.pairs, smallest: max(Self.floor, figures.map(\.shift).max() ?? 0), unit: "ms",
        bitsPerUse: worst.bits, usesPerDay: Self.usesPerDay,
        information: MutualInformation(worstOf: group.map(\.samples), seed: check.plan.seed))
    }.sorted { $0.channel < $1.channel }
  }
}
