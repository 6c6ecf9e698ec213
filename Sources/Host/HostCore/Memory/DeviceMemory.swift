// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
package import ScreenTimeStore

/// The state of the rules, in memory and in the store. Only this type opens the transactions of inputs.
package final class DeviceMemory {
  /// The relation of the memory to the store.
  enum Phase {
    case clean
    /// Memory has changes that are not stored yet.
    case dirty
    /// A write failed, so memory may be ahead of the store and is reloaded before anything else.
    case behindStore
  }

  /// The number of counted spans that may wait in memory until they are written on their own.
  private static let useBatch = 2_000
  private static let day: Int64 = 86_400_000

  package let store: DeviceStore
  package private(set) var state: DeviceState
  private(set) var rules: DeviceRules
  private(set) var phase = Phase.clean
  /// The end of the newest sample, which reports show as the time of their last update (R10).
  private(set) var newestSample: Timestamp
  /// The first instant of the last day whose daily job is done.
  private(set) var maintainedDay: Int64
  /// The stored state; `nil` in a new store, to which the whole state must be written.
  private var saved: DeviceState?
  /// The stored end of the newest sample; `nil` if it is not known.
  private var savedSample: Timestamp?
  private var unsavedUse: [UseSpan] = []
  /// Until when the host was down; `nil` once the clock has come there, also if it is set back later.
  private var downUntil: Timestamp?
  /// The number of transactions since the start, by which a page notices that it is old.
  private(set) var commits: Int64 = 0

  /// - Parameters:
  ///   - start: when the host starts: the first instant of a new state.
  ///   - place: the time zone and calendar of a new state.
  init(_ store: DeviceStore, rules: DeviceRules, start: Timestamp, place: CalendarPlace) throws {
    self.store = store
    self.rules = rules
    state = DeviceState(now: start, place: place)
    (newestSample, maintainedDay) = (start, .min)
    try reload()
    if state.now < start { downUntil = start }
  }

  /// Reloads everything from the store.
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
    savedSample = nil
    unsavedUse = []
    // The history is not stored with the state but in the usage table. Include use after the current time: if the clock
    // was set back, time passes there again and past activity counts it then (E5).
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

  /// Changes the rules' parameters, such as the profile in force and the grids of grants.
  func adjustRules(_ body: (inout DeviceRules) -> Void) { body(&rules) }

  /// Advances the clock through a span of use, up to the first instant at which something is due. What became due while
  /// the host was down is caught up with (D17).
  func advance(through span: UseSpan) -> Step {
    if let end = downUntil, end <= state.now { downUntil = nil }
    let missed = downUntil.map { self.missed(span, until: $0) }
    let step = change { rules, state in
      rules.advance(&state, through: missed ?? span, cause: missed == nil ? .natural : .catchUp)
    }
    unsavedUse += step.counted
    return step
  }

  /// The part of a span, or of the time before it, at which the host was down.
  private func missed(_ span: UseSpan, until end: Timestamp) -> UseSpan {
    var part = span
    if end <= span.start { part = UseSpan(start: state.now, end: span.start, isPresent: false) }
    part.end = min(part.end, span.end, end)
    return part
  }

  /// The next instant at which the rules can have something due if the foreground stays the same.
  var nextDue: Timestamp? { rules.nextDue(in: state) }

  func sampleArrived(until end: Timestamp) { newestSample = max(newestSample, end) }

  func wasMaintained(on day: Int64) { maintainedDay = day }

  // MARK: - Save

  /// Whether memory holds anything that the store does not.
  var isUnsaved: Bool { !unsavedUse.isEmpty || state.withoutHistory != saved }
  /// Whether enough use waits in memory to be written, so that a kill makes the host repeat little.
  var isBatchFull: Bool { unsavedUse.count > Self.useBatch }
  /// The first instant of the current day since 1970, if its daily job is not done.
  var maintenanceDue: Int64? {
    let today = state.now.milliseconds - (state.now.milliseconds % Self.day + Self.day) % Self.day
    return today > maintainedDay ? today : nil
  }

  /// Runs `body` in one transaction and writes the state with it.
  ///
  /// A `HostError` refuses an input before anything has changed. After any other error memory may be ahead of the
  /// store.
  func transact(_ body: (StoreTransaction) throws -> Void) throws {
    let before = phase
    phase = .behindStore
    do {
      try store.transaction { transaction in
        // Record use first, since a report reads the usage table.
        try transaction.recordUse(unsavedUse, in: state.place.timeZone)
        try body(transaction)
        try transaction.save(state, replacing: saved)
        if savedSample != newestSample { try transaction.setValue(newestSample, HostMeta.newestSample) }
      }
    } catch let error as HostError {
      phase = before
      throw error
    }
    (saved, savedSample) = (state.withoutHistory, newestSample)
    unsavedUse.removeAll(keepingCapacity: true)
    commits += 1
    phase = .clean
  }
}
