// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import SDKTestSupport
import WidgetSources

@testable import WidgetKit

/// A widget of `WidgetSources` with the host's side of its callbacks.
struct WidgetProbe {
  let handler: WidgetHandler

  init(_ widget: @escaping @MainActor @Sendable () -> any Widget) { handler = WidgetHandler(widget) }

  static var everyday: WidgetProbe { WidgetProbe { EverydayBundle().body } }

  func answer(_ callback: WidgetCallback, snapshot: Snapshot? = nil) async throws -> WireValue {
    let state = snapshot ?? Snapshot(environment: CallbackHarness.environment)
    return try await CallbackHarness.answer(of: handler, to: .widget(callback), snapshot: state).get()
  }

  func error(of callback: WidgetCallback) async throws -> ErrorObject? {
    let state = Snapshot(environment: CallbackHarness.environment)
    if case .failure(let error) = try await CallbackHarness.answer(of: handler, to: .widget(callback), snapshot: state)
    {
      return error
    }
    return nil
  }

  func description() async throws -> WidgetDescription {
    try await WidgetDescription(wire: answer(.describe), at: "", from: .extension)
  }

  func timeline(
    _ kind: String, _ size: WidgetSize = .systemSmall, variants: [WidgetVariant] = [.light],
    configuration: [ParameterValue] = []
  ) async throws -> WidgetTimelineResult {
    let request = WidgetRequest(kind: kind, size: size, variants: variants)
    return try await WidgetTimelineResult(
      wire: answer(.timeline(request, configuration: configuration, reason: .placed)), at: "", from: .extension)
  }

  func entry(
    _ kind: String, _ size: WidgetSize = .systemSmall, variants: [WidgetVariant] = [.light],
    configuration: [ParameterValue] = [], isPreview: Bool = false
  ) async throws -> WidgetEntry {
    let request = WidgetRequest(kind: kind, size: size, variants: variants)
    let wire = try await answer(.snapshot(request, configuration: configuration, isPreview: isPreview))
    return try WidgetSnapshotResult(wire: wire, at: "", from: .extension).entry
  }

  func placeholder(_ kind: String, _ size: WidgetSize = .systemSmall) async throws -> WireValue {
    let wire = try await answer(.placeholder(WidgetRequest(kind: kind, size: size, variants: [.light])))
    return try WidgetPlaceholderResult(wire: wire, at: "", from: .extension).views[0].view
  }
}

extension WireValue {
  /// All strings in the value.
  var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .object(let object): object.members.flatMap { $0.value.texts }
    case .null, .bool, .integer: []
    }
  }

  /// The objects of a kind of node, outermost first.
  func nodes(_ kind: String) -> [WireObject] {
    switch self {
    case .object(let object):
      (object["kind"] == .string(kind) ? [object] : []) + object.members.flatMap { $0.value.nodes(kind) }
    case .array(let values): values.flatMap { $0.nodes(kind) }
    default: []
    }
  }

  subscript(name: String) -> WireValue? { if case .object(let object) = self { object[name] } else { nil } }
}
