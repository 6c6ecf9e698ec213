// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// A view that shows a value within a range.
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View> {
  let value: Double
  let bounds: ClosedRange<Double>
  let label: Label
  let currentValueLabel: CurrentValueLabel?
  let minimumValueLabel: BoundsLabel?
  let maximumValueLabel: BoundsLabel?

  private init<V: BinaryFloatingPoint>(
    _ value: V, _ bounds: ClosedRange<V>, label: Label, current: CurrentValueLabel?, minimum: BoundsLabel?,
    maximum: BoundsLabel?
  ) {
    self.value = Double(value)
    self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
    self.label = label
    currentValueLabel = current
    minimumValueLabel = minimum
    maximumValueLabel = maximum
  }
}

extension Gauge where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
  public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label) {
    self.init(value, bounds, label: label(), current: nil, minimum: nil, maximum: nil)
  }
}

extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
  public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(value, bounds, label: label(), current: currentValueLabel(), minimum: nil, maximum: nil)
  }
}

extension Gauge where MarkedValueLabels == EmptyView {
  public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
    @ViewBuilder maximumValueLabel: () -> BoundsLabel
  ) {
    self.init(
      value, bounds, label: label(), current: currentValueLabel(), minimum: minimumValueLabel(),
      maximum: maximumValueLabel())
  }
}

extension Gauge: PrimitiveView {
  /// Resolves the gauge. Under a system style, the tree contains its label and value; there is no place for labels of
  /// the bounds.
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    guard let style = context.environment.gaugeStyle, !(style is any _SystemGaugeStyle) else {
      return [node(in: context)]
    }
    let configuration = GaugeStyleConfiguration(
      value: fraction, label: _ErasedView(view: label),
      currentValueLabel: currentValueLabel.map { _ErasedView(view: $0) },
      minimumValueLabel: minimumValueLabel.map { _ErasedView(view: $0) },
      maximumValueLabel: maximumValueLabel.map { _ErasedView(view: $0) })
    return context.with { $0.gaugeStyle = nil }.inStack.resolve(style, configuration)
  }

  private var fraction: Double {
    let length = bounds.upperBound - bounds.lowerBound
    return length > 0 ? min(1, max(0, (value - bounds.lowerBound) / length)) : 0
  }

  @MainActor
  private func node(in context: ResolveContext) -> TreeNode {
    var node = TreeNode("gauge", ["value": context.thousandths(value, "gauge value")])
    if bounds.lowerBound != 0 { node.members["minimum"] = context.thousandths(bounds.lowerBound, "gauge bound") }
    if bounds.upperBound != 1 { node.members["maximum"] = context.thousandths(bounds.upperBound, "gauge bound") }
    let style = context.environment.gaugeStyle as? any _SystemGaugeStyle
    node.members["style"] = style?._word.map { .string($0) }
    node.members["label"] = context.words(of: label)
    node.members["current"] = currentValueLabel.flatMap { context.words(of: $0) }
    context.colour(&node)
    return node
  }
}

/// The appearance of gauges.
@MainActor @preconcurrency
public protocol GaugeStyle {
  associatedtype Body: View
  typealias Configuration = GaugeStyleConfiguration
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct GaugeStyleConfiguration {
  public typealias Label = _ErasedView
  public typealias CurrentValueLabel = _ErasedView
  public typealias MinimumValueLabel = _ErasedView
  public typealias MaximumValueLabel = _ErasedView

  /// The value as a fraction of the range, 0…1.
  public let value: Double
  public let label: Label
  public let currentValueLabel: CurrentValueLabel?
  public let minimumValueLabel: MinimumValueLabel?
  public let maximumValueLabel: MaximumValueLabel?
}

/// The system's gauge styles, which the host draws.
public protocol _SystemGaugeStyle: GaugeStyle {
  nonisolated var _word: String? { get }
}

extension _SystemGaugeStyle {
  public func makeBody(configuration: Configuration) -> some View {
    Gauge(value: configuration.value) {
      configuration.label
    } currentValueLabel: {
      configuration.currentValueLabel
    }
  }
}

public struct _NamedGaugeStyle: _SystemGaugeStyle {
  public let _word: String?

  nonisolated init(word: String?) { _word = word }
}

extension GaugeStyle where Self == _NamedGaugeStyle {
  nonisolated public static var automatic: Self { Self(word: nil) }
  nonisolated public static var linearCapacity: Self { Self(word: "linear") }
  nonisolated public static var accessoryLinear: Self { Self(word: "linear") }
  nonisolated public static var accessoryLinearCapacity: Self { Self(word: "linear") }
  nonisolated public static var accessoryCircular: Self { Self(word: "circular") }
  nonisolated public static var accessoryCircularCapacity: Self { Self(word: "circular") }
}

extension ResolveContext {
  @MainActor
  fileprivate func resolve(_ style: some GaugeStyle, _ configuration: GaugeStyleConfiguration) -> [TreeNode] {
    install(in: style)
    return resolve(style.makeBody(configuration: configuration))
  }
}

nonisolated extension View {
  public func gaugeStyle(_ style: some GaugeStyle) -> some View { changingEnvironment { $0.gaugeStyle = style } }
}
