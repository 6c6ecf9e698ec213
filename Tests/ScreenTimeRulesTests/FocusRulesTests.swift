// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Focus modes, the edges of their filters, and the decision about a notification.
@Suite struct FocusRulesTests {
  static let chat = FocusFilterKey(FamilyID("chat"), "ChatFilter")
  static let mail = FocusFilterKey(FamilyID("mail"), "MailFilter")
  let now = Bench.time("2026-10-19 08:00Z")

  private func values(_ text: String) -> [StoredParameter] { [StoredParameter(name: "account", json: text)] }

  func two() throws -> FocusState {
    var state = FocusState()
    for id in ["work", "sleep"] { _ = try state.make(.define(FocusMode(id: id, name: id))) }
    _ = try state.make(.set(FocusFilter(Self.chat, parameters: values("1")), in: "work"))
    _ = try state.make(.set(FocusFilter(Self.mail, parameters: values("2")), in: "work"))
    _ = try state.make(.set(FocusFilter(Self.chat, parameters: values("3")), in: "sleep"))
    return state
  }

  /// Delivers everything that is owed, successfully.
  func deliver(_ outcome: FocusState.Outcome, _ state: inout FocusState, _ context: FilterContext = .init()) {
    for delivery in outcome.owed {
      state.started(delivery)
      state.accepted(delivery, context, isNewest: true)
    }
  }

  @Test func `filters are ordered by family, then by intent (FOCUS-F7)`() {
    let ordered = [("a", "9"), ("a", "x"), ("a", "y"), ("b", "9"), ("b", "x")].map { family, intent in
      FocusFilterKey(FamilyID(family), intent)
    }
    for (index, left) in ordered.enumerated() {
      for (other, right) in ordered.enumerated() { #expect((left < right) == (index < other), "\(left) \(right)") }
    }
  }

  @Test func `each event reaches the filters of the table, once (FOCUS-F5)`() throws {
    var state = try two()
    var outcome = try state.make(.activate("work"))
    #expect(outcome.owed == [.init(Self.chat, .on, values("1")), .init(Self.mail, .on, values("2"))])
    deliver(outcome, &state)
    #expect(try state.make(.activate("work")).owed.isEmpty)
    // An edit that changes nothing, and one of a mode that is off.
    #expect(try state.make(.set(FocusFilter(Self.chat, parameters: values("1")), in: "work")).owed.isEmpty)
    #expect(try state.make(.set(FocusFilter(Self.mail, parameters: values("9")), in: "sleep")).owed.isEmpty)
    _ = try state.make(.unset(Self.mail, in: "sleep"))
    outcome = try state.make(.set(FocusFilter(Self.chat, parameters: values("5")), in: "work"))
    #expect(outcome.owed == [.init(Self.chat, .on, values("5"))])
    deliver(outcome, &state)
    // From one mode to another: the filter in both performs once, the other one goes off.
    outcome = try state.make(.activate("sleep"))
    #expect(outcome.owed == [.init(Self.chat, .on, values("3")), .init(Self.mail, .off, [])])
    deliver(outcome, &state)
    outcome = try state.make(.set(FocusFilter(Self.chat, parameters: values("3"), isOn: false), in: "sleep"))
    #expect(outcome.owed == [.init(Self.chat, .off, [])])
    deliver(outcome, &state)
    #expect(try state.make(.activate(nil)).owed.isEmpty)
  }

  @Test func `a switch between modes tells a filter in both again, also if nothing else differs`() throws {
    var state = try two()
    _ = try state.make(.set(FocusFilter(Self.chat, parameters: values("1")), in: "sleep"))
    deliver(try state.make(.activate("work")), &state)
    let outcome = try state.make(.activate("sleep"))
    #expect(outcome.owed == [.init(Self.chat, .on, values("1")), .init(Self.mail, .off, [])])
  }

  @Test func `an on that was never sent and its off cancel each other (FOCUS-F8)`() throws {
    var state = try two()
    _ = try state.make(.activate("work"))
    let outcome = try state.make(.activate(nil))
    #expect(outcome.owed.isEmpty)
    #expect(outcome.superseded == [Self.chat, Self.mail])
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func
    `each filter whose last edge was on gets exactly one off, and ends with the values in force (FOCUS-F6, FOCUS-F8)`(
      seed: UInt64
    ) throws
  {
    var random = SeededGenerator(seed: seed)
    var state = try two()
    var owed: [FilterDelivery] = []
    var told: [FocusFilterKey: [FilterDelivery]] = [:]
    // Filters whose `on` was sent, and may have been performed, since their last accepted `off`.
    var mayBeOn: Set<FocusFilterKey> = []
    func act(_ change: FocusChange) throws {
      let outcome = try state.make(change)
      owed.removeAll { outcome.superseded.contains($0.key) }
      owed += outcome.owed
    }
    func send() {
      guard !owed.isEmpty else { return }
      let next = owed[0]
      state.started(next)
      if next.edge == .on { mayBeOn.insert(next.key) }
      // An attempt that fails stays owed.
      guard Int.random(in: 0..<4, using: &random) > 0 else { return }
      owed.removeFirst()
      state.accepted(next, FilterContext(), isNewest: true)
      told[next.key, default: []].append(next)
      if next.edge == .off {
        let wasOn = mayBeOn.remove(next.key) != nil
        #expect(wasOn)
      }
    }
    for _ in 0..<80 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try act(.activate("work"))
      case 1: try act(.activate("sleep"))
      case 2: try act(.activate(nil))
      case 3:
        let text = "\(Int.random(in: 0..<3, using: &random))"
        try act(
          .set(FocusFilter(Self.chat, parameters: values(text), isOn: Bool.random(using: &random)), in: "work"))
      default: send()
      }
      #expect(Set(owed.map(\.key)).count == owed.count)
    }
    while !owed.isEmpty { send() }
    for (key, all) in told {
      if let parameters = state.inForce[key] {
        #expect(all.last == FilterDelivery(key, .on, parameters))
      } else {
        #expect(all.last?.edge == .off)
      }
    }
  }

  @Test func `an off that waits behind an off in flight is not delivered (FOCUS-F6)`() throws {
    var state = try two()
    for delivery in try state.make(.activate("work")).owed {
      state.started(delivery)
      state.accepted(delivery, FilterContext(), isNewest: true)
    }
    let off = try #require(try state.make(.activate(nil)).owed.first { $0.key == Self.chat })
    state.started(off)
    // While it is in flight the mode goes on, which was not sent yet, and off again.
    _ = try state.make(.activate("work"))
    let second = try #require(try state.make(.activate(nil)).owed.first { $0.key == Self.chat })
    #expect(second.edge == .off)
    let isSuperseded = state.accepted(off, FilterContext(), isNewest: false)
    #expect(isSuperseded)
    #expect(state.progress(of: Self.chat).owed == nil)
  }

  @Test func `at most one mode is on, and a mode has one filter per intent of a family (FOCUS-F1, FOCUS-F2)`() throws {
    var state = try two()
    _ = try state.make(.activate("work"))
    _ = try state.make(.activate("sleep"))
    #expect(state.activeID == "sleep")
    _ = try state.make(.set(FocusFilter(Self.chat, parameters: values("1")), in: "sleep"))
    _ = try state.make(.set(FocusFilter(Self.chat, parameters: values("2")), in: "sleep"))
    #expect(state.mode("sleep")?.filters.filter { $0.key == Self.chat }.map(\.parameters) == [values("2")])
    _ = try state.make(.set(FocusFilter(Self.chat, parameters: values("2"), isOn: false), in: "sleep"))
    #expect(state.inForce[Self.chat] == nil)
  }

  @Test func `leaving a mode ends its predicate at once, before the off is delivered (FOCUS-F12)`() throws {
    var state = try two()
    let silent = FilterContext(predicate: .constant(false))
    deliver(try state.make(.activate("work")), &state, silent)
    #expect(state.progress(of: Self.chat).context == silent)
    _ = try state.make(.activate(nil))
    #expect(state.progress(of: Self.chat).context == nil)
    #expect(state.progress(of: Self.chat).owed == .off)
  }

  @Test func `a schedule turns its mode on and off, and leaves the person's own choice alone (FOCUS-F17)`() throws {
    var state = try two()
    let nine = Schedule(start: ScheduleComponents(hour: 9), end: ScheduleComponents(hour: 17), repeats: true)
    _ = try state.make(.define(FocusMode(id: "work", name: "Work", schedule: nine)))
    let place = CalendarPlace(timeZone: "UTC")
    #expect(state.nextEdge(after: now, in: place) == Bench.time("2026-10-19 09:00Z"))
    let start = Bench.time("2026-10-19 09:00Z")
    let change = try #require(state.scheduledChange(from: now, to: start, in: place))
    #expect(change == .activate("work"))
    _ = try state.make(change, isScheduled: true)
    #expect(state.nextEdge(after: start, in: place) == Bench.time("2026-10-19 17:00Z"))
    let end = Bench.time("2026-10-19 17:00Z")
    #expect(state.scheduledChange(from: start, to: end, in: place) == .activate(nil))
    _ = try state.make(.activate("sleep"))
    #expect(state.scheduledChange(from: start, to: end, in: place) == nil)
  }

  @Test func `holds 32 modes and 64 filters each`() throws {
    var state = FocusState()
    for number in 0..<32 { _ = try state.make(.define(FocusMode(id: "\(number)", name: "m"))) }
    let full = state
    #expect(throws: FocusState.Refusal.tooManyModes) {
      var copy = full
      _ = try copy.make(.define(FocusMode(id: "x", name: "m")))
    }
    for number in 0..<64 {
      _ = try state.make(.set(FocusFilter(FocusFilterKey(FamilyID("f"), "\(number)"), parameters: []), in: "1"))
    }
    #expect(throws: FocusState.Refusal.tooManyFilters) {
      _ = try state.make(.set(FocusFilter(FocusFilterKey(FamilyID("f"), "x"), parameters: []), in: "1"))
    }
    // Existing modes and filters can be changed even at the limit.
    _ = try state.make(.define(FocusMode(id: "1", name: "n")))
    _ = try state.make(.set(FocusFilter(FocusFilterKey(FamilyID("f"), "7"), parameters: []), in: "1"))
    #expect(state.modes.count == 32 && state.mode("1")?.name == "n" && state.mode("1")?.filters.count == 64)
  }

  // MARK: - Notifications

  private func decide(
    _ state: FocusState, criteria: String? = nil, level: NotificationRequest.Level = .active, heldFor wait: Int64? = nil
  ) -> NotificationDecision {
    let request = NotificationRequest(
      id: "n", title: "t", body: "b", level: level, filterCriteria: criteria, scheduledAt: now)
    return NotificationDecision(
      on: request, heldUntil: wait.map { _ in now.advanced(by: 5_000) }, of: Self.chat.family, in: state,
      at: now.advanced(by: wait ?? 0))
  }

  @Test func `decides by mode, family, filters and criteria of the instant (FOCUS-N3, FOCUS-N6, FOCUS-N7)`() throws {
    var state = try two()
    #expect(decide(state, criteria: "a") == .interrupts(.noFocus))
    let outcome = try state.make(.activate("work"))
    #expect(decide(state, criteria: "a") == .held(until: now.advanced(by: 5_000)))
    #expect(decide(state, criteria: "a", heldFor: 5_000) == .interrupts(.contextPending))
    var plain = state
    deliver(outcome, &plain)
    #expect(decide(plain, criteria: "a") == .interrupts(.noPredicate))
    let only = FilterContext(predicate: .comparison(CriteriaComparison(.equal, .text("a"))))
    deliver(outcome, &state, only)
    #expect(decide(state, criteria: "a") == .interrupts(.match))
    #expect(decide(state, criteria: "b") == .silenced(.noMatch))
    #expect(decide(state) == .interrupts(.untagged))
    _ = try state.make(.treatUntagged(.silence))
    #expect(decide(state) == .silenced(.untagged))
    // Time-sensitive doesn't get round a predicate; critical does if the operator lets it (FOCUS-N7).
    #expect(decide(state, criteria: "b", level: .timeSensitive) == .silenced(.noMatch))
    #expect(decide(state, criteria: "b", level: .critical) == .silenced(.noMatch))
    _ = try state.make(.allowCritical(Self.chat.family, true))
    #expect(decide(state, criteria: "b", level: .critical) == .interrupts(.critical))
    #expect(decide(state, criteria: "b", level: .timeSensitive) == .silenced(.noMatch))
    _ = try state.make(.define(FocusMode(id: "work", name: "Work", allowed: [FamilyID("mail")])))
    #expect(decide(state, criteria: "a") == .silenced(.notAllowed))
  }

  @Test func `all predicates of a family must accept (FOCUS-N5)`() throws {
    var state = try two()
    let second = FocusFilterKey(Self.chat.family, "Second")
    _ = try state.make(.set(FocusFilter(second, parameters: []), in: "work"))
    let outcome = try state.make(.activate("work"))
    for delivery in outcome.owed {
      state.started(delivery)
      let value = delivery.key != second
      state.accepted(delivery, FilterContext(predicate: .constant(value)), isNewest: true)
    }
    #expect(decide(state, criteria: "a") == .silenced(.noMatch))
  }

  @Test func `a held notification is decided when its filter was told, or when its wait ends (FOCUS-N3)`() throws {
    var own = FamilyNotifications()
    let setting = TriggerSetting(place: CalendarPlace(timeZone: "UTC"))
    let request = NotificationRequest(id: "n", title: "t", body: "b", scheduledAt: now)
    _ = try own.schedule(request, at: now, in: setting)
    let limit = now.advanced(by: 5_000)
    #expect(own.fire(at: now, in: setting, decide: { _ in .held(until: limit) }).shown.isEmpty)
    #expect(own.nextDue == limit)
    let (shown, _) = own.fire(at: now.advanced(by: 9), in: setting, decide: { _ in .silenced(.noMatch) })
    #expect(shown.map(\.isSilenced) == [true])
    #expect(own.pending.isEmpty)
  }
}
