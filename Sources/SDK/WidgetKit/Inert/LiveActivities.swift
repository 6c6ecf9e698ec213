// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import AppIntents
public import SwiftUI

// Live Activities and controls compile and are drawn nowhere: many published bundles list one beside their widgets.

/// The static data of a Live Activity.
public protocol ActivityAttributes: Codable {
  associatedtype ContentState: Codable, Hashable
}

/// The data of a Live Activity, for its views.
@dynamicMemberLookup
public struct ActivityViewContext<Attributes: ActivityAttributes> {
  public let activityID: String
  public let attributes: Attributes
  public let state: Attributes.ContentState
  public var isStale: Bool { false }

  public subscript<Value>(dynamicMember path: KeyPath<Attributes.ContentState, Value>) -> Value {
    state[keyPath: path]
  }
}

public enum ActivityFamily: Hashable, Sendable {
  case small, medium
}

/// The configuration of a Live Activity, which is drawn nowhere.
public struct ActivityConfiguration<Attributes: ActivityAttributes>: DefiningConfiguration {
  public init<Content: View>(
    for type: Attributes.Type, @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
    dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
  ) {}

  public var body: Never { preconditionFailure("A Live Activity is drawn nowhere.") }

  package func define(_ definition: inout WidgetDefinition) { definition.inert.append("ActivityConfiguration") }
}

/// The presentation of a Live Activity around the camera on iOS.
public struct DynamicIsland {
  public init(
    @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<some View>,
    @ViewBuilder compactLeading: @escaping () -> some View, @ViewBuilder compactTrailing: @escaping () -> some View,
    @ViewBuilder minimal: @escaping () -> some View
  ) {}

  public func keylineTint(_ color: Color?) -> DynamicIsland { self }
  public func widgetURL(_ url: URL?) -> DynamicIsland { self }
  public func contentMargins(
    _ edges: Edge.Set = .all, _ length: Double, for mode: DynamicIslandMode
  ) -> DynamicIsland { self }
}

public enum DynamicIslandMode: Hashable, Sendable {
  case compactLeading, compactTrailing, expanded, minimal
}

public struct DynamicIslandExpandedRegionPosition: Hashable, Sendable {
  let word: String
  public static let leading = DynamicIslandExpandedRegionPosition(word: "leading")
  public static let trailing = DynamicIslandExpandedRegionPosition(word: "trailing")
  public static let center = DynamicIslandExpandedRegionPosition(word: "center")
  public static let bottom = DynamicIslandExpandedRegionPosition(word: "bottom")
}

public struct DynamicIslandExpandedRegionVerticalPlacement: Hashable, Sendable {
  public static let belowIfTooWide = DynamicIslandExpandedRegionVerticalPlacement()
}

public struct DynamicIslandExpandedRegion<Content: View> {
  public init(
    _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: @escaping () -> Content
  ) {}
}

public struct DynamicIslandExpandedContent<Content: View> {
  init() {}
}

@resultBuilder
public enum DynamicIslandExpandedContentBuilder {
  public static func buildExpression<Content: View>(
    _ region: DynamicIslandExpandedRegion<Content>
  ) -> DynamicIslandExpandedContent<EmptyView> { DynamicIslandExpandedContent() }

  public static func buildExpression<Content: View>(
    _ content: DynamicIslandExpandedContent<Content>
  ) -> DynamicIslandExpandedContent<EmptyView> { DynamicIslandExpandedContent() }

  public static func buildBlock(
    _ regions: DynamicIslandExpandedContent<EmptyView>...
  ) -> DynamicIslandExpandedContent<EmptyView> { DynamicIslandExpandedContent() }

  public static func buildOptional(
    _ region: DynamicIslandExpandedContent<EmptyView>?
  ) -> DynamicIslandExpandedContent<EmptyView> { DynamicIslandExpandedContent() }

  public static func buildEither(
    first region: DynamicIslandExpandedContent<EmptyView>
  ) -> DynamicIslandExpandedContent<EmptyView> { region }

  public static func buildEither(
    second region: DynamicIslandExpandedContent<EmptyView>
  ) -> DynamicIslandExpandedContent<EmptyView> { region }
}

nonisolated extension View {
  public func activityBackgroundTint(_ color: Color?) -> some View { self }
  public func activitySystemActionForegroundColor(_ color: Color?) -> some View { self }
  public func dynamicIsland(verticalPlacement: DynamicIslandExpandedRegionVerticalPlacement) -> some View { self }
}
