// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import AppIntents
public import SwiftUI

/// A control, which is drawn nowhere.
@MainActor @preconcurrency
public protocol ControlWidget {
  associatedtype Body: ControlWidgetConfiguration
  var body: Body { get }
  init()
}

@MainActor @preconcurrency
public protocol ControlWidgetConfiguration {}

extension ControlWidgetConfiguration {
  public func displayName(_ name: LocalizedStringResource) -> some ControlWidgetConfiguration { self }
  public func description(_ description: LocalizedStringResource) -> some ControlWidgetConfiguration { self }
  public func promptsForUserConfiguration() -> some ControlWidgetConfiguration { self }
}

extension WidgetBundleBuilder {
  @MainActor public static func buildExpression<Content: ControlWidget>(_ control: Content) -> InertWidget<Content> {
    InertWidget()
  }
}

/// The place of a control in a bundle.
public struct InertWidget<Content: ControlWidget>: Widget {
  public init() {}

  public var body: some WidgetConfiguration { InertConfiguration(name: "\(Content.self)") }
}

/// The configuration of something that is drawn nowhere, which the description lists by its name.
struct InertConfiguration: DefiningConfiguration {
  let name: String

  var body: Never { preconditionFailure("A control is drawn nowhere.") }

  func define(_ definition: inout WidgetDefinition) { definition.inert.append(name) }
}

public protocol ControlValueProvider<Value> {
  associatedtype Value
  var previewValue: Value { get }
  func currentValue() async throws -> Value
}

public protocol AppIntentControlValueProvider<Value> {
  associatedtype Configuration: ControlConfigurationIntent
  associatedtype Value
  func previewValue(configuration: Configuration) -> Value
  func currentValue(configuration: Configuration) async throws -> Value
}

public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration {
  public init(kind: String, @ControlWidgetTemplateBuilder content: () -> Content) {}

  public init<Provider: ControlValueProvider>(
    kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
  ) {}
}

public struct AppIntentControlConfiguration<Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate>:
  ControlWidgetConfiguration
{
  public init(
    kind: String, intent: Configuration.Type = Configuration.self,
    @ControlWidgetTemplateBuilder content: @escaping (Configuration) -> Content
  ) {}

  public init<Provider: AppIntentControlValueProvider>(
    kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
  ) where Provider.Configuration == Configuration {}
}

@MainActor @preconcurrency
public protocol ControlWidgetTemplate {}

extension ControlWidgetTemplate {
  public func tint(_ color: Color?) -> some ControlWidgetTemplate { self }
  public func disabled(_ isDisabled: Bool) -> some ControlWidgetTemplate { self }
}

@resultBuilder
public enum ControlWidgetTemplateBuilder {
  public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content { content }
}

public struct ControlWidgetButton<Label: View>: ControlWidgetTemplate {
  public init(action: some AppIntent, @ViewBuilder label: @escaping () -> Label) {}
  public init(action: some AppIntent, @ViewBuilder label: @escaping (Bool) -> Label) {}
  public init(
    _ title: LocalizedStringResource, action: some AppIntent, @ViewBuilder actionLabel: @escaping (Bool) -> Label
  ) {}
}

public struct ControlWidgetToggle<Label: View>: ControlWidgetTemplate {
  public init(
    _ title: LocalizedStringResource, isOn: Bool, action: some SetValueIntent<Bool>,
    @ViewBuilder valueLabel: @escaping (Bool) -> Label
  ) {}

  public init(
    isOn: Bool, action: some SetValueIntent<Bool>, @ViewBuilder label: @escaping () -> some View,
    @ViewBuilder valueLabel: @escaping (Bool) -> Label
  ) {}
}

/// Requests new values of controls. It does nothing, because controls are drawn nowhere.
public final class ControlCenter: Sendable {
  public static let shared = ControlCenter()
  private init() {}
  public func reloadControls(ofKind kind: String) {}
  public func reloadAllControls() {}
}
