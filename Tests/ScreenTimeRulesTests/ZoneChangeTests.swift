// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ScreenTimeRules

/// Changes of the zone at generated instants of generated schedules, in weeks without clock changes.
@Suite struct ZoneChangeTests {
  static let seeds = Array(UInt64(1)...40)
  /// From 14 hours ahead of UTC to 11 hours behind it, with offsets of half and quarter hours.
  static let zones = [
    "Pacific/Kiritimati", "Asia/Tokyo", "Asia/Kathmandu", "Asia/Kolkata", "Europe/Berlin", "America/New_York",
    "America/Los_Angeles", "Pacific/Honolulu", "Pacific/Pago_Pago",
  ]

  private struct World {
    var bench: Bench
    var new: CalendarPlace
    var random: SeededGenerator

    /// A device in the middle of June that has run for up to three days.
    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      let places = ZoneChangeTests.zones.shuffled(using: &random).map { CalendarPlace(timeZone: $0) }
      new = places[0]
      bench = Bench(mode: .exact, at: "2026-06-15 00:00", place: places[1])
      bench.state.now = bench.state.now.advanced(by: 60_000 * Int64.random(in: 0..<1_440, using: &random))
      let everything = ActivityEvent(name: "e", selection: ItemSelection(), threshold: .minutes(9_000))
      for index in 0..<6 {
        let (start, end) = IntervalOracleTests.ends(&random)
        let schedule = Schedule(
          start: start, end: end, repeats: Int.random(in: 0..<4, using: &random) > 0,
          warning: Bool.random(using: &random) ? .minutes(20) : nil)
        // In one order of the ends the interval is too short to register.
        _ = try? bench.apply([.startMonitoring(activity: "a\(index)", schedule: schedule, events: [everything])])
      }
      bench.use(
        UseSpan(
          start: bench.state.now,
          end: bench.state.now.advanced(by: Int64.random(in: 1...259_200, using: &random) * 1_000), isPresent: true))
    }

    func offset(_ place: CalendarPlace) throws -> Int64 {
      Int64(try #require(TimeZone(identifier: place.timeZone)).secondsFromGMT(for: bench.state.now.date)) * 1_000
    }

    var activities: [String: Activity] { bench.state.families[Bench.family]?.activities ?? [:] }
  }

  @Test(arguments: seeds)
  func `a new zone moves the end of a running interval, never its start or its counts (D16)`(_ seed: UInt64) throws {
    var world = try World(seed: seed)
    let (before, old) = (world.activities, world.bench.state.place)
    world.bench.rules.setPlace(world.new, in: &world.bench.state)
    let shift = try world.offset(old) - world.offset(world.new)
    #expect(world.activities.keys.sorted() == before.keys.sorted())
    for (name, activity) in world.activities {
      let known = try #require(before[name])
      #expect(activity.meters == known.meters && activity.settledStarts == known.settledStarts)
      #expect(activity.ending == known.ending && activity.registration == known.registration)
      var expected = known.current
      if let end = known.current?.span.end { expected?.span.end = max(world.bench.state.now, end.advanced(by: shift)) }
      #expect(activity.current == expected, "\(name)")
    }
  }

  @Test(arguments: seeds)
  func `the next interval in a new zone is the first that overlaps none that began (D11, D16)`(_ seed: UInt64) throws {
    var world = try World(seed: seed)
    let before = world.activities
    world.bench.rules.setPlace(world.new, in: &world.bench.state)
    for (name, activity) in world.activities {
      #expect((activity.next == nil) == (before[name]?.next == nil))
      guard let next = activity.next?.span else { continue }
      // An interval that began and the record of it agree, whatever moved it.
      if let running = activity.current { #expect(activity.lastSpan == running.span, "\(name)") }
      let began = activity.current?.span ?? activity.lastSpan
      let search = try #require(IntervalSearch(activity.schedule, in: world.new))
      var expected = search.interval(at: max(world.bench.state.now, activity.current?.span.end ?? .distantPast))
      while let span = expected, let began, span.start < began.end, began.start < span.end {
        expected = search.interval(at: span.end)
      }
      #expect(next == expected, "\(name) \(activity.schedule)")
    }
  }

  @Test(arguments: seeds)
  func `intervals are contiguous and apart on a journey through all zones (D10, D11, D16)`(_ seed: UInt64) throws {
    var world = try World(seed: seed)
    for zone in Self.zones.shuffled(using: &world.random) {
      world.bench.rules.setPlace(CalendarPlace(timeZone: zone), in: &world.bench.state)
      let end = world.bench.state.now.advanced(by: Int64.random(in: 1...172_800, using: &world.random) * 1_000)
      world.bench.use(UseSpan(start: world.bench.state.now, end: end, isPresent: true))
    }
    let edges = world.bench.deliveries.filter { [.intervalDidStart, .intervalDidEnd].contains($0.callback) }
    for (activity, deliveries) in Dictionary(grouping: edges, by: \.activity) {
      var last = Timestamp.distantPast
      for (index, delivery) in deliveries.enumerated() {
        #expect(delivery.callback == (index.isMultiple(of: 2) ? .intervalDidStart : .intervalDidEnd), "\(activity)")
        #expect(last <= delivery.decidedAt && delivery.dueAt <= delivery.decidedAt, "\(activity)")
        last = delivery.decidedAt
      }
    }
    #expect(!edges.isEmpty)
  }
}
