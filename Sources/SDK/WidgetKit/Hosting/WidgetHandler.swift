// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import AppIntents
package import ExtensionProtocol
package import ExtensionRuntime
internal import Foundation
internal import SwiftUI

/// Handles the callbacks of a widget extension.
package final class WidgetHandler: ExtensionPointHandler, Sendable {
  package let point = ExtensionPoint.widget
  private let stage: WidgetStage

  /// - Parameter widget: Creates the widget, or the bundle's group of them: on the main actor and at the first callback,
  ///   when the clock and the family's state are available (C1).
  package init(_ widget: @escaping @MainActor @Sendable () -> any Widget) {
    stage = WidgetStage { widget().definitions }
  }

  package func perform(_ request: CallbackRequest) throws -> WireValue {
    guard let session = ExtensionSession.current else { return [:] }
    let (stage, callback, person) = (stage, request.callback, request.params.snapshot.environment)
    return try session.waitForTask {
      switch callback {
      case .widget(let call): try await stage.answer(call, person: person, in: session)
      case .performIntent: try await DeclaredIntents.run(callback) ?? [:]
      default: throw HandlerFailure.unknownCallback(request, at: .widget)
      }
    }
  }
}

/// The widgets of the process, on the main actor like their bodies.
@MainActor
final class WidgetStage: Sendable {
  private let make: @MainActor @Sendable () -> [WidgetDefinition]
  private lazy var definitions = make()

  nonisolated init(_ definitions: @escaping @MainActor @Sendable () -> [WidgetDefinition]) { make = definitions }

  func answer(
    _ call: WidgetCallback, person: EnvironmentSnapshot, in session: ExtensionSession
  ) async throws -> WireValue {
    switch call {
    case .describe: return try HandlerFailure.checked(try await describe())
    case .options(let arguments): return try HandlerFailure.checked(try await IntentCatalogue.choices(arguments))
    case .relevance(let kind):
      return try HandlerFailure.checked(
        WidgetRelevanceResult(attributes: try await provider(of: kind).provider.relevance()))
    case .placeholder(let request):
      let drawing = try drawing(of: request, person: person, in: session)
      let context = request.context(isPreview: true)
      let content = try drawing.provider.placeholder(context)
      return try HandlerFailure.checked(WidgetPlaceholderResult(views: try await drawing.views(of: content)))
    case .snapshot(let request, let configuration, let isPreview):
      let drawing = try drawing(of: request, person: person, in: session)
      let entry = try await drawing.provider.snapshot(request.context(isPreview: isPreview), configuration)
      return try HandlerFailure.checked(WidgetSnapshotResult(entry: try await drawing.entry(entry)))
    case .timeline(let request, let configuration, _):
      let drawing = try drawing(of: request, person: person, in: session)
      let timeline = try await drawing.provider.timeline(request.context(isPreview: false), configuration)
      return try HandlerFailure.checked(try await drawing.timeline(timeline))
    }
  }

  // MARK: - Descriptions

  private func describe() async throws -> WidgetDescription {
    let catalogue = try await IntentCatalogue.describe()
    var notes = catalogue.notes
    var kinds: [DescribedKind] = []
    for definition in definitions {
      for name in definition.inert { notes.append(DescriptionNote(.withoutEffect, Caption.text(name))) }
      if definition.provider != nil { kinds.append(definition.described) }
    }
    return WidgetDescription(kinds: kinds, intents: catalogue.intents, notes: notes)
  }

  private func provider(of kind: String) throws -> (definition: WidgetDefinition, provider: WidgetProvider) {
    guard let definition = definitions.first(where: { $0.kind == kind && $0.provider != nil }),
      let provider = definition.provider
    else {
      throw HandlerFailure(
        ErrorObject(.extensionError, "kind.unknown: no widget has the kind “\(kind)”.", retry: .never))
    }
    return (definition: definition, provider: provider)
  }

  private func drawing(
    of request: WidgetRequest, person: EnvironmentSnapshot, in session: ExtensionSession
  ) throws -> WidgetDrawing {
    let (definition, provider) = try provider(of: request.kind)
    guard definition.sizes.contains(request.size) else {
      throw HandlerFailure(
        ErrorObject(
          .extensionError, "size.unsupported: “\(request.kind)” has no size \(request.size.rawValue).", retry: .never))
    }
    return WidgetDrawing(
      request: request, definition: definition, provider: provider, person: person, session: session)
  }
}

extension WidgetDefinition {
  /// The gallery's entry for a widget. A widget without texts of its own has those of its intent, or its type's name.
  fileprivate var described: DescribedKind {
    let (title, description) = (title.flatMap { $0.isEmpty ? nil : $0 }, description.flatMap { $0.isEmpty ? nil : $0 })
    return DescribedKind(
      kind: kind, title: title.map { Caption.text($0) } ?? intent?.captions.title ?? type,
      description: description.map { Caption.text($0) } ?? intent?.captions.description, sizes: sizes,
      intent: intent?._name, hasMargins: hasMargins, isBackgroundRemovable: isBackgroundRemovable,
      asksForConfiguration: asksForConfiguration)
  }
}

extension WidgetRequest {
  fileprivate func context(isPreview: Bool) -> TimelineProviderContext {
    TimelineProviderContext(
      family: WidgetFamily(size),
      displaySize: CGSize(width: Double(size.points.width), height: Double(size.points.height)), isPreview: isPreview,
      environmentVariants: .init())
  }
}
