// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation
internal import SwiftUI

/// Draws the entries of one widget in one size, in every variant that was asked for.
@MainActor
struct WidgetDrawing {
  let request: WidgetRequest
  let definition: WidgetDefinition
  let provider: WidgetProvider
  let session: ExtensionSession
  /// The person's settings, which are the same for all entries.
  private let person: EnvironmentValues

  init(
    request: WidgetRequest, definition: WidgetDefinition, provider: WidgetProvider, person: EnvironmentSnapshot,
    session: ExtensionSession
  ) {
    (self.request, self.definition, self.provider, self.session) = (request, definition, provider, session)
    self.person = EnvironmentValues(person)
  }

  func timeline(_ timeline: DrawnTimeline) async throws -> WidgetTimelineResult {
    // Refuse before drawing: a provider may return thousands of entries.
    let maximum = NamedLimit.timelineEntries.maximum
    guard timeline.entries.count <= maximum else {
      throw refusal(
        "\(NamedLimit.timelineEntries.rawValue): the timeline has \(timeline.entries.count) entries; the maximum is "
          + "\(maximum).", reason: NamedLimit.timelineEntries.rawValue)
    }
    var entries: [WidgetEntry] = []
    for entry in timeline.entries { entries.append(try await self.entry(entry)) }
    return WidgetTimelineResult(entries: entries, policy: timeline.policy.wire)
  }

  func entry(_ entry: DrawnEntry) async throws -> WidgetEntry {
    WidgetEntry(
      date: entry.date.wireTime, relevance: try entry.relevance.map(relevance),
      views: try await views(reasons: []) { entry.view() })
  }

  func views(of content: PlaceholderContent) async throws -> [WidgetView] {
    switch content {
    case .redacted(let view): try await views(reasons: .placeholder) { view }
    case .finished(let view): try await views(reasons: []) { view }
    }
  }

  // MARK: - Parts

  private func relevance(_ relevance: TimelineEntryRelevance) throws -> WidgetEntry.Relevance {
    let (score, duration) = (Double(relevance.score) * 1000, relevance.duration)
    guard score.isFinite, duration.isFinite, duration >= 0, abs(score) <= Double(NamedLimit.relevance.maximum),
      duration <= Double(WireLimits.latestTime / 1000)
    else {
      throw refusal(
        "\(NamedLimit.relevance.rawValue): the score \(relevance.score) or the duration \(relevance.duration) is not "
          + "allowed.", reason: NamedLimit.relevance.rawValue)
    }
    return WidgetEntry.Relevance(score: Int64(score.rounded()), durationS: Int64(duration.rounded()))
  }

  private func views(reasons: RedactionReasons, of content: () -> any View) async throws -> [WidgetView] {
    var views: [WidgetView] = []
    for variant in request.variants {
      views.append(try await view(content(), variant: variant, reasons: reasons))
    }
    return views
  }

  private func view(
    _ view: any View, variant: WidgetVariant, reasons: RedactionReasons
  ) async throws -> WidgetView {
    let margin: Double = hasMargins ? 16 : 0
    let points = request.size.points
    let size = CGSize(
      width: Double(points.width) - 2 * margin, height: Double(points.height) - 2 * margin)
    let (tree, diagnostics) = try await SettledTree.encode(
      for: .widget, environment: environment(variant: variant, reasons: reasons, margin: margin), size: size
    ) { try $0.encodeWidget(view, margins: hasMargins ? nil : [0, 0, 0, 0]) }
    for line in diagnostics where variant == request.variants.first { session.log(line) }
    return WidgetView(variant: variant, view: tree)
  }

  /// Accessory sizes have no margins.
  private var hasMargins: Bool { definition.hasMargins && !request.size.isAccessory }

  private func environment(
    variant: WidgetVariant, reasons: RedactionReasons, margin: Double
  ) -> EnvironmentValues {
    var environment = person
    environment.colorScheme = variant == .dark ? .dark : .light
    environment.redactionReasons = variant == .private ? reasons.union(.privacy) : reasons
    environment.widgetFamily = WidgetFamily(request.size)
    environment.showsWidgetContainerBackground = !request.size.isAccessory
    environment.widgetContentMargins = EdgeInsets(top: margin, leading: margin, bottom: margin, trailing: margin)
    return environment
  }

  private func refusal(_ sentence: String, reason: String) -> HandlerFailure {
    HandlerFailure(ErrorObject(.extensionError, sentence, retry: .never, reason: reason))
  }
}

extension TimelineReloadPolicy {
  fileprivate var wire: TimelinePolicy {
    switch rule {
    case .atEnd: .atEnd
    case .never: .never
    case .after(let date): .after(date.wireTime)
    }
  }
}
