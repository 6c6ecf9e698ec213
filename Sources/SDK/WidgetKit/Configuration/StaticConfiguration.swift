// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import FoundationShims
public import SwiftUI

/// A widget without parameters.
public struct StaticConfiguration<Content: View>: DefiningConfiguration {
  private let kind: String
  private let provider: WidgetProvider

  public init<Provider: TimelineProvider>(
    kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {
    self.kind = kind
    self.provider = WidgetProvider(provider, placeholder: nil, content: content)
  }

  /// Creates a widget as in the sources of 2020, whose placeholder is a view.
  public init<Provider: TimelineProvider, Placeholder: View>(
    kind: String, provider: Provider, placeholder: Placeholder,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {
    self.kind = kind
    self.provider = WidgetProvider(provider, placeholder: placeholder, content: content)
  }

  public var body: Never { preconditionFailure("This configuration has no body.") }

  package func define(_ definition: inout WidgetDefinition) {
    definition.kind = kind
    definition.provider = provider
  }
}

extension WidgetProvider {
  init<Provider: TimelineProvider>(
    _ provider: Provider, placeholder: (any View)?, content: @escaping (Provider.Entry) -> some View
  ) {
    func drawn(_ entry: Provider.Entry) -> DrawnEntry {
      DrawnEntry(date: entry.date, relevance: entry.relevance) { content(entry) }
    }
    self.placeholder = { context in
      placeholder.map { .finished($0) } ?? .redacted(content(provider.placeholder(in: context)))
    }
    snapshot = { context, _ in
      drawn(try await ProviderReply<Provider.Entry>.first { provider.getSnapshot(in: context, completion: $0) })
    }
    timeline = { context, _ in
      let timeline = try await ProviderReply<Timeline<Provider.Entry>>.first {
        provider.getTimeline(in: context, completion: $0)
      }
      return DrawnTimeline(entries: timeline.entries.map(drawn), policy: timeline.policy)
    }
    relevance = { await provider.relevance().attributes.map { $0.wire(configuration: []) } }
  }
}
