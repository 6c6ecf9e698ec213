// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// A callback in flight.
struct OpenCall {
  enum Kind {
    case monitor(PendingDelivery, Delivery)
    /// With the shield that was up when the press was sent.
    case press(PendingDelivery, PressDelivery, ShieldTap, on: Shield?)
    /// A callback of an opened app: its `activate` or a tap.
    case visit(PendingDelivery)
    /// A `stateChanged`, about a change that the open app did not make.
    case push
    case look(ShieldDrawing)
    case report(ReportRequest, isAsked: Bool)
    /// A request to a widget, which has no effects.
    case widget(WidgetTask)
    /// A question to a Focus filter, which has no effects.
    case filter(FilterQuery)
    /// An edge of a Focus filter.
    case focus(PendingDelivery, FilterDelivery)
    /// A button of a widget, performed by the App Intents extension.
    case intent(PendingDelivery, IntentDelivery)
  }

  let id: CallID
  let program: ProgramID
  let family: FamilyID
  let kind: Kind
  /// The effects of accepted savepoints, in order. They are applied again to the state at the time of the reply (H5).
  var savepoints: [[Effect]] = []
  /// The guardian's answer to an app that asks to end its authorization (A8); `nil` if not asked.
  var guardian: Set<Authenticator>?
  /// The question that an open prompt will answer.
  var question: QuestionID?
  /// The request to suspend the family. If set, the family must be released at the end.
  var stillness: QuestionID?

  var delivery: PendingDelivery? {
    switch kind {
    case .monitor(let delivery, _), .press(let delivery, _, _, _), .visit(let delivery), .focus(let delivery, _),
      .intent(let delivery, _):
      delivery
    case .push, .look, .report, .widget, .filter: nil
    }
  }

  /// The sequence of a monitor's callback, which the rules let see its own activity.
  var performing: Int64? { if case .monitor(_, let delivery) = kind { delivery.sequence } else { nil } }
  var isVisit: Bool { if case .visit = kind { true } else { false } }
}

/// A request for the look of a shield.
struct ShieldDrawing {
  var shield: Shield
  var isRedraw: Bool
  /// Whether the shield is on screen; otherwise a person asked to see it.
  var isOnScreen: Bool
}

/// The callbacks in flight. An `ended` or `asked` of any other callback has no effect (H4).
final class CallbackDesk {
  private var calls: [CallID: OpenCall] = [:]
  private var last: Int64 = 0

  subscript(_ id: CallID) -> OpenCall? { calls[id] }

  /// The calls in flight, oldest first.
  var open: [OpenCall] { calls.values.sorted { $0.id < $1.id } }

  func begin(_ kind: OpenCall.Kind, at program: HostedProgram) -> CallID {
    last += 1
    let id = CallID(last)
    calls[id] = OpenCall(id: id, program: program.id, family: program.family, kind: kind)
    return id
  }

  func isInFlight(_ delivery: PendingDelivery) -> Bool { calls.values.contains { $0.delivery?.id == delivery.id } }

  func change(_ id: CallID, _ body: (inout OpenCall) -> Void) {
    guard var call = calls[id] else { return }
    body(&call)
    calls[id] = call
  }

  func end(_ id: CallID) { calls[id] = nil }

  func isReporting(of family: FamilyID) -> Bool {
    calls.values.contains { call in
      if case .report = call.kind { call.family == family } else { false }
    }
  }

  /// Whether a program draws a widget, or describes what it offers.
  func isDrawing(_ program: ProgramID) -> Bool {
    calls.values.contains { call in
      if case .widget = call.kind { call.program == program } else { false }
    }
  }

  /// Whether the widget itself performs the intent of its button now.
  func isPerforming(for instance: String) -> Bool {
    calls.values.contains { call in
      if case .widget(.intent(instance, _)) = call.kind { true } else { false }
    }
  }

  /// Drops all callbacks in flight after a failed write.
  func forget() { calls = [:] }
}
