// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftUI

/// A value with the name of its axis.
public struct PlottableValue<Value: Plottable> {
  let label: String
  let value: Value
  /// The calendar unit that the value stands for, beginning with it.
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
  /// All times of one hour, day, week … share the place where that unit begins.
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

/// A length of a mark. The host draws bars and rings in its own proportions: accepted, without effect.
public struct MarkDimension: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Sendable {
  public init(floatLiteral value: Double) {}
  public init(integerLiteral value: Int) {}
  private init() {}

  public static var automatic: MarkDimension { MarkDimension() }
  public static func fixed(_ value: CGFloat) -> MarkDimension { MarkDimension() }
  public static func inset(_ value: CGFloat) -> MarkDimension { MarkDimension() }
  public static func ratio(_ value: CGFloat) -> MarkDimension { MarkDimension() }
}
