// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Measurement where UnitType: Dimension {
  /// A style for formatting a measurement.
  ///
  /// ### On Linux
  /// Units are not converted, and `usage` has no effect.
  public struct FormatStyle: Foundation.FormatStyle {
    public enum UnitWidth: Codable, Hashable, Sendable {
      case wide, abbreviated, narrow
    }

    public var width: UnitWidth
    public var locale: Locale
    public var numberFormatStyle: FloatingPointFormatStyle<Double>

    public init(
      width: UnitWidth, locale: Locale = .autoupdatingCurrent, usage: MeasurementFormatUnitUsage<UnitType>? = nil,
      numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) {
      self.width = width
      self.locale = locale
      self.numberFormatStyle = numberFormatStyle ?? .number.precision(.fractionLength(0...3))
    }

    public func format(_ value: Measurement<UnitType>) -> String {
      let words: TimeUnit.Width = width == .wide ? .wide : width == .narrow ? .narrow : .abbreviated
      if let text = MeasurementWords.duration(value.value, value.unit, width: words, locale: locale) { return text }
      let number = numberFormatStyle.locale(locale).format(value.value)
      return number + (width == .narrow ? "" : " ") + value.unit.symbol
    }

    public func locale(_ locale: Locale) -> FormatStyle {
      var copy = self
      copy.locale = locale
      return copy
    }
  }

  public func formatted() -> String { formatted(FormatStyle(width: .abbreviated)) }

  public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput
  where S.FormatInput == Measurement<UnitType> {
    style.format(self)
  }
}

/// The purpose for which a measurement is displayed.
public struct MeasurementFormatUnitUsage<UnitType: Dimension>: Hashable, Sendable {
  public static var asProvided: Self { Self() }
  public static var general: Self { Self() }
}

extension FormatStyle {
  public static func measurement<UnitType: Dimension>(
    width: Measurement<UnitType>.FormatStyle.UnitWidth, usage: MeasurementFormatUnitUsage<UnitType> = .general,
    numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
  ) -> Self where Self == Measurement<UnitType>.FormatStyle {
    Self(width: width, usage: usage, numberFormatStyle: numberFormatStyle)
  }
}
