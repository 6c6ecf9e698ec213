// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import ScreenTimeRules
import ScreenTimeStore

/// What a host keeps in memory of its store: read when it starts, and again when a write failed.
struct HostMemory {
  var state: DeviceState
  /// Nothing is stored yet.
  var isNew: Bool
  var owed: [OwedDelivery]
  var pendingPress: PendingPress?
  var shieldCount: DailyCount
  var reportCounts: ReportCounts
  var newestSample: Timestamp
  var maintainedDay: Int64

  /// - Parameters:
  ///   - start: the first instant of a new state.
  ///   - place: where a new state is.
  init(_ reader: StoreReader, start: Timestamp, place: CalendarPlace) throws {
    let state = try reader.loadState()
    self.state = state ?? DeviceState(now: start, place: place)
    isNew = state == nil
    owed = try reader.owedDeliveries()
    pendingPress = try reader.value(PendingPress.self, HostMeta.pendingPress)
    shieldCount = try reader.value(DailyCount.self, HostMeta.shieldCount) ?? DailyCount()
    reportCounts = try reader.value(ReportCounts.self, HostMeta.reportCounts) ?? ReportCounts()
    newestSample = try reader.value(Timestamp.self, HostMeta.newestSample) ?? state?.now ?? start
    maintainedDay = try reader.value(Int64.self, HostMeta.maintainedDay) ?? .min
  }
}

// MARK: - After a failed write

extension ScreenTimeHost {
  /// Does something that writes. When a write fails (disk full, store locked), memory may be ahead of the store, so the
  /// next call starts from what is durable: nothing is lost, nothing is applied twice.
  func durably<Result>(_ body: () throws -> Result) throws -> Result {
    if isAheadOfStore { try reload() }
    isAheadOfStore = true
    let result = try body()
    isAheadOfStore = false
    return result
  }

  private func reload() throws {
    let memory = try store.read { try HostMemory($0, start: state.now, place: state.place) }
    state = memory.state
    saved = memory.isNew ? nil : memory.state
    owed = memory.owed
    pendingPress = memory.pendingPress
    shieldCount = memory.shieldCount
    reportSurfaces.restore(memory.reportCounts)
    newestSample = memory.newestSample
    maintainedDay = memory.maintainedDay
    unsavedUse = []
    try loadAgreedPolicies()
    for program in programs {
      let id = program.declaration.id
      restarts[id] = try store.read { try $0.value(RestartMemory.self, RestartMemory.key(id)) }
      program.felledBy = restarts[id]?.felledBy
    }
    try refillHistory()
  }

  /// The history isn't stored with the state: it is the usage table. What lies ahead of a clock that was set back
  /// belongs to it: time will pass there again, and past activity counts it then (E5).
  func refillHistory() throws {
    state.history = UseLedger(
      try store.read { try $0.use(from: state.now.advanced(by: -rules.historyMilliseconds), to: .distantFuture) })
  }
}
