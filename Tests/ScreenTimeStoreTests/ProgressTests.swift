// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Values that change with time and use are stored in columns, apart from the registration.
@Suite struct ProgressTests {
  private static let family = FamilyID("homework")
  private static let zone = "Europe/Berlin"
  private let directory = StateDirectory()
  private let rules = DeviceRules(mode: .exact)

  /// A device on which one family monitors three parts of the day.
  private func device() throws -> DeviceState {
    var state = DeviceState(
      now: Timestamp(milliseconds: 1_795_188_300_000), place: CalendarPlace(timeZone: Self.zone))
    state.families[Self.family] = FamilyState(authorization: .approved, member: .individual)
    try register("day", from: 0, to: 0, events: 3, in: &state)
    try register("school", from: 8, to: 13, events: 2, in: &state)
    try register("evening", from: 18, to: 22, events: 1, in: &state)
    return state
  }

  private func register(
    _ name: String, from start: Int, to end: Int, events: Int, in state: inout DeviceState
  ) throws {
    let selections = [
      ItemSelection(), ItemSelection(applications: [.application("app 0")]),
      ItemSelection(webDomains: [.webDomain("site1.example")]),
    ]
    try apply(
      .startMonitoring(
        activity: name,
        schedule: Schedule(
          start: ScheduleComponents(hour: start, minute: 0), end: ScheduleComponents(hour: end, minute: 0),
          repeats: true, warning: ScheduleComponents(minute: 5)),
        events: (0..<events).map {
          ActivityEvent(
            name: "event \($0)", selection: selections[$0], threshold: ScheduleComponents(minute: 20 + 15 * $0))
        }), to: &state)
  }

  private func apply(_ effect: RuleEffect, to state: inout DeviceState) throws {
    for delivery in try rules.apply([effect], of: Self.family, to: &state).deliveries {
      rules.settle(delivery.sequence, of: Self.family, in: &state)
    }
  }

  private func live(through span: UseSpan, in state: inout DeviceState) {
    while true {
      let step = rules.advance(&state, through: span)
      for delivery in step.deliveries { rules.settle(delivery.sequence, of: delivery.family, in: &state) }
      if step.isFinished { return }
    }
  }

  /// Rows of a table as text.
  private func rows(_ table: String, _ columns: String) throws -> String {
    try execute("SELECT group_concat(\(columns), ';') FROM \(table)", on: directory.database)
  }

  @Test func `a generated use history is loaded as it was saved, after each span`() throws {
    var use = GeneratedUse(seed: 3)
    var state = try device()
    let store = try directory.open()
    var saved: DeviceState?
    for span in use.spans(400) {
      let length = span.end.milliseconds(since: span.start)
      live(through: UseSpan(start: state.now, end: state.now.advanced(by: length), front: span.front), in: &state)
      try store.transaction { try $0.save(state, replacing: saved) }
      saved = state.withoutHistory
      #expect(try store.read { try $0.loadState() } == saved)
    }
    #expect(state.families[Self.family].map { $0.sequence > 50 } == true)
  }

  @Test func `use updates counters and no state row`() throws {
    var state = try device()
    let store = try directory.open()
    try store.transaction { try $0.save(state, replacing: nil) }
    let bodies = try rows("state", "hex(body)")
    let saved = state.withoutHistory
    // Half past four in the afternoon: nothing begins, ends or is reached within the minute.
    live(
      through: UseSpan(
        start: state.now, end: state.now.advanced(by: 60_000), app: .application("app 0"), isPresent: true), in: &state)
    try store.transaction { try $0.save(state, replacing: saved) }
    #expect(try rows("state", "hex(body)") == bodies)
    #expect(try rows("meter", "activity || meter || ' ' || counted").contains("day0 60000;day1 60000;day2 0"))
    #expect(try store.read { try $0.savedClock() } == state.now)
    #expect(try store.read { try $0.loadState() } == state.withoutHistory)
  }

  @Test func `the row of an activity has its registration alone`() throws {
    var state = try device()
    let store = try directory.open()
    // A day and an hour later all three have begun and ended.
    live(through: UseSpan(start: state.now, end: state.now.advanced(by: 25 * 3_600_000), isPresent: false), in: &state)
    try store.transaction { try $0.save(state, replacing: nil) }
    let keys = try execute(
      "SELECT group_concat(key) FROM state, json_each(CAST(body AS TEXT)) WHERE kind = 'activity' AND name = 'day'",
      on: directory.database)
    let progress: Set<Substring> = ["current", "next", "lastSpan", "warnedStart"]
    #expect(progress.isDisjoint(with: keys.split(separator: ",")), "\(keys)")
    #expect(keys.contains("schedule") && keys.contains("meters"))
  }

  @Test func `an interval that begins or ends rewrites its own progress, and no registration`() throws {
    var state = try device()
    let store = try directory.open()
    try store.transaction { try $0.save(state, replacing: nil) }
    func written() throws -> Int {
      let saved = state.withoutHistory
      // To 18:00, when the evening begins, and to 22:00, when it ends.
      live(through: UseSpan(start: state.now, end: state.now.advanced(by: 4 * 3_600_000), isPresent: false), in: &state)
      return try store.transaction { transaction in
        let before = transaction.rowsWritten
        try transaction.save(state, replacing: saved)
        return transaction.rowsWritten - before
      }
    }
    let counts = try [written(), written(), written()]
    #expect(counts == [5, 7, 1])
    #expect(try store.read { try $0.loadState() } == state.withoutHistory)
  }

  @Test func `stopping an activity or registering it with fewer events removes its counters`() throws {
    var state = try device()
    let store = try directory.open()
    func save(replacing old: DeviceState?) throws {
      try store.transaction { try $0.save(state, replacing: old) }
      #expect(try store.read { try $0.loadState() } == state.withoutHistory)
    }
    try save(replacing: nil)
    #expect(try rows("meter", "activity").components(separatedBy: "day").count == 4)
    var saved = state
    try register("day", from: 0, to: 0, events: 1, in: &state)
    try save(replacing: saved)
    #expect(try rows("meter", "activity").components(separatedBy: "day").count == 2)
    saved = state
    try apply(.stopMonitoring(["day"]), to: &state)
    try save(replacing: saved)
    #expect(try !rows("meter", "activity").contains("day"))
    #expect(try !rows("progress", "activity").contains("day"))
    saved = state
    state.families[Self.family] = nil
    try save(replacing: saved)
    #expect(try rows("progress", "activity") + rows("meter", "activity") + rows("sequence", "family") == "")
  }

  @Test(arguments: [
    ("DELETE FROM clock", "The store has a device without a clock; restore a backup."),
    (
      "INSERT INTO meter VALUES ('homework', 'day', 9, 0, 0, 0)",
      "The store counts for an unknown event of day of family homework; restore a backup."
    ),
    (
      "UPDATE progress SET settledStarts = '[1,'",
      "The stored starts of intervals can't be read by this build; restore a backup, or use the build that wrote it."
    ),
  ])
  func `refuses counters that belong to nothing`(change: String, sentence: String) throws {
    let state = try device()
    do { try directory.open().transaction { try $0.save(state, replacing: nil) } }
    try FileManager.default.removeItem(atPath: directory.database + ".seal")
    try execute(change, on: directory.database)
    let store = try directory.open()
    let error = #expect(throws: StoreError.self) { try store.read { try $0.loadState() } }
    #expect(error?.code == .corrupt)
    #expect(error?.description == sentence)
  }
}
