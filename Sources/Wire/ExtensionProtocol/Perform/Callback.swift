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
    default:
      guard let callback = MonitorCallback(rawValue: name) else {
        self = .unknown(name: name)
        return
      }
      self = .monitor(
        callback, activity: try reader.name("activity"),
        event: callback.isOfEvent ? try reader.name("event") : nil)
    }
    try reader.finish()
  }
}

/// The parts of the state that changed while an app was open.
public enum StateChange: String, WireWord {
  case authorization, stores, activities, defaults, tokens, focus, widgets, environment
}
