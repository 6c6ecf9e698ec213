// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A control for choosing a value in a range. It is drawn at its value and can't be moved.
public struct Slider<Label: View, ValueLabel: View>: View {
  let value: Double
  let bounds: ClosedRange<Double>
  let label: Label
  let minimumValueLabel: ValueLabel?
  let maximumValueLabel: ValueLabel?

  public var body: some View {
    HStack {
      minimumValueLabel
      ProgressView(
        value: min(max(value, bounds.lowerBound), bounds.upperBound) - bounds.lowerBound,
        total: max(bounds.upperBound - bounds.lowerBound, .leastNonzeroMagnitude))
      maximumValueLabel
    }
  }

  private init<V: BinaryFloatingPoint>(
    value: V, bounds: ClosedRange<V>, label: Label, minimum: ValueLabel?, maximum: ValueLabel?
  ) {
    self.value = Double(value)
    self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
    self.label = label
    minimumValueLabel = minimum
    maximumValueLabel = maximum
  }

  public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value.wrappedValue, bounds: bounds, label: label(), minimum: minimumValueLabel(),
      maximum: maximumValueLabel())
  }
}

extension Slider where ValueLabel == EmptyView {
  public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(value: value.wrappedValue, bounds: bounds, label: label(), minimum: nil, maximum: nil)
  }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
  public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(value: value.wrappedValue, bounds: bounds, label: EmptyView(), minimum: nil, maximum: nil)
  }

  public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(value: value.wrappedValue, bounds: bounds, label: EmptyView(), minimum: nil, maximum: nil)
  }
}
