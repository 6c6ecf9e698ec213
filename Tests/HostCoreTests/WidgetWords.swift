// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

/// What a device does about widgets, in words.
extension NotificationBench {
  /// - Parameter names: the names of widgets by their ids.
  func words(_ commands: [DeviceCommand], _ names: [String: String] = [:]) -> [String] {
    commands.compactMap { command -> String? in
      switch command {
      case .present(.widget(let widget)):
        let text = widget.views["light"].map(WidgetHostTests.text) ?? "nothing"
        return "present \(names[widget.id] ?? widget.kind): \(text)\(widget.spot.isHidden ? ", hidden" : "")"
      case .withdraw(.widget(let id)): return "withdraw \(names[id] ?? id)"
      case .perform(let call, _, _): return "perform \(sent.first { $0.call == call }?.callback ?? "nothing")"
      case .conclude(_, .accepted): return "accept"
      case .conclude: return "refuse"
      case .stop(let program, _): return "stop \(program.rawValue)"
      case .tell(let event): return "tell: \(event.what)\(event.detail.isEmpty ? "" : "; \(event.detail)")"
      default: return nil
      }
    }
  }

  /// Takes a person's act.
  func act(_ kind: PersonAct.Kind, _ names: [String: String] = [:]) throws -> [String] {
    words(try take(.person(PersonAct(kind))), names)
  }

  /// Passes time without use.
  func words(until end: Timestamp, _ names: [String: String] = [:]) throws -> [String] {
    var all: [String] = []
    while device.now < end { all += words(try take(.time(end)), names) }
    return all + words(try take(.time(end)), names)
  }

  /// Ends the oldest callback of this name that is on its way.
  func finish(_ callback: String, _ end: CallEnd, _ names: [String: String] = [:]) throws -> [String] {
    let one = try #require(sent.first { $0.callback == callback }, "\(callback) is not on its way")
    forget(one.call)
    return words(try take(.ended(one.call, end)), names)
  }

  /// The journal's rows about a family's widgets.
  func widgetRows(of family: String = "homework", _ names: [String: String] = [:]) throws -> [String] {
    try driver.facts.store.read { try $0.journal(family: family) }
      .filter { if case .widget = $0.reason { true } else { false } }
      .map { "\(names[$0.before ?? ""] ?? $0.before ?? ""): \($0.reason.rawValue) \($0.detail ?? "")" }
  }
}
