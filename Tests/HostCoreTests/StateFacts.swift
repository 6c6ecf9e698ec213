// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore

/// The contents of a state directory, in a form that two runs can be compared by.
struct StateFacts {
  /// One callback and its end, without sequence numbers: they give the order in which the host was asked, not the
  /// outcome.
  struct DeliveryRecord: Hashable, CustomStringConvertible {
    var family: String
    var point: String
    var callback: String
    var subject: String
    var interval: String
    var owedAt: Int64
    var outcome: String
    var reason: String

    var description: String { "\(family).\(point) \(callback) \(subject) \(interval) \(owedAt) \(outcome) \(reason)" }
  }

  var state: DeviceState?
  var deliveries: [PendingDelivery]
  var use: [Item: Int64]
  var journal: [JournalEntry]
  private var attempts: [String: [DeliveryAttempt]] = [:]

  init(_ directory: String) throws {
    let store = try DeviceStore(directory: directory, durability: .simulated)
    (state, deliveries, journal) = try store.read {
      (try $0.loadState(), try $0.deliveryHistory(), try $0.journal())
    }
    for family in Set(deliveries.map(\.family)) {
      let found = try store.read { try $0.attempts(family: family) }
      attempts[family] = found.sorted { $0.key < $1.key }.flatMap(\.value)
    }
    use = try store.read { try $0.useTotals(from: .distantPast, to: .distantFuture) }
  }

  var told: [DeliveryRecord] {
    deliveries.map { delivery in
      let monitor = try? delivery.monitorDelivery()
      return DeliveryRecord(
        family: delivery.family, point: delivery.point, callback: delivery.callback,
        subject: [monitor?.activity, monitor?.event].compactMap { $0 }.joined(separator: " "),
        interval: monitor?.interval.id ?? "", owedAt: delivery.owedAt.milliseconds,
        outcome: delivery.settlement?.outcome.rawValue ?? "owed", reason: delivery.settlement?.reason.rawValue ?? "")
    }
  }

  /// The outcomes of a family's callbacks, in order, such as `eventDidReachThreshold first: applied`.
  func endings(of family: String, point: String = "monitor") -> [String] {
    told.filter { $0.family == family && $0.point == point }.map {
      let event = $0.subject.split(separator: " ").dropFirst().joined()
      return "\($0.callback)\(event.isEmpty ? "" : " \(event)"): \($0.outcome) \($0.reason)"
    }
  }

  /// The attempts to deliver a family's callbacks, oldest first.
  func attempts(of family: String) -> [DeliveryAttempt] { attempts[family] ?? [] }

  /// The attempts that ended without a reply, with their reasons.
  var failedAttempts: [String] {
    attempts.sorted { $0.key < $1.key }.flatMap { family, attempts in
      attempts.filter { !$0.reason.rawValue.hasPrefix("reply.") }.map {
        "\(family) \($0.delivery).\($0.number) at \($0.at.milliseconds): \($0.reason) \($0.detail)"
      }
    }
  }

  /// The private defaults of a family's monitor.
  func defaults(of family: String) -> [String: DefaultValue] {
    state?.families[FamilyID(family)]?.defaults["standard@monitor"] ?? [:]
  }
}
