// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
package import ScreenTimeStore

/// The state of the rules and its durable twin. The only one that opens a transaction.
package final class DeviceMemory {
  /// How memory stands to the store.
  enum Phase {
    case clean
    /// Use was counted and is not stored yet.
    case dirty
    /// A write failed, so memory may say what the store does not: it is read again before anything else.
    case behindStore
  }

  /// Counted spans that may wait in memory before they are written without anything else to write.
  private static let useBatch = 2_000
  private static let day: Int64 = 86_400_000

  package let store: DeviceStore
  package private(set) var state: DeviceState
  private(set) var rules: DeviceRules
  private(set) var phase = Phase.clean
  /// The end of the newest sample, which reports tell as the time of their last update (R10).
  private(set) var newestSample: Timestamp
  /// The first instant of the last day whose daily job is done.
  private(set) var maintainedDay: Int64
  /// What the store holds; `nil` in a new store, which must then be given all of it.
  private var saved: DeviceState?
  private var unsavedUse: [UseSpan] = []

  /// - Parameters:
  ///   - start: the first instant of a new state.
  ///   - place: where a new state is.
  init(_ store: DeviceStore, rules: DeviceRules, start: Timestamp, place: CalendarPlace) throws {
    self.store = store
    self.rules = rules
    state = DeviceState(now: start, place: place)
    (newestSample, maintainedDay) = (start, .min)
    try reload()
  }

  /// Takes everything from the store again.
  func reload() throws {
    let (start, place) = (state.now, state.place)
    (saved, newestSample, maintainedDay) = try store.read { reader in
      let stored = try reader.loadState()
      return (
        stored, try reader.value(Timestamp.self, HostMeta.newestSample) ?? stored?.now ?? start,
        try reader.value(Int64.self, HostMeta.maintainedDay) ?? .min
      )
    }
    state = saved ?? DeviceState(now: start, place: place)
    unsavedUse = []
    // The history is not stored with the state: it is the usage table. What lies ahead of a clock that was set back
    // belongs to it: time will pass there again, and past activity counts it then (E5).
    state.history = UseLedger(
      try store.read { try $0.use(from: state.now.advanced(by: -rules.historyMilliseconds), to: .distantFuture) })
    phase = .clean
  }

  // MARK: - Change

  /// Lets the rules change the state.
  func change<Result, Failure: Error>(
    _ body: (DeviceRules, inout DeviceState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if phase == .clean { phase = .dirty }
    return try body(rules, &state)
  }

  /// Changes what the rules go by: the profile in force, the grids of the grants.
  func adjustRules(_ body: (inout DeviceRules) -> Void) { body(&rules) }

  /// Lets the clock run through a span of use, up to the first instant at which something falls due.
  func advance(through span: UseSpan) -> Step {
    let step = change { rules, state in rules.advance(&state, through: span) }
    unsavedUse += step.counted
    return step
  }

  /// The next instant at which the rules can have something due if what is in front stays.
  var nextDue: Timestamp? { rules.nextDue(in: state) }

  func sampleArrived(until end: Timestamp) { newestSample = max(newestSample, end) }

  func wasMaintained(on day: Int64) { maintainedDay = day }

  // MARK: - Save

  /// Whether there is anything that the store does not hold.
  var isUnsaved: Bool { !unsavedUse.isEmpty || state.withoutHistory != saved }
  /// More use waits in memory than a kill should cost to live through again.
  var isBatchFull: Bool { unsavedUse.count > Self.useBatch }
  /// The first instant of the current day since 1970, if its daily job is not done.
  var maintenanceDue: Int64? {
    let today = state.now.milliseconds - (state.now.milliseconds % Self.day + Self.day) % Self.day
    return today > maintainedDay ? today : nil
  }

  /// Runs `body` in one transaction and writes the state with it.
  ///
  /// A `HostError` refuses an input before anything has changed. After any other error memory may be ahead of the store.
  func transact(_ body: (StoreTransaction) throws -> Void) throws {
    let before = phase
    phase = .behindStore
    do {
      try store.transaction { transaction in
        // First, since a report reads the ledger of use.
        try transaction.recordUse(unsavedUse, in: state.place.timeZone)
        try body(transaction)
        try transaction.save(state, replacing: saved)
        try transaction.setValue(newestSample, HostMeta.newestSample)
      }
    } catch let error as HostError {
      phase = before
      throw error
    }
    saved = state.withoutHistory
    unsavedUse.removeAll(keepingCapacity: true)
    phase = .clean
  }
}
