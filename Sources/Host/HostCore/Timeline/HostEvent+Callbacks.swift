// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

extension HostEvent {
  /// An event about one program.
  init(at time: Timestamp, _ kind: Kind, _ program: HostedProgram, _ what: String, detail: String = "") {
    self.init(at: time, kind, family: program.id.family, extension: program.id.rawValue, what, detail: detail)
  }

  /// The event of an accepted effect.
  static func effect(_ effect: Effect, of program: HostedProgram, at time: Timestamp) -> HostEvent {
    if case .scheduleNotification(let request) = effect, request.trigger == nil {
      HostEvent(at: time, .notification, program, request.title, detail: request.body)
    } else {
      HostEvent(
        at: time, .effect, program, effect.summary,
        detail: effect.isCarriedOut ? "" : EnforcementTable.notEnforced)
    }
  }

  /// The event of a settled callback.
  static func settled(
    _ delivery: PendingDelivery, _ outcome: PendingDelivery.Outcome, by program: String, reason: ReasonCode,
    detail: String, at time: Timestamp
  ) -> HostEvent {
    let monitor = try? delivery.monitorDelivery()
    let filter =
      delivery.isFilter ? (try? delivery.filterDelivery()).map { "\($0.key.intent) \($0.edge.rawValue)" } : nil
    let what = [delivery.callback, monitor?.event, monitor?.activity, filter].compactMap(\.self).joined(separator: " ")
    return HostEvent(
      at: time, .callback, family: delivery.family, extension: program, what,
      detail: [outcome.rawValue, outcome == .applied ? "" : reason.rawValue, detail].filter { !$0.isEmpty }
        .joined(separator: ", "),
      settlement: Settlement(
        outcome: outcome.rawValue, reason: reason, sequence: delivery.sequence, point: delivery.point))
  }

  /// The event of a sealed process's end. It reveals only a class of outcome (PRIV-SE5).
  static func sealed(_ program: HostedProgram, _ end: CallEnd, at time: Timestamp) -> HostEvent {
    var word = "fallback"
    if case .replied = end { word = "answered" }
    var event = HostEvent(
      at: time, .callback, program, program.point == .report ? "makeReport" : "configuration", detail: word)
    event.settlement = Settlement(outcome: word)
    return event
  }
}
