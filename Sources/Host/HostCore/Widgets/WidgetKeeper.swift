// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// A request to a widget other than a timeline, in the order in which they are sent.
enum WidgetTask: Hashable {
  case describe(FamilyID)
  case placeholder(FamilyID, kind: String, size: String)
  case snapshot(String)
  case timeline(String)
  /// A button of this widget was used.
  case intent(String, IntentArguments)

  /// Whether it runs in a process of its own, which has seen nothing else (WIDGET-W25).
  var isFresh: Bool {
    switch self {
    case .describe, .placeholder: true
    case .snapshot, .timeline, .intent: false
    }
  }
}

/// The placed widgets of the person, what the families offer, and the requests that wait.
final class WidgetKeeper {
  private(set) var instances: [String: WidgetInstance]
  private(set) var offers: [FamilyID: Offer<WidgetDescription>]
  private(set) var waiting: [WidgetTask] = []
  /// Widgets whose stored timeline could not be read when the host started.
  private(set) var damaged: [String]
  /// The number of widgets that were ever placed, from which ids are made.
  private(set) var placements: Int64
  private(set) var lock: ScreenLock
  /// The earliest instant at which a widget needs the host.
  private(set) var nextDue: Timestamp?
  private var saved: [String: WidgetInstance]

  init(_ reader: StoreReader) throws {
    let stored = try reader.widgets()
    instances = Dictionary(uniqueKeysWithValues: stored.all.map { ($0.id, $0) })
    saved = instances
    damaged = stored.damaged
    for id in damaged { saved[id] = nil }
    offers = try reader.value([FamilyID: Offer<WidgetDescription>].self, HostMeta.widgetOffers) ?? [:]
    placements = try reader.value(Int64.self, HostMeta.placements) ?? 0
    lock = try reader.value(ScreenLock.self, HostMeta.screenLock) ?? .unlocked
    // A request that a killed host was carrying out is made again.
    for id in instances.keys { instances[id]?.reloads.wasInterrupted() }
    nextDue = .distantPast
  }

  /// Reloads everything from the store after a failed write.
  func reload(_ reader: StoreReader) throws {
    let fresh = try WidgetKeeper(reader)
    (instances, saved, offers) = (fresh.instances, fresh.saved, fresh.offers)
    (damaged, placements, waiting, nextDue) = (fresh.damaged, fresh.placements, [], .distantPast)
    lock = fresh.lock
  }

  /// In the order of their places.
  var ordered: [WidgetInstance] { instances.values.sorted { ($0.place, $0.id) < ($1.place, $1.id) } }

  func isDue(at now: Timestamp) -> Bool { nextDue.map { $0 <= now } ?? false }

  func change<Result>(_ id: String, _ body: (inout WidgetInstance) -> Result) -> Result? {
    guard var instance = instances[id] else { return nil }
    let result = body(&instance)
    instances[id] = instance
    return result
  }

  func place(_ instance: WidgetInstance) {
    instances[instance.id] = instance
    placements += 1
  }

  func remove(_ id: String) {
    instances[id] = nil
    waiting.removeAll { $0 == .snapshot(id) || $0 == .timeline(id) }
  }

  /// Finds the next instant at which a widget needs the host.
  func findNextDue(from now: Timestamp) { nextDue = instances.values.compactMap { $0.nextDue(from: now) }.min() }

  func locks(_ new: ScreenLock, in transaction: StoreTransaction) throws {
    lock = new
    try transaction.setValue(new, HostMeta.screenLock)
  }

  func damageWasHandled() { damaged = [] }

  // MARK: - Requests

  func ask(_ task: WidgetTask) { if !waiting.contains(task) { waiting.append(task) } }

  /// Puts a request back that could not be sent.
  func askFirst(_ task: WidgetTask) { if !waiting.contains(task) { waiting.insert(task, at: 0) } }

  /// Whether a request waits for its program.
  var hasRequests: Bool { !waiting.isEmpty || instances.values.contains { $0.reloads.waiting != nil } }

  /// Takes the next waiting request of a family.
  func takeTask(of family: FamilyID) -> WidgetTask? {
    let index = waiting.firstIndex { task in
      switch task {
      case .describe(let own), .placeholder(let own, _, _): own == family
      case .snapshot(let id), .timeline(let id), .intent(let id, _): instances[id]?.family == family
      }
    }
    return index.map { waiting.remove(at: $0) }
  }

  // MARK: - Offers

  func offers(_ offer: Offer<WidgetDescription>?, of family: FamilyID, in transaction: StoreTransaction) throws {
    offers[family] = offer
    try transaction.setValue(offers, HostMeta.widgetOffers)
  }

  // MARK: - Store

  var hasUnsaved: Bool { instances != saved }

  func save(in transaction: StoreTransaction) throws {
    guard hasUnsaved else { return }
    try transaction.save(instances, replacing: saved)
    try transaction.setValue(placements, HostMeta.placements)
    let written = instances
    transaction.afterCommit { [self] in saved = written }
  }
}
