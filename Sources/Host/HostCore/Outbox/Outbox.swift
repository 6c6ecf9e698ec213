// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// The number of families that may have a turn at a time.
package enum TurnWidth: String, Hashable, Codable, Sendable {
  /// One in total: on a virtual clock, where callbacks take no time and their order is part of the result.
  case one
  case perFamily
}

/// Pending deliveries, oldest first, and the families' turns: callbacks of a family that may have effects never overlap
/// (H2).
final class Outbox {
  /// The use of a family's turn.
  enum Use: Hashable {
    case call(CallID)
    /// An opened app that the person is still using.
    case visit
  }

  let width: TurnWidth
  /// Whether pending deliveries are sent. A host that only answers queries sends none.
  private(set) var isOpen = false
  private(set) var owed: [PendingDelivery]
  private(set) var turns: [FamilyID: Use] = [:]
  /// Families with more pending deliveries than ``mostPending`` since the last call of ``takeOverfull()``.
  private var overfull: Set<FamilyID> = []
  /// The pending deliveries of a family beyond which the extension that they wait for is quarantined.
  static let mostPending = 1_024
  /// The instants until which programs must not be tried.
  private(set) var blockedUntil: [ProgramID: Timestamp] = [:]

  init(_ reader: StoreReader, width: TurnWidth) throws {
    self.width = width
    owed = try reader.owedDeliveries()
  }

  /// Reloads the pending deliveries after a failed write, and drops all turns.
  func reload(_ reader: StoreReader) throws {
    owed = try reader.owedDeliveries()
    overfull = []
    turns = [:]
  }

  // MARK: - Rows

  func owe(_ deliveries: [PendingDelivery], in transaction: StoreTransaction) throws {
    let families = Set(deliveries.map(\.family))
    let full = families.filter { count(of: $0) > Self.mostPending }
    owed += try transaction.owe(deliveries)
    overfull.formUnion(families.subtracting(full).filter { count(of: $0) > Self.mostPending }.map(FamilyID.init))
  }

  private func count(of family: String) -> Int { owed.count { $0.family == family } }

  /// The families whose pending deliveries have just become too many.
  func takeOverfull() -> [FamilyID] {
    defer { overfull = [] }
    return overfull.sorted { $0 < $1 }
  }

  /// Drops deliveries that a rule withdrew: monitoring stopped, superseded, or authorization revoked (D12, A9).
  func drop(_ sequences: [Int64], of family: FamilyID, at now: Timestamp, in transaction: StoreTransaction) throws {
    for sequence in sequences {
      guard let delivery = owed.first(where: { $0.family == family.rawValue && $0.sequence == sequence }) else {
        continue
      }
      try settle(delivery, as: .init(.dropped, reason: .delivery(.dropped), at: now), in: transaction)
    }
  }

  func settle(
    _ delivery: PendingDelivery, as settlement: PendingDelivery.Settlement, in transaction: StoreTransaction
  ) throws {
    try transaction.settle(delivery.id, as: settlement)
    owed.removeAll { $0.id == delivery.id }
  }

  /// Counts a failed attempt.
  ///
  /// - Returns: the number of attempts.
  func countAttempt(at delivery: PendingDelivery, in transaction: StoreTransaction) throws -> Int {
    let attempts = try transaction.beginAttempt(delivery.id)
    if let index = owed.firstIndex(where: { $0.id == delivery.id }), let row = try transaction.delivery(delivery.id) {
      owed[index] = row
    }
    return attempts
  }

  // MARK: - Turns

  func open() { isOpen = true }

  /// Whether a family may have a turn now, as far as other turns are concerned.
  func isFree(for family: FamilyID) -> Bool { width == .one ? turns.isEmpty : turns[family] == nil }

  func give(_ family: FamilyID, _ use: Use) { turns[family] = use }

  func endTurn(of family: FamilyID) { turns[family] = nil }

  /// Turns a callback into a visit. On a virtual clock the visit keeps the turn, since it takes no time; otherwise the
  /// family's other callbacks continue while its app is open.
  func beginVisit(of family: FamilyID) { turns[family] = width == .one ? .visit : nil }

  func endVisit(of family: FamilyID) { if turns[family] == .visit { turns[family] = nil } }

  func isInCallback(_ family: FamilyID) -> Bool { if case .call? = turns[family] { true } else { false } }

  func block(_ program: ProgramID, until time: Timestamp) { blockedUntil[program] = time }

  func unblock(_ program: ProgramID) { blockedUntil[program] = nil }

  /// The next instant at which a blocked program may be tried again.
  func nextRetry(after now: Timestamp) -> Timestamp? {
    owed.isEmpty ? nil : nextUnblocking(after: now)
  }

  /// The next instant at which any blocked program may start.
  func nextUnblocking(after now: Timestamp) -> Timestamp? {
    blockedUntil.values.filter { now < $0 && $0 < .distantFuture }.min()
  }
}

/// A press on a shield as it is stored in the outbox.
struct PressDelivery: Codable, Hashable {
  var button: String
  var item: Item
  /// The item that the family's own rule named: the pressed item itself or its category (PRIV-TK7).
  var target: Item
}

/// The opening of a family's app as it is stored in the outbox.
struct AppDelivery: Codable, Hashable {
  var reason: String
  var token: String?
  var action: String?
  var payload: String?
  /// Whether the person acts in the app before its opening ends; absent in rows of older builds.
  var stays: Bool?
  /// Whether the operator has the opening sent again.
  var isRepeated: Bool?
  /// The target of the tapped widget; `nil` if the app was opened without one.
  var opening: Opening?

  enum Opening: Codable, Hashable {
    case url(String)
    case activity(kind: String, size: String, configuration: [StoredParameter])
  }

  var isVisit: Bool { stays ?? (reason == ActivateArguments.Reason.launch.rawValue) }

  var callback: Callback {
    switch opening {
    case .url(let url): return .openURL(url)
    case .activity(let kind, let size, let configuration):
      return .continueActivity(
        ContinuedActivity(
          kind: kind, size: WidgetSize(rawValue: size) ?? .systemSmall,
          configuration: configuration.compactMap(\.wireValue)))
    case nil: break
    }
    let openRequest = token.flatMap(WireToken.init).map {
      ActivateArguments.OpenRequest(token: $0, action: action ?? "", payload: payload)
    }
    return .activate(.init(reason: .init(rawValue: reason) ?? .launch, openRequest: openRequest))
  }
}
