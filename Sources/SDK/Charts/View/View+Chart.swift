// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import SwiftUI

nonisolated extension View {
  private func choosing(_ change: @escaping (inout ChartChoices) -> Void) -> some View {
    transformEnvironment(\.chartChoices, transform: change)
  }

  public func chartXAxis(_ visibility: Visibility) -> some View { choosing { $0.xAxis = visibility.isShown } }
  public func chartYAxis(_ visibility: Visibility) -> some View { choosing { $0.yAxis = visibility.isShown } }
  public func chartLegend(_ visibility: Visibility) -> some View { choosing { $0.legend = visibility.isShown } }

  /// Shows the host's axis in place of a custom one, or hides the axis if the content is empty.
  public func chartXAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
    let isEmpty = content() is EmptyAxisContent
    return choosing { $0.xAxis = !isEmpty }
  }

  public func chartYAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
    let isEmpty = content() is EmptyAxisContent
    return choosing { $0.yAxis = !isEmpty }
  }

  public func chartLegend(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
  ) -> some View { choosing { $0.legend = true } }

  /// Sets the colour of each series.
  public func chartForegroundStyleScale<Value: Plottable, Style: ShapeStyle>(
    _ mapping: KeyValuePairs<Value, Style>
  ) -> some View {
    let paints = mapping.map { (Place($0.key).name, $0.value) }
    return choosing { for (name, paint) in paints { $0.paints[name] = paint } }
  }

  public func chartForegroundStyleScale<Value: Plottable, Style: ShapeStyle>(
    domain: [Value], range: [Style], type: ScaleType? = nil
  ) -> some View {
    let paints = zip(domain.map { Place($0).name }, range).map { ($0, $1) }
    return choosing { for (name, paint) in paints { $0.paints[name] = paint } }
  }

  // MARK: - Accepted, without effect

  public func chartXScale<Domain>(domain: Domain, type: ScaleType? = nil) -> some View { self }
  public func chartYScale<Domain>(domain: Domain, type: ScaleType? = nil) -> some View { self }
  public func chartXScale<Range>(range: Range, type: ScaleType? = nil) -> some View { self }
  public func chartYScale<Range>(range: Range, type: ScaleType? = nil) -> some View { self }
  public func chartForegroundStyleScale<Style: ShapeStyle>(range: [Style], type: ScaleType? = nil) -> some View { self }
  public func chartXScale(domain: AutomaticScaleDomain, type: ScaleType? = nil) -> some View { self }
  public func chartYScale(domain: AutomaticScaleDomain, type: ScaleType? = nil) -> some View { self }
  public func chartXScale<Domain, Range>(domain: Domain, range: Range, type: ScaleType? = nil) -> some View { self }
  public func chartYScale<Domain, Range>(domain: Domain, range: Range, type: ScaleType? = nil) -> some View { self }
  public func chartSymbolScale<Range>(range: Range) -> some View { self }
  public func chartLineStyleScale<Range>(range: Range) -> some View { self }
  public func chartSymbolSizeScale<Range>(range: Range) -> some View { self }
  public func chartYVisibleDomain<Length>(length: Length) -> some View { self }
  public func chartScrollPosition<Value: Plottable>(initialX: Value) -> some View { self }
  public func chartXSelection<Value: Plottable>(range: Binding<ClosedRange<Value>?>) -> some View { self }
  public func chartYSelection<Value: Plottable>(range: Binding<ClosedRange<Value>?>) -> some View { self }
  public func chartLegend(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View { choosing { $0.legend = true } }
  public func chartXAxisLabel(
    _ label: LocalizedStringKey, position: AnnotationPosition, alignment: Alignment? = nil, spacing: CGFloat? = nil
  ) -> some View { self }
  public func chartYAxisLabel(
    _ label: LocalizedStringKey, position: AnnotationPosition, alignment: Alignment? = nil, spacing: CGFloat? = nil
  ) -> some View { self }
  public func chartXAxisLabel(_ label: LocalizedStringKey) -> some View { self }
  public func chartYAxisLabel(_ label: LocalizedStringKey) -> some View { self }
  @_disfavoredOverload public func chartXAxisLabel(_ label: some StringProtocol) -> some View { self }
  @_disfavoredOverload public func chartYAxisLabel(_ label: some StringProtocol) -> some View { self }
  /// Has no effect, because a chart is an image without selection.
  public func chartAngleSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
  public func chartXSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
  public func chartYSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
  /// Draws the view behind or in front of the chart. The proxy has no positions, because only the host knows them.
  public func chartBackground<Layer: View>(
    alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> Layer
  ) -> some View { background(alignment: alignment) { content(ChartProxy()) } }
  public func chartOverlay<Layer: View>(
    alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> Layer
  ) -> some View { overlay(alignment: alignment) { content(ChartProxy()) } }
  public func chartScrollPosition<Value: Plottable>(x: Binding<Value>) -> some View { self }
  public func chartGesture<Content: Gesture>(_ gesture: @escaping (ChartProxy) -> Content) -> some View { self }
  public func chartScrollableAxes(_ axes: Axis.Set) -> some View { self }
  public func chartXVisibleDomain<Length>(length: Length) -> some View { self }
  public func chartPlotStyle<Content: View>(
    @ViewBuilder content: @escaping (ChartPlotContent) -> Content
  ) -> some View { self }
}

extension Visibility {
  fileprivate var isShown: Bool? {
    switch self {
    case .automatic: nil
    case .visible: true
    case .hidden: false
    }
  }
}

/// The scale of an axis. The host's axes are linear.
public enum ScaleType: Sendable { case linear, log, symmetricLog, squareRoot, category, date }

/// The plot area, for a style to change. It has no effect.
public struct ChartPlotContent: View {
  public var body: some View { EmptyView() }
}

/// Access to positions in the chart. All positions are `nil`, because only the host knows them.
public struct ChartProxy: Sendable {
  public var plotSize: CGSize { .zero }
  public var plotAreaSize: CGSize { .zero }

  public func position<Value: Plottable>(forX value: Value) -> CGFloat? { nil }
  public func position<Value: Plottable>(forY value: Value) -> CGFloat? { nil }
  public func value<Value: Plottable>(atX position: CGFloat, as type: Value.Type = Value.self) -> Value? { nil }
  public func value<Value: Plottable>(atY position: CGFloat, as type: Value.Type = Value.self) -> Value? { nil }
}

/// An axis range that is derived from the values.
public struct AutomaticScaleDomain: Sendable {
  public static var automatic: AutomaticScaleDomain { AutomaticScaleDomain() }
  public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> AutomaticScaleDomain {
    AutomaticScaleDomain()
  }
}
