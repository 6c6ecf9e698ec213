// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import FamilyManifests

/// One sample callback: its arguments, and for a report the use data.
package struct SampleCall: Hashable, Sendable {
  /// The callback's name, with a suffix that distinguishes calls of the same callback.
  package var title: String
  package var callback: Callback
  package var data: [ReportElement] = []

  /// All callbacks of a point, in each form.
  ///
  /// - Parameters:
  ///   - contexts: the contexts that a report declared in its answer to `hello`.
  ///   - description: the answer of a widget or a Focus filter to its `describe`, from which the other calls are made.
  package static func all(
    of point: ExtensionPoint, contexts: [String] = [], description: WireValue? = nil
  ) -> [SampleCall] {
    switch point {
    case .app:
      [
        SampleCall("activate", .activate(ActivateArguments(reason: .launch))),
        SampleCall("stateChanged", .stateChanged(changes: [.activities, .stores])),
      ]
    case .monitor:
      MonitorCallback.allCases.map { callback in
        SampleCall(
          callback.rawValue,
          .monitor(callback, activity: SampleWorld.activity, event: callback.isOfEvent ? SampleWorld.event : nil))
      }
    case .shieldConfiguration: shields
    case .shieldAction:
      [ShieldButton.primaryButtonPressed, .secondaryButtonPressed].flatMap { button in
        [
          press(button, .application, SampleWorld.game), press(button, .webDomain, SampleWorld.site),
          press(button, .category, SampleWorld.games),
        ]
      }
    case .report: contexts.map { report($0) }
    case .widget: widgets(description)
    case .focusFilter: filters(description)
    }
  }

  init(_ title: String, _ callback: Callback) {
    self.title = title
    self.callback = callback
  }

  package static func report(_ context: String, data: [ReportElement] = SampleWorld.usage) -> SampleCall {
    let filter = ReportFilter(segment: .daily, start: SampleWorld.dayStart, end: SampleWorld.now)
    var call = SampleCall(
      "makeReport \(context)",
      .makeReport(context: context, filter: filter, frame: ViewFrame(width: 390_000, height: 640_000)))
    call.data = data
    return call
  }

  private static var shields: [SampleCall] {
    let app = ShieldConfigurationArguments.Item(kind: .application, token: SampleWorld.game, name: "Block World")
    let site = ShieldConfigurationArguments.Item(kind: .webDomain, token: SampleWorld.site, name: "games.example")
    let category = ShieldConfigurationArguments.Category(token: SampleWorld.games, name: "Games")
    return [
      shield("application", app, nil), shield("application in category", app, category),
      shield("webDomain", site, nil), shield("webDomain in category", site, category),
    ]
  }

  private static func shield(
    _ title: String, _ item: ShieldConfigurationArguments.Item, _ category: ShieldConfigurationArguments.Category?
  ) -> SampleCall {
    SampleCall(
      "configuration \(title)",
      .shieldConfiguration(ShieldConfigurationArguments(item: item, category: category, isRedraw: false)))
  }

  private static func press(
    _ button: ShieldButton, _ target: ShieldActionArguments.Target, _ token: WireToken
  ) -> SampleCall {
    SampleCall(
      "handle \(button.rawValue) \(target.rawValue)",
      .shieldAction(ShieldActionArguments(action: button, target: target, token: token)))
  }

  /// The complete request.
  package func params(for subject: TrialSubject) -> PerformParams {
    PerformParams(
      callback: callback, delivery: SampleWorld.delivery(for: subject.point),
      snapshot: SampleWorld.snapshot(for: subject), deadlineMs: subject.limits.deadlineMs)
  }
}

extension Callback {
  /// Whether a host sends it to a process of its own, which serves nothing else (WIDGET-W25).
  var isAlone: Bool {
    switch self {
    case .widget(.describe), .widget(.placeholder): true
    default: false
    }
  }
}

extension ExtensionPoint {
  /// The wire names of a point's callbacks.
  package var callbackNames: [String] {
    switch self {
    case .app:
      ["activate", "stateChanged", "app.openURL", "app.tap", "app.continueActivity", "focus.perform", "intent.perform"]
    case .monitor: MonitorCallback.allCases.map(\.rawValue)
    case .shieldConfiguration: ["configuration"]
    case .shieldAction: ["handle"]
    case .report: ["makeReport"]
    case .widget: WidgetCallback.Name.allCases.map(\.rawValue) + ["intent.perform"]
    case .focusFilter: FocusCallback.Name.allCases.map(\.rawValue) + ["intent.perform"]
    }
  }

  /// The callback whose answer tells what the others can ask for.
  package var describingCall: SampleCall? {
    switch self {
    case .widget: SampleCall("widget.describe", .widget(.describe))
    case .focusFilter: SampleCall("focus.describe", .focus(.describe))
    case .app, .monitor, .shieldConfiguration, .shieldAction, .report: nil
    }
  }
}
