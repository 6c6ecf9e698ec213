// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import AppIntents
internal import ExtensionRuntime
public import SwiftUI

/// The content of a widget from one date on.
public protocol TimelineEntry {
  var date: Date { get }
  var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
  public var relevance: TimelineEntryRelevance? { nil }
}

/// The weight of an entry in a stack of widgets.
public struct TimelineEntryRelevance: Codable, Hashable, Sendable {
  public var score: Float
  public var duration: TimeInterval

  public init(score: Float, duration: TimeInterval = 0) {
    self.score = score
    self.duration = duration
  }
}

/// Entries, and when to ask for more.
public struct Timeline<EntryType: TimelineEntry> {
  public let entries: [EntryType]
  public let policy: TimelineReloadPolicy

  public init(entries: [EntryType], policy: TimelineReloadPolicy) {
    self.entries = entries
    self.policy = policy
  }
}

extension Timeline: Sendable where EntryType: Sendable {}

/// The earliest time at which the next timeline is asked for.
public struct TimelineReloadPolicy: Equatable, Sendable {
  enum Rule: Equatable {
    case atEnd, never
    case after(Date)
  }

  let rule: Rule

  /// After the date of the last entry.
  public static let atEnd = TimelineReloadPolicy(rule: .atEnd)
  /// When the app asks for it.
  public static let never = TimelineReloadPolicy(rule: .never)
  public static func after(_ date: Date) -> TimelineReloadPolicy { TimelineReloadPolicy(rule: .after(date)) }
}

/// The widget for which a provider makes entries.
public struct TimelineProviderContext: Sendable {
  public let family: WidgetFamily
  /// The size in points.
  public let displaySize: CGSize
  /// Whether the entry is for the gallery.
  public let isPreview: Bool
  public let environmentVariants: EnvironmentVariants

  /// The environments in which an entry may be drawn.
  @dynamicMemberLookup
  public struct EnvironmentVariants: Sendable {
    public subscript<Value>(dynamicMember path: WritableKeyPath<EnvironmentValues, Value>) -> [Value]? {
      // Both schemes are drawn from one entry; nothing else varies.
      path as AnyKeyPath == \EnvironmentValues.colorScheme ? [ColorScheme.light, .dark] as? [Value] : nil
    }
  }
}

/// Makes the entries of a widget without parameters.
public protocol TimelineProvider<Entry> {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext

  func placeholder(in context: Context) -> Entry
  @preconcurrency func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  @preconcurrency func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
  /// The names of the first beta, in sources of 2020.
  @preconcurrency func snapshot(with context: Context, completion: @escaping @Sendable (Entry) -> Void)
  @preconcurrency func timeline(with context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
  func relevance() async -> WidgetRelevance<Void>
}

extension TimelineProvider {
  /// A provider without a placeholder has no entry to give: the process ends, and the host draws its own placeholder.
  @available(*, deprecated, message: "Implement placeholder(in:).")
  public func placeholder(in context: Context) -> Entry { ProviderFailure.end(Self.self, lacks: "placeholder(in:)") }

  @available(*, deprecated, message: "Implement getSnapshot(in:completion:).")
  @preconcurrency public func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void) {
    snapshot(with: context, completion: completion)
  }

  @available(*, deprecated, message: "Implement getTimeline(in:completion:).")
  @preconcurrency public func getTimeline(
    in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void
  ) {
    timeline(with: context, completion: completion)
  }

  @preconcurrency public func snapshot(with context: Context, completion: @escaping @Sendable (Entry) -> Void) {
    ProviderFailure.report(Self.self, lacks: "getSnapshot(in:completion:)")
  }

  @preconcurrency public func timeline(
    with context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void
  ) {
    ProviderFailure.report(Self.self, lacks: "getTimeline(in:completion:)")
  }

  public func relevance() async -> WidgetRelevance<Void> { WidgetRelevance([]) }
}

/// Makes the entries of a widget whose parameters are those of an intent.
public protocol AppIntentTimelineProvider<Intent> {
  associatedtype Entry: TimelineEntry
  associatedtype Intent: WidgetConfigurationIntent
  typealias Context = TimelineProviderContext

  func placeholder(in context: Context) -> Entry
  func snapshot(for configuration: Intent, in context: Context) async -> Entry
  func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry>
  func recommendations() -> [AppIntentRecommendation<Intent>]
  func relevance() async -> WidgetRelevance<Intent>
}

extension AppIntentTimelineProvider {
  public func recommendations() -> [AppIntentRecommendation<Intent>] { [] }
  public func relevance() async -> WidgetRelevance<Intent> { WidgetRelevance([]) }
}

/// A configuration for devices on which a person can't configure widgets. The host never asks for one.
public struct AppIntentRecommendation<Intent: WidgetConfigurationIntent> {
  public let intent: Intent
  public let description: LocalizedStringResource

  public init(intent: Intent, description: LocalizedStringResource) {
    self.intent = intent
    self.description = description
  }

  @_disfavoredOverload
  public init(intent: Intent, description: some StringProtocol) {
    self.init(intent: intent, description: LocalizedStringResource(stringLiteral: String(description)))
  }

  public init(intent: Intent, description: Text) { self.init(intent: intent, description: "") }
}
