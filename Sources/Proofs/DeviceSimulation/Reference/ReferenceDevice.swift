// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules

/// The reference model of the device: a second reducer, written from the rules and not from the engine. It gets the
/// generated use and the extensions' answers, and computes the required callbacks with number, cause and instant.
///
/// It advances only when a transaction of the host becomes durable, so a killed host has no effect on it.
struct ReferenceDevice {
  let mode: DeliveryMode
  var now: Timestamp
  var zone: TimeZone
  var families: [String: ReferenceFamily]
  var grants: [Item: Timestamp] = [:]
  var operatorStores: [String: SettingsStore] = [:]
  /// The use that the host is currently processing.
  var feed: [UseSpan] = []
  /// The use that must have been counted.
  var ledger: [UseSpan] = []
  /// Due callbacks that were not seen in the outbox yet, by number.
  var demands: [String: [Int64: Demand]] = [:]
  /// Callbacks that a rule withdrew.
  var drops: [String: Set<Int64>] = [:]
  /// The settings at the last comparison of decisions.
  var comparedSettings: SettingsStamp?
  private(set) var findings: [Finding] = []
  private var groundOrder: Int64 = 0

  init(mode: DeliveryMode, now: Timestamp, zone: String, families: [String]) {
    self.mode = mode
    self.now = now
    self.zone = TimeZone(identifier: zone) ?? .gmt
    self.families = Dictionary(uniqueKeysWithValues: families.map { ($0, ReferenceFamily(name: $0)) })
  }

  var familyNames: [String] { families.keys.sorted() }

  mutating func find(_ invariant: Invariant, _ what: String) {
    // Descriptions of values include the module name, which the sentence doesn't need.
    let sentence = what.replacing("ScreenTimeRules.", with: "")
    findings.append(Finding(invariant: invariant, at: now.milliseconds, what: sentence))
  }

  mutating func nextGroundOrder() -> Int64 {
    groundOrder += 1
    return groundOrder
  }

  // MARK: - Numbering

  /// Numbers the callbacks of one instant: by due time, then by C7.
  mutating func demand(_ dues: [Demand]) {
    for due in Self.ordered(dues) {
      families[due.family]?.sequence += 1
      let number = families[due.family]?.sequence ?? 0
      families[due.family]?.outstanding[number] = .init(demand: due, registration: due.registration)
      demands[due.family, default: [:]][number] = due
    }
  }

  private static func ordered(_ dues: [Demand]) -> [Demand] {
    guard dues.count > 1 else { return dues }
    var result = dues.sorted(by: isBefore)
    // A start precedes every other callback of its interval except the warning before it.
    for start in dues where start.callback == .intervalDidStart {
      guard let place = result.firstIndex(of: start) else { continue }
      let early = result[..<place].filter {
        $0.callback != .intervalWillStartWarning && $0.family == start.family && $0.activity == start.activity
          && $0.interval.start == start.interval.start && $0.registration == start.registration
      }
      result.removeAll { $0 == start || early.contains($0) }
      result.insert(contentsOf: [start] + early, at: place - early.count)
    }
    return result
  }

  private static let order: [MonitorCallback] = [
    .eventWillReachThresholdWarning, .eventDidReachThreshold, .intervalWillEndWarning, .intervalDidEnd,
    .intervalWillStartWarning, .intervalDidStart,
  ]

  private static func isBefore(_ left: Demand, _ right: Demand) -> Bool {
    func key(_ due: Demand) -> (Int64, Int, String, String, String) {
      (
        due.dueAt.milliseconds, order.firstIndex(of: due.callback) ?? order.count, due.activity, due.event ?? "",
        due.family
      )
    }
    return key(left) < key(right)
  }
}
