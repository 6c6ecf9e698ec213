// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A call of the developer's code, with the arguments of Apple's method.
public enum Callback: Hashable, Sendable {
  case activate(ActivateArguments)
  case stateChanged(changes: [StateChange])
  case openURL(String)
  case tap(tree: Int64, action: Int64, isOn: Bool?)
  case monitor(MonitorCallback, activity: String, event: String?)
  case shieldConfiguration(ShieldConfigurationArguments)
  case shieldAction(ShieldActionArguments)
  case makeReport(context: String, filter: ReportFilter, frame: ViewFrame)
  case continueActivity(ContinuedActivity)
  case widget(WidgetCallback)
  case focus(FocusCallback)
  case performIntent(IntentArguments)
  /// A callback of a newer host. The extension replies with error -32601.
  case unknown(name: String)

  /// The value of the `callback` member.
  public var name: String {
    switch self {
    case .activate: "activate"
    case .stateChanged: "stateChanged"
    case .openURL: "app.openURL"
    case .tap: "app.tap"
    case .monitor(let callback, _, _): callback.rawValue
    case .shieldConfiguration: "configuration"
    case .shieldAction: "handle"
    case .makeReport: "makeReport"
    case .continueActivity: "app.continueActivity"
    case .widget(let callback): callback.name.rawValue
    case .focus(let callback): callback.name.rawValue
    case .performIntent: "intent.perform"
    case .unknown(let name): name
    }
  }

  /// The value of the `arguments` member.
  public var arguments: WireValue {
    switch self {
    case .activate(let arguments): arguments.wire
    case .stateChanged(let changes): ["changes": changes.map(\.rawValue).sorted { $0.precedesInUTF8($1) }.wire]
    case .openURL(let url): ["url": url.wire]
    case .tap(let tree, let action, let isOn): ["action": action.wire, "on": isOn?.wire, "tree": tree.wire]
    case .monitor(_, let activity, let event): ["activity": activity.wire, "event": event?.wire]
    case .shieldConfiguration(let arguments): arguments.wire
    case .shieldAction(let arguments): arguments.wire
    case .makeReport(let context, let filter, let frame):
      ["context": context.wire, "filter": filter.wire, "frame": frame.wire]
    case .continueActivity(let activity): activity.wire
    case .widget(let callback): callback.arguments
    case .focus(let callback): callback.arguments
    case .performIntent(let arguments): arguments.wire
    case .unknown: [:]
    }
  }

  init(name: String, arguments: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(arguments, at: pointer, from: origin)
    switch name {
    case "activate":
      self = .activate(try ActivateArguments(wire: arguments, at: pointer, from: origin))
      return
    case "stateChanged":
      self = .stateChanged(
        changes: try reader.list("changes", of: String.self).compactMap(StateChange.init(rawValue:)))
    case "app.openURL": self = .openURL(try reader.required("url"))
    case "app.tap":
      self = .tap(
        tree: try reader.required("tree"), action: try reader.required("action"), isOn: try reader.optional("on"))
    case "configuration":
      self = .shieldConfiguration(try ShieldConfigurationArguments(wire: arguments, at: pointer, from: origin))
      return
    case "handle":
      self = .shieldAction(try ShieldActionArguments(wire: arguments, at: pointer, from: origin))
      return
    case "makeReport":
      self = .makeReport(
        context: try reader.name("context"), filter: try reader.required("filter"),
        frame: try reader.required("frame"))
    case "app.continueActivity":
      self = .continueActivity(try ContinuedActivity(wire: arguments, at: pointer, from: origin))
      return
    case "intent.perform":
      self = .performIntent(try IntentArguments(wire: arguments, at: pointer, from: origin))
      return
    default:
      self = try Self.ofGroup(name, arguments: arguments, at: pointer, from: origin)
      return
    }
    try reader.finish()
  }

  /// A callback of a point that has several with a common prefix.
  private static func ofGroup(
    _ name: String, arguments: WireValue, at pointer: String, from origin: WireOrigin
  ) throws(WireError) -> Callback {
    if let name = WidgetCallback.Name(rawValue: name) {
      return .widget(try WidgetCallback(name, arguments: arguments, at: pointer, from: origin))
    }
    if let name = FocusCallback.Name(rawValue: name) {
      return .focus(try FocusCallback(name, arguments: arguments, at: pointer, from: origin))
    }
    guard let callback = MonitorCallback(rawValue: name) else { return .unknown(name: name) }
    var reader = try WireReader(arguments, at: pointer, from: origin)
    let activity = try reader.name("activity")
    let event = callback.isOfEvent ? try reader.name("event") : nil
    try reader.finish()
    return .monitor(callback, activity: activity, event: event)
  }
}

/// The parts of the state that changed while an app was open.
public enum StateChange: String, WireWord {
  case authorization, stores, activities, defaults, tokens, focus, widgets, environment
}
