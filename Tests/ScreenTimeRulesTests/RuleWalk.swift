// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// A device on which everything happens in a random order, with a host that settles deliveries late. Each step is
/// checked; the seed reproduces the walk.
struct RuleWalk {
  static let families = [FamilyID("homework"), FamilyID("worklog")]
  static let names = ["a", "b", "c"]
  static let apps = (0..<3).map { Item.application("app \($0)") }
  static let zones = ["America/Los_Angeles", "America/New_York", "Asia/Kathmandu", "Pacific/Honolulu"]
  static let schedules: [Schedule] = [
    .wholeDay, .daily(.at(9), .at(17), warning: 20), .daily(.at(22), .at(6)),
    .daily(.at(9), .at(17), repeats: false), .daily(.at(20), .at(21), repeats: false, warning: 90),
    Schedule(start: .minutes(0), end: .minutes(40), repeats: true, warning: .minutes(5)),
    .daily(.at(8, weekday: 2), .at(20, weekday: 6)),
  ]

  /// A delivery, and what became of it.
  struct Record {
    var delivery: Delivery
    var isSettled = false
    var isDropped = false
  }

  var rules: DeviceRules
  var state: DeviceState
  /// By family, in the order of their numbers.
  var log: [FamilyID: [Record]] = [:]
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    rules = DeviceRules(mode: seed.isMultiple(of: 2) ? .exact : .faithful, registry: ItemRegistry())
    state = DeviceState(now: Bench.time("2026-10-29 20:00"), place: Bench.losAngeles)
    for family in Self.families {
      state.families[family] = FamilyState(authorization: .approved, member: .individual)
    }
    if seed % 3 == 0 {
      rules.grids[Self.families[0]] = DeliveryGrid(stepMilliseconds: 900_000, phaseMilliseconds: 236_000)
    }
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  mutating func pick<Element>(_ list: [Element]) throws -> Element {
    try #require(list.randomElement(using: &random))
  }

  mutating func step() throws {
    let family = try pick(Self.families)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: try jump()
    case 1: rules.setPlace(CalendarPlace(timeZone: try pick(Self.zones)), in: &state)
    case 2:
      let history = state.history
      state = try JSONCopy.of(state)
      state.history = history
    case 3:
      let stop = RuleEffect.stopMonitoring([try pick(Self.names)])
      try apply(chance(50) ? [try registration(), stop] : [stop], of: family)
    case 4...7: try apply([try registration()], of: family)
    case 8, 9: try perform(of: family)
    default: try use()
    }
    settle()
    try checkState()
  }

  private mutating func registration() throws -> RuleEffect {
    let events = try (0..<Int.random(in: 0...3, using: &random)).map { number in
      let apps = ItemSet(Self.apps.filter { _ in Bool.random(using: &random) })
      return ActivityEvent(
        name: "e\(number)", selection: ItemSelection(applications: apps),
        threshold: .minutes(try pick([1, 5, 30, 90])),
        includesPastActivity: chance(20))
    }
    return .startMonitoring(activity: try pick(Self.names), schedule: try pick(Self.schedules), events: events)
  }

  // MARK: Time

  private mutating func jump() throws {
    let hours = chance(50) ? Int64.random(in: -6..<0, using: &random) : Int64.random(in: 1...50, using: &random)
    rules.jump(to: state.now.advanced(by: hours * 3_600_000 + 1_000), in: &state)
  }

  /// Uses an application or nothing, and checks that nothing happens before the instant that was announced.
  private mutating func use() throws {
    let length = Int64.random(in: 1...(chance(30) ? 600 : 60), using: &random) * 60_000
    let isPresent = chance(60)
    let app = isPresent ? try pick(Self.apps) : nil
    try advance(to: state.now.advanced(by: length), app: app, isPresent: isPresent)
    // Once time has passed, an activity without a further interval stays only for its last callbacks (D13).
    for (id, family) in state.families {
      for activity in family.activities.values where activity.isOver {
        let open = family.outstanding.map(\.activity) + (family.held ?? []).map(\.activity)
        #expect(open.contains(activity.name), "\(activity.name) of \(id)")
      }
    }
    let due = rules.nextDue(in: state) ?? state.now.advanced(by: 86_400_000)
    #expect(due >= state.now)
    let quiet = min(due, state.now.advanced(by: 86_400_000)).advanced(by: -1)
    guard state.now < quiet else { return }
    var copy = state
    let step = rules.advance(&copy, through: UseSpan(start: copy.now, end: quiet, app: app, isPresent: isPresent))
    #expect(step.isFinished && !step.hasOutput, "due at \(due.date)")
  }

  private mutating func advance(to end: Timestamp, app: Item?, isPresent: Bool) throws {
    let span = UseSpan(start: state.now, end: end, app: app, isPresent: isPresent)
    var step: Step
    repeat {
      step = rules.advance(&state, through: span)
      take(step.deliveries)
      for delivery in step.deliveries {
        #expect(delivery.decidedAt == state.now && delivery.dueAt <= state.now, "\(delivery)")
      }
    } while !step.isFinished
    #expect(state.now == end)
  }

  // MARK: Effects

  /// A handler answers the oldest delivery of a family: it registers something again or stops it.
  private mutating func perform(of family: FamilyID) throws {
    guard let oldest = state.families[family]?.outstanding.first else { return }
    let effect = chance(50) ? try registration() : .stopMonitoring(chance(50) ? [oldest.activity] : [])
    try apply([effect], of: family, performing: oldest.sequence)
    #expect(state.families[family]?.outstanding.first?.sequence == oldest.sequence, "its handler still runs")
    settle(oldest.sequence, of: family)
  }

  mutating func apply(_ effects: [RuleEffect], of family: FamilyID, performing: Int64? = nil) throws {
    let before = state
    let outcome = try rules.apply(effects, of: family, performing: performing, to: &state)
    for other in Self.families where other != family { #expect(state.families[other] == before.families[other]) }
    var named: [String] = []
    for effect in effects {
      if case .startMonitoring(let activity, _, _) = effect { named.append(activity) }
      if case .stopMonitoring(let names) = effect { named += names.isEmpty ? Self.names : names }
    }
    for sequence in outcome.dropped {
      let index = try #require(log[family]?.firstIndex { $0.delivery.sequence == sequence })
      let record = try #require(log[family]?[index])
      #expect(!record.isSettled && !record.isDropped && sequence != performing)
      #expect(named.contains(record.delivery.activity), "another activity's delivery was dropped")
      log[family]?[index].isDropped = true
    }
    take(outcome.deliveries)
    if case .stopMonitoring(let stopped)? = effects.last {
      for name in stopped.isEmpty ? Self.names : stopped {
        // All that is left of a stopped activity is the end of an interval that was started (D10, D12).
        let left = outcome.deliveries.filter { $0.activity == name }.map(\.callback)
        let held = (state.families[family]?.held ?? []).filter { $0.activity == name }.map(\.callback)
        #expect((left + held).allSatisfy { $0 == .intervalDidEnd }, "\(name): \(left + held)")
      }
    }
    func others<Waiting>(_ list: [Waiting]?, _ activity: (Waiting) -> String) -> [Waiting] {
      (list ?? []).filter { !named.contains(activity($0)) }
    }
    let (old, new) = (before.families[family], state.families[family])
    #expect(others(old?.outstanding, \.activity) == others(new?.outstanding, \.activity))
    #expect(others(old?.held, \.activity) == others(new?.held, \.activity))
    for name in Self.names where !named.contains(name) {
      let (known, kept) = (old?.activities[name], new?.activities[name])
      #expect(kept == known || kept == nil && known?.isOver == true, "\(name)")
    }
  }

  private mutating func take(_ deliveries: [Delivery]) {
    for delivery in deliveries {
      #expect(delivery.sequence == Int64(log[delivery.family]?.count ?? 0) + 1)
      log[delivery.family, default: []].append(Record(delivery: delivery))
    }
  }

  /// Settles some of the oldest deliveries.
  private mutating func settle() {
    for family in Self.families {
      while chance(60), let oldest = state.families[family]?.outstanding.first { settle(oldest.sequence, of: family) }
    }
  }

  mutating func settle(_ sequence: Int64, of family: FamilyID) {
    rules.settle(sequence, of: family, in: &state)
    if let index = log[family]?.firstIndex(where: { $0.delivery.sequence == sequence }) {
      log[family]?[index].isSettled = true
    }
  }
}

// MARK: - What holds after each step

extension RuleWalk {
  private func checkState() throws {
    for (id, family) in state.families {
      let open = (log[id] ?? []).filter { !$0.isSettled && !$0.isDropped }
      #expect(family.outstanding.map(\.sequence) == open.map(\.delivery.sequence))
      for activity in family.activities.values {
        if let running = activity.current {
          #expect(activity.lastSpan == running.span)
          #expect(activity.next.map { running.span.end <= $0.span.start } ?? true)
          #expect(activity.meters.map(\.selection) == Meter.selections(of: activity.events))
        }
        #expect(!activity.schedule.isOneShot || activity.current == nil || activity.next == nil)
      }
    }
  }

  /// Settles everything, stops everything and uses the device for a day, in which everything that waits comes.
  mutating func finish() throws {
    for family in Self.families {
      for record in log[family] ?? [] where !record.isSettled && !record.isDropped {
        settle(record.delivery.sequence, of: family)
      }
      // A finished activity stays only for its last callbacks (D13).
      let held = state.families[family]?.held ?? []
      for (name, activity) in state.families[family]?.activities ?? [:] where activity.isOver {
        #expect(held.contains { $0.activity == name }, "\(name) has no further callback")
      }
    }
    for family in Self.families { try apply([.stopMonitoring([])], of: family) }
    try advance(to: state.now.advanced(by: 86_400_000), app: nil, isPresent: true)
    for family in state.families.values { #expect(family.activities.isEmpty && family.held == nil) }
  }

  /// The deliveries of an activity that reached their handler.
  func told(_ family: FamilyID, _ activity: String) -> [Delivery] {
    (log[family] ?? []).filter { !$0.isDropped && $0.delivery.activity == activity }.map(\.delivery)
  }
}
