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

  /// An axis of the author's own is the host's axis; none is drawn for empty content.
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

  /// The colour of each series.
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
  /// Nothing is selected in a picture.
  public func chartAngleSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
  public func chartXSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
  public func chartYSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
  /// The author's layers behind and before a chart are drawn; where its marks stand, only the host knows.
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

/// How values are spread over an axis; the host's axes are linear.
public enum ScaleType: Sendable { case linear, log, symmetricLog, squareRoot, category, date }

/// The area of the marks, for a style to change; the host draws it in its own way.
public struct ChartPlotContent: View {
  public var body: some View { EmptyView() }
}

/// Where things stand on a chart; only the host knows, so every answer is nil.
public struct ChartProxy: Sendable {
  public var plotSize: CGSize { .zero }
  public var plotAreaSize: CGSize { .zero }

  public func position<Value: Plottable>(forX value: Value) -> CGFloat? { nil }
  public func position<Value: Plottable>(forY value: Value) -> CGFloat? { nil }
  public func value<Value: Plottable>(atX position: CGFloat, as type: Value.Type = Value.self) -> Value? { nil }
  public func value<Value: Plottable>(atY position: CGFloat, as type: Value.Type = Value.self) -> Value? { nil }
}

/// The range of an axis that follows its values.
public struct AutomaticScaleDomain: Sendable {
  public static var automatic: AutomaticScaleDomain { AutomaticScaleDomain() }
  public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> AutomaticScaleDomain {
    AutomaticScaleDomain()
  }
}
