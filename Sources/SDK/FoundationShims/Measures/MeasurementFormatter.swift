// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A formatter for a measurement with its unit: “3 hr”, “5 km”.
///
/// ### On Linux
/// The unit is written as its symbol in every style and is not converted to the locale's unit. Only durations use the
/// words of the locale.
open class MeasurementFormatter: Formatter {
  public struct UnitOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let providedUnit = UnitOptions(rawValue: 1)
    public static let naturalScale = UnitOptions(rawValue: 2)
    public static let temperatureWithoutUnit = UnitOptions(rawValue: 4)
  }

  open var unitOptions: UnitOptions = []
  open var unitStyle = Formatter.UnitStyle.medium
  open var locale: Locale! = .autoupdatingCurrent
  open var numberFormatter: NumberFormatter! = {
    let formatter = NumberFormatter()
    formatter.numberStyle = .decimal
    formatter.maximumFractionDigits = 3
    return formatter
  }()

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func string<UnitType: Unit>(from measurement: Measurement<UnitType>) -> String {
    let locale = locale ?? Locale.autoupdatingCurrent
    if let words = MeasurementWords.duration(measurement.value, measurement.unit, width: width, locale: locale) {
      return words
    }
    let number =
      numberFormatter?.string(from: NSNumber(value: measurement.value)) ?? String(measurement.value)
    return number + " " + measurement.unit.symbol
  }

  open func string(from unit: Unit) -> String { unit.symbol }

  private var width: TimeUnit.Width {
    switch unitStyle {
    case .short: .narrow
    case .medium: .abbreviated
    case .long: .wide
    @unknown default: .abbreviated
    }
  }
}

/// Formatting of whole hours, minutes and seconds.
enum MeasurementWords {
  static func duration(_ value: Double, _ unit: Unit, width: TimeUnit.Width, locale: Locale) -> String? {
    guard let whole = Int(exactly: value), let unit = unit as? UnitDuration else { return nil }
    return switch unit {
    case .hours: TimeUnit.hour.words(whole, width: width, locale: locale)
    case .minutes: TimeUnit.minute.words(whole, width: width, locale: locale)
    case .seconds: TimeUnit.second.words(whole, width: width, locale: locale)
    default: nil
    }
  }
}
