// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import SwiftUI

/// A bar from zero to its value. Bars at the same place are stacked.
public struct BarMark: PrimitiveChartContent {
  private let (x, y): (Place?, Place?)

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
    stacking: MarkStackingMethod = .standard
  ) { (self.x, self.y) = (x.place, y.place) }

  /// Creates a single bar from all values.
  public init<X: Plottable>(x: PlottableValue<X>, height: MarkDimension = .automatic) {
    (self.x, y) = (.category(""), x.place)
  }

  public init<Y: Plottable>(y: PlottableValue<Y>, width: MarkDimension = .automatic) {
    (x, self.y) = (.category(""), y.place)
  }

  /// Creates a bar between two values. The tree's bars start at zero, so only its length is drawn.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
  ) { (x, self.y) = (.span(xStart.place, xEnd.place), y.place) }

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
  ) { (self.x, y) = (x.place, .span(yStart.place, yEnd.place)) }

  func marks(in style: MarkStyle) -> [Mark] { [Mark(.bar, x: x, y: y, style: style)] }
}

/// A point of a line.
public struct LineMark: PrimitiveChartContent {
  private let (x, y): (Place, Place)
  private let series: String?

  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    (self.x, self.y, series) = (x.place, y.place, nil)
  }

  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
  ) { (self.x, self.y, self.series) = (x.place, y.place, series.place.name) }

  func marks(in style: MarkStyle) -> [Mark] {
    var style = style
    style.series = style.series ?? series
    return [Mark(.line, x: x, y: y, style: style)]
  }
}

/// A point on the edge of an area above zero.
public struct AreaMark: PrimitiveChartContent {
  private let (x, y): (Place, Place)

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
  ) { (self.x, self.y) = (x.place, y.place) }

  /// Creates a point from the upper edge. The lower edge is always the axis.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) { (self.x, y) = (x.place, yEnd.place) }

  func marks(in style: MarkStyle) -> [Mark] { [Mark(.area, x: x, y: y, style: style)] }
}

/// A single point.
public struct PointMark: PrimitiveChartContent {
  private let (x, y): (Place, Place)

  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    (self.x, self.y) = (x.place, y.place)
  }

  func marks(in style: MarkStyle) -> [Mark] { [Mark(.point, x: x, y: y, style: style)] }
}

/// A rectangle between two places, drawn as a bar of its height.
public struct RectangleMark: PrimitiveChartContent {
  private let (x, y): (Place?, Place?)

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic
  ) { (self.x, self.y) = (x.place, y.place) }

  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) { (x, y) = (xStart.place, .span(yStart.place, yEnd.place)) }

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
  ) { (self.x, y) = (x.place, .span(yStart.place, yEnd.place)) }

  func marks(in style: MarkStyle) -> [Mark] { [Mark(.bar, x: x, y: y, style: style)] }
}

/// A line across the chart at a value or a place.
public struct RuleMark: PrimitiveChartContent {
  private let (x, y): (Place?, Place?)

  public init<X: Plottable>(x: PlottableValue<X>) { (self.x, y) = (x.place, nil) }

  public init<Y: Plottable>(y: PlottableValue<Y>) { (x, self.y) = (nil, y.place) }

  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>
  ) { (x, self.y) = (nil, y.place) }

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) { (self.x, y) = (x.place, nil) }

  func marks(in style: MarkStyle) -> [Mark] { [Mark(.rule, x: x, y: y, style: style)] }
}

/// A sector of a ring, whose size is its share of all angles.
public struct SectorMark: PrimitiveChartContent {
  private let angle: Double

  public init<Value: Plottable>(
    angle: PlottableValue<Value>, innerRadius: MarkDimension = .automatic, outerRadius: MarkDimension = .automatic,
    angularInset: CGFloat? = nil
  ) { self.angle = angle.place.number ?? .nan }

  func marks(in style: MarkStyle) -> [Mark] { [Mark(angle: angle, style: style)] }
}

/// The arrangement of marks at the same place. The host always stacks bars and overlays areas.
public enum MarkStackingMethod: Sendable { case standard, normalized, center, unstacked }
