// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A log message with its interpolated values.
///
/// ### On Linux
/// Private values are written as `<private>`, as on Apple's systems: `privacy: .private` and `.sensitive` always,
/// `.auto` never, because an extension's log stays on its host.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral, Sendable {
  let text: String

  public init(stringLiteral value: String) { text = value }

  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
  var text = ""

  public init(literalCapacity: Int, interpolationCount: Int) {}

  public mutating func appendLiteral(_ literal: String) { text += literal }

  public mutating func appendInterpolation(
    _ value: @autoclosure () -> some Any, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    guard !privacy.hides else {
      text += "<private>"
      return
    }
    text += align.padded(String(describing: value()))
  }

  public mutating func appendInterpolation(
    _ value: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormatting,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    text += privacy.hides ? "<private>" : align.padded(format.text(of: value()))
  }

  public mutating func appendInterpolation(
    _ value: @autoclosure () -> some BinaryFloatingPoint, format: OSLogFloatFormatting,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    text += privacy.hides ? "<private>" : align.padded(format.text(of: Double(value())))
  }
}

/// The visibility of a value in the log.
public struct OSLogPrivacy: Sendable {
  let hides: Bool

  public static var `public`: OSLogPrivacy { OSLogPrivacy(hides: false) }
  public static var `private`: OSLogPrivacy { OSLogPrivacy(hides: true) }
  public static var sensitive: OSLogPrivacy { OSLogPrivacy(hides: true) }
  public static var auto: OSLogPrivacy { OSLogPrivacy(hides: false) }
  public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(hides: true) }
  public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(hides: true) }
  public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(hides: mask == .hash) }

  public enum Mask: Sendable {
    case none, hash
  }
}

public struct OSLogStringAlignment: Sendable {
  let columns: Int
  let isRight: Bool

  public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isRight: false) }
  public static func left(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns, isRight: false)
  }
  public static func right(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns, isRight: true)
  }

  func padded(_ text: String) -> String {
    let space = String(repeating: " ", count: max(0, columns - text.count))
    return isRight ? space + text : text + space
  }
}

public struct OSLogIntegerFormatting: Sendable {
  let radix: Int
  let prefix: String
  let isUppercase: Bool
  var minimumDigits = 0
  var showsPlus = false

  public static var decimal: OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 10, prefix: "", isUppercase: false)
  }
  public static func decimal(
    explicitPositiveSign: Bool = false, minDigits: Int = 0
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 10, prefix: "", isUppercase: false, minimumDigits: minDigits, showsPlus: explicitPositiveSign)
  }
  public static var octal: OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 8, prefix: "", isUppercase: false)
  }
  public static var hex: OSLogIntegerFormatting { hex() }
  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 16, prefix: includePrefix ? "0x" : "", isUppercase: uppercase)
  }

  func text(of value: some BinaryInteger) -> String {
    let digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
    let sign = value < 0 ? "-" : showsPlus ? "+" : ""
    return sign + prefix + String(repeating: "0", count: max(0, min(64, minimumDigits) - digits.count)) + digits
  }
}

public struct OSLogFloatFormatting: Sendable {
  let precision: Int
  var conversion = "f"

  public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(precision: 6) }
  public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(precision: 6, conversion: "g") }
  public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(precision: 6, conversion: "e") }
  public static func fixed(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(precision: min(20, max(0, precision)))
  }

  func text(of value: Double) -> String { String(format: "%.\(precision)\(conversion)", value) }
}
