// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import SchemaChecks
import Testing

/// One line of a fenced block of `docs/wire.md`: ```` ```json host pick ```` has the kind `host` and the detail `pick`.
struct PageExample: Sendable, CustomTestStringConvertible {
  var language: String
  var kind: String
  var detail: String
  var line: String

  var testDescription: String { "\(kind) \(detail) \(line.prefix(48))" }
  var isFromHost: Bool { ["host", "snapshot", "arguments"].contains(kind) }

  static func all(in page: String) -> [PageExample] {
    var examples: [PageExample] = []
    var fence: [String]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        let words = line.dropFirst(3).split(separator: " ").map(String.init)
        fence = fence == nil ? words + [String](repeating: "", count: max(0, 3 - words.count)) : nil
      } else if let fence {
        examples.append(PageExample(language: fence[0], kind: fence[1], detail: fence[2], line: String(line)))
      }
    }
    return examples
  }

  /// Decodes the line into its type, refusing every unknown member, and encodes it again.
  func roundTrip(_ wire: WireValue) throws -> WireValue {
    switch kind {
    case "host", "extension": try message(wire)
    case "arguments": try arguments(wire)
    case "snapshot": try through(Snapshot.self, wire)
    case "effect": try through(Effect.self, wire)
    case "setting": try setting(wire)
    case "value": try through(PropertyValue.self, wire)
    case "error": try through(ErrorObject.self, wire)
    default: throw WireError(at: "", "stands in a block of the unknown kind “\(kind)”")
    }
  }

  private func through<Value: WireConvertible>(_ type: Value.Type, _ wire: WireValue) throws -> WireValue {
    // Extensions may send sets in any order; they are encoded in ascending order.
    try Value(wire: wire, at: "", from: .extension).wire
  }

  private func message(_ wire: WireValue) throws -> WireValue {
    let origin: WireOrigin = isFromHost ? .host : .extension
    switch try Envelope(wire: wire, from: origin) {
    case .request(let id, let method, let params):
      return Envelope.request(id: id, method: method, params: try body(of: method, params)).wire
    case .notification(let method, let params):
      return Envelope.notification(method: method, params: try body(of: method, params)).wire
    case .failure(let id, let error):
      // Extensions may leave out the kind of a code, and encoding an error does not add it.
      return Envelope.failure(id: id, error: error).wire
    case .result(let id, let result):
      return Envelope.result(id: id, result: try self.result(of: id, result)).wire
    }
  }

  private func body(of method: String, _ params: WireValue) throws -> WireValue {
    switch Method(rawValue: method) {
    case .hello: try through(HelloParams.self, params)
    case .perform: try through(PerformParams.self, params)
    case .data: try through(ReportData.self, params)
    case .cancel: try through(Cancel.self, params)
    case .shutdown: try through(Shutdown.self, params)
    case .ack: try through(Ack.self, params)
    case .commit: try through(CommitParams.self, params)
    case .authorize: try through(AuthorizeParams.self, params)
    case .pick: try through(PickParams.self, params)
    case .presentReport: try through(PresentReportParams.self, params)
    case .presentWindow: try through(PresentWindowParams.self, params)
    case nil: throw WireError(at: "/method", "is “\(method)”, which is not a method")
    }
  }

  private func result(of id: RequestID, _ result: WireValue) throws -> WireValue {
    switch detail {
    case "effects": try through(EffectsResult.self, result)
    case "shieldAction": try through(ShieldActionResult.self, result)
    case "shieldConfiguration": try through(ShieldConfigurationResult.self, result)
    case "report": try through(ReportResult.self, result)
    case "authorize": try through(AuthorizeResult.self, result)
    case "pick": try through(PickResult.self, result)
    case "widget.describe": try through(WidgetDescription.self, result)
    case "widget.placeholder": try through(WidgetPlaceholderResult.self, result)
    case "widget.snapshot": try through(WidgetSnapshotResult.self, result)
    case "widget.timeline": try through(WidgetTimelineResult.self, result)
    case "widget.relevance": try through(WidgetRelevanceResult.self, result)
    case "widget.options", "focus.options": try through(OptionsResult.self, result)
    case "focus.describe": try through(FocusDescription.self, result)
    case "focus.suggest": try through(FocusSuggestions.self, result)
    case "focus.resolve": try through(FocusContext.self, result)
    case "focus.perform": try through(FocusPerformResult.self, result)
    case "presentReport": try through(PresentReportResult.self, result)
    case "presentWindow": try through(PresentWindowResult.self, result)
    case _ where id == RequestID(.host, 1): try through(HelloResult.self, result)
    case _ where id.side == .extension: try through(CommitResult.self, result)
    default: throw WireError(at: "/result", "has no type in its block's first line")
    }
  }

  private func arguments(_ wire: WireValue) throws -> WireValue {
    let environment: WireValue = [
      "calendar": "gregorian", "colorScheme": "light", "firstWeekday": 2, "locale": "en_GB", "timeZone": "UTC",
      "uses24Hour": true,
    ]
    let params: WireValue = [
      "arguments": wire, "callback": .string(detail), "deadlineMs": 5_000, "delivery": ["attempt": 1, "now": 0],
      "snapshot": ["environment": environment],
    ]
    return try PerformParams(wire: params, at: "", from: .extension).callback.arguments
  }

  private func setting(_ wire: WireValue) throws -> WireValue {
    let name = try #require(wire["/key"]?.text)
    let key = try #require(SettingKey(rawValue: name))
    let value = try SettingValue(wire: wire["/value"] ?? .null, for: key, at: "/value", from: .extension)
    return ["key": .string(name), "value": value.wire]
  }
}

extension WireValue {
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}
