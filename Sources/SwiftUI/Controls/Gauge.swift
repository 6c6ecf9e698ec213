// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// A value between two bounds.
public struct Gauge<Label: View, CurrentValueLabel: View> {
  let value: Double
  let bounds: ClosedRange<Double>
  let label: Label
  let currentValueLabel: CurrentValueLabel?
}

extension Gauge where CurrentValueLabel == EmptyView {
  public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label) {
    self.init(
      value: Double(value), bounds: Double(bounds.lowerBound)...Double(bounds.upperBound), label: label(),
      currentValueLabel: nil)
  }
}

extension Gauge {
  public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      value: Double(value), bounds: Double(bounds.lowerBound)...Double(bounds.upperBound), label: label(),
      currentValueLabel: currentValueLabel())
  }
}

extension Gauge: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [ViewNode] {
    var node = ViewNode("gauge", ["value": context.thousandths(value, "gauge value")])
    if bounds.lowerBound != 0 { node.members["minimum"] = context.thousandths(bounds.lowerBound, "gauge bound") }
    if bounds.upperBound != 1 { node.members["maximum"] = context.thousandths(bounds.upperBound, "gauge bound") }
    node.members["style"] = context.environment.gaugeStyle?._word.map { .string($0) }
    node.members["label"] = context.words(of: label)
    node.members["current"] = currentValueLabel.flatMap { context.words(of: $0) }
    return [node]
  }
}

public protocol GaugeStyle {
  var _word: String? { get }
}

public struct _NamedGaugeStyle: GaugeStyle {
  public let _word: String?
}

extension GaugeStyle where Self == _NamedGaugeStyle {
  public static var automatic: Self { Self(_word: nil) }
  public static var linearCapacity: Self { Self(_word: "linear") }
  public static var accessoryLinear: Self { Self(_word: "linear") }
  public static var accessoryLinearCapacity: Self { Self(_word: "linear") }
  public static var accessoryCircular: Self { Self(_word: "circular") }
  public static var accessoryCircularCapacity: Self { Self(_word: "circular") }
}

nonisolated extension View {
  public func gaugeStyle(_ style: some GaugeStyle) -> some View { changingEnvironment { $0.gaugeStyle = style } }
}
