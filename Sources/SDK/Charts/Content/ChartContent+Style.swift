// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import SwiftUI

/// Chart content with a changed style.
struct StyledMarks<Content: ChartContent>: PrimitiveChartContent {
  let content: Content
  let change: (inout MarkStyle) -> Void

  func marks(in style: MarkStyle) -> [Mark] {
    var style = style
    change(&style)
    return content.collected(in: style)
  }
}

extension ChartContent {
  /// Applies a change to the style. Changes closer to a mark are applied later, so they take precedence.
  private func styled(_ change: @escaping (inout MarkStyle) -> Void) -> some ChartContent {
    StyledMarks(content: self, change: change)
  }

  public func foregroundStyle(_ style: some ShapeStyle) -> some ChartContent { styled { $0.paint = style } }

  /// Assigns a colour to each value. The host chooses the colours and draws the legend.
  public func foregroundStyle<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent {
    styled { $0.series = value.place.name }
  }

  public func symbol<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent {
    styled { $0.series = $0.series ?? value.place.name }
  }

  public func lineStyle<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent {
    styled { $0.series = $0.series ?? value.place.name }
  }

  public func position<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent {
    styled { $0.series = $0.series ?? value.place.name }
  }

  public func opacity(_ opacity: Double) -> some ChartContent { styled { $0.opacity *= min(1, max(0, opacity)) } }

  // MARK: - Accepted without effect: the host uses its own style

  public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> some ChartContent { self }
  public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent { self }
  public func lineStyle(_ style: StrokeStyle) -> some ChartContent { self }
  public func symbol(_ symbol: BasicChartSymbolShape) -> some ChartContent { self }
  public func symbol<Symbol: View>(@ViewBuilder symbol: () -> Symbol) -> some ChartContent { self }
  public func symbolSize(_ area: CGFloat) -> some ChartContent { self }
  public func symbolSize<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent { self }
  public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> some ChartContent { self }
  public func zIndex(_ value: Double) -> some ChartContent { self }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent { self }
  public func annotation<Note: View>(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Note
  ) -> some ChartContent { self }
  public func annotation<Note: View>(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
    overflowResolution: AnnotationOverflowResolution, @ViewBuilder content: () -> Note
  ) -> some ChartContent { self }
  public func clipShape(_ shape: some Shape, style: FillStyle = FillStyle()) -> some ChartContent { self }
  public func blur(radius: CGFloat) -> some ChartContent { self }
  public func shadow(
    color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some ChartContent { self }
  public func accessibilityLabel(_ label: Text) -> some ChartContent { self }
  public func accessibilityLabel(_ key: LocalizedStringKey) -> some ChartContent { self }
  @_disfavoredOverload public func accessibilityLabel(_ label: some StringProtocol) -> some ChartContent { self }
  public func accessibilityValue(_ value: Text) -> some ChartContent { self }
  public func accessibilityValue(_ key: LocalizedStringKey) -> some ChartContent { self }
  @_disfavoredOverload public func accessibilityValue(_ value: some StringProtocol) -> some ChartContent { self }
  public func accessibilityIdentifier(_ identifier: String) -> some ChartContent { self }
  public func accessibilityHidden(_ hidden: Bool) -> some ChartContent { self }
}

/// The interpolation between the points of a line.
public struct InterpolationMethod: Sendable {
  public static let linear = InterpolationMethod()
  public static let monotone = InterpolationMethod()
  public static let catmullRom = InterpolationMethod()
  public static let cardinal = InterpolationMethod()
  public static let stepStart = InterpolationMethod()
  public static let stepCenter = InterpolationMethod()
  public static let stepEnd = InterpolationMethod()

  public static func catmullRom(alpha: CGFloat) -> InterpolationMethod { InterpolationMethod() }
  public static func cardinal(tension: CGFloat) -> InterpolationMethod { InterpolationMethod() }
}

/// The symbol of a point.
public enum BasicChartSymbolShape: Sendable {
  case circle, square, triangle, diamond, pentagon, plus, cross, asterisk
}

/// The position of an annotation relative to its mark.
public enum AnnotationPosition: Sendable {
  case automatic, overlay, top, bottom, leading, trailing, topLeading, topTrailing, bottomLeading, bottomTrailing
}

/// The way an annotation is kept within the chart.
public struct AnnotationOverflowResolution: Sendable {
  public enum Strategy: Sendable { case automatic, fit, padScale, disabled }

  public init(x: Strategy = .automatic, y: Strategy = .automatic) {}

  public static let automatic = AnnotationOverflowResolution()
}

extension AnnotationOverflowResolution.Strategy {
  public enum Boundary: Sendable { case automatic, chart, plot }

  public static func fit(to boundary: Boundary) -> Self { .fit }
}
