// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftUI

/// A value with the label of its axis.
public struct PlottableValue<Value: Plottable> {
  let label: String
  let value: Value
  /// The calendar unit that begins at the value.
  var unit: Calendar.Component?

  @_disfavoredOverload
  public static func value(_ label: some StringProtocol, _ value: Value) -> PlottableValue {
    PlottableValue(label: String(label), value: value)
  }

  public static func value(_ labelKey: LocalizedStringKey, _ value: Value) -> PlottableValue {
    PlottableValue(label: "", value: value)
  }

  public static func value(_ label: Text, _ value: Value) -> PlottableValue {
    PlottableValue(label: "", value: value)
  }

  var place: Place { Place(value) }
}

extension PlottableValue where Value == Date {
  /// Creates a value for a calendar unit. All times in the same hour, day or week share the place of the unit's start.
  public static func value(
    _ label: LocalizedStringKey, _ value: Date, unit: Calendar.Component, calendar: Calendar = .autoupdatingCurrent
  ) -> PlottableValue {
    let start = calendar.dateInterval(of: unit, for: value)?.start ?? value
    return PlottableValue(label: "", value: start, unit: unit)
  }

  @_disfavoredOverload
  public static func value(
    _ label: some StringProtocol, _ value: Date, unit: Calendar.Component, calendar: Calendar = .autoupdatingCurrent
  ) -> PlottableValue {
    let start = calendar.dateInterval(of: unit, for: value)?.start ?? value
    return PlottableValue(label: String(label), value: start, unit: unit)
  }
}

/// A dimension of a mark. It has no effect, because the host draws bars and rings in its own proportions.
public struct MarkDimension: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Sendable {
  public init(floatLiteral value: Double) {}
  public init(integerLiteral value: Int) {}
  private init() {}

  public static var automatic: MarkDimension { MarkDimension() }
  public static func fixed(_ value: CGFloat) -> MarkDimension { MarkDimension() }
  public static func inset(_ value: CGFloat) -> MarkDimension { MarkDimension() }
  public static func ratio(_ value: CGFloat) -> MarkDimension { MarkDimension() }
}
