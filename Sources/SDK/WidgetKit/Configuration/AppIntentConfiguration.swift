// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import AppIntents
internal import ExtensionProtocol
public import SwiftUI

/// A widget whose parameters are those of an intent.
public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: DefiningConfiguration {
  private let kind: String
  private let provider: WidgetProvider

  public init<Provider: AppIntentTimelineProvider>(
    kind: String, intent: Intent.Type = Intent.self, provider: Provider,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) where Provider.Intent == Intent {
    self.kind = kind
    self.provider = WidgetProvider(provider, content: content)
  }

  public var body: Never { preconditionFailure("This configuration has no body.") }

  package func define(_ definition: inout WidgetDefinition) {
    definition.kind = kind
    definition.provider = provider
    definition.intent = Intent.self
  }
}

extension WidgetProvider {
  init<Provider: AppIntentTimelineProvider>(
    _ provider: Provider, content: @escaping (Provider.Entry) -> some View
  ) {
    func drawn(_ entry: Provider.Entry) -> DrawnEntry {
      DrawnEntry(date: entry.date, relevance: entry.relevance) { content(entry) }
    }
    placeholder = { context in .redacted(content(provider.placeholder(in: context))) }
    snapshot = { context, values in
      drawn(await provider.snapshot(for: try await Provider.Intent._configured(with: values), in: context))
    }
    timeline = { context, values in
      let timeline = await provider.timeline(for: try await Provider.Intent._configured(with: values), in: context)
      return DrawnTimeline(entries: timeline.entries.map(drawn), policy: timeline.policy)
    }
    relevance = {
      await provider.relevance().attributes.map { $0.wire(configuration: $0.configuration?.parameterValues ?? []) }
    }
  }
}

/// A widget whose parameters are those of a SiriKit intent.
@available(*, unavailable, message: "SiriKit is not part of Linux. Use AppIntentConfiguration with an App Intent.")
public struct IntentConfiguration<Intent, Content: View>: WidgetConfiguration {
  public init<Provider: IntentTimelineProvider>(
    kind: String, intent: Intent.Type, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) { preconditionFailure("unavailable") }

  public var body: Never { preconditionFailure("unavailable") }
}

/// The provider of a widget with a SiriKit intent.
@available(*, unavailable, message: "SiriKit is not part of Linux. Use AppIntentTimelineProvider with an App Intent.")
public protocol IntentTimelineProvider {
  associatedtype Entry: TimelineEntry
  associatedtype Intent
}
