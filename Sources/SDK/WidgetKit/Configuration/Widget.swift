// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The main type of a widget extension with one widget, or one of several in a bundle.
@MainActor @preconcurrency
public protocol Widget {
  associatedtype Body: WidgetConfiguration
  var body: Body { get }
  init()
}

/// The main type of a widget extension with several widgets.
@MainActor @preconcurrency
public protocol WidgetBundle {
  associatedtype Body: Widget
  @WidgetBundleBuilder var body: Body { get }
  init()
}

/// A widget's name, the places where it can be put, and its drawing.
@MainActor @preconcurrency
public protocol WidgetConfiguration {
  associatedtype Body: WidgetConfiguration
  var body: Body { get }
}

extension Never: WidgetConfiguration {}

/// A configuration that writes itself into a definition.
@MainActor
package protocol DefiningConfiguration: WidgetConfiguration where Body == Never {
  func define(_ definition: inout WidgetDefinition)
}

extension WidgetConfiguration {
  func written(to definition: inout WidgetDefinition) {
    if let defining = self as? any DefiningConfiguration {
      defining.define(&definition)
    } else if Body.self != Never.self {
      body.written(to: &definition)
    }
  }
}

/// A configuration of something that is drawn nowhere.
public struct EmptyWidgetConfiguration: DefiningConfiguration {
  public init() {}

  public var body: Never { preconditionFailure("This configuration has no body.") }

  package func define(_ definition: inout WidgetDefinition) {}
}

@resultBuilder
public enum WidgetBundleBuilder {
  @MainActor public static func buildBlock() -> WidgetGroup { WidgetGroup([]) }

  @MainActor public static func buildBlock<each Content: Widget>(_ widgets: repeat each Content) -> WidgetGroup {
    var all: [any Widget] = []
    for widget in repeat each widgets { all.append(widget) }
    return WidgetGroup(all)
  }

  @MainActor public static func buildExpression<Content: Widget>(_ widget: Content) -> Content { widget }
  @MainActor public static func buildOptional(_ widgets: WidgetGroup?) -> WidgetGroup { widgets ?? WidgetGroup([]) }
  @MainActor public static func buildEither(first widgets: WidgetGroup) -> WidgetGroup { widgets }
  @MainActor public static func buildEither(second widgets: WidgetGroup) -> WidgetGroup { widgets }
  @MainActor public static func buildLimitedAvailability(_ widgets: WidgetGroup) -> WidgetGroup { widgets }
}

/// Several widgets of a bundle.
public struct WidgetGroup: Widget {
  let members: [any Widget]

  init(_ members: [any Widget]) { self.members = members }

  public init() { members = [] }

  public var body: some WidgetConfiguration { EmptyWidgetConfiguration() }
}

extension Widget {
  /// The definitions of this widget, or of the widgets of a group, in order.
  var definitions: [WidgetDefinition] {
    if let group = self as? WidgetGroup { return group.members.flatMap(\.definitions) }
    var definition = WidgetDefinition(type: String(describing: Self.self))
    body.written(to: &definition)
    return [definition]
  }
}
