// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A key of the bundle's tables, with values put in.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
  let key: String
  let values: [String]

  public init(_ value: String) {
    key = value
    values = []
  }

  public init(stringLiteral value: String) { self.init(value) }

  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    values = stringInterpolation.values
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var values: [String] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// A per cent sign of the author's is doubled in the key, so that it is no placeholder.
    public mutating func appendLiteral(_ literal: String) { key += literal.replacingOccurrences(of: "%", with: "%%") }

    public mutating func appendInterpolation(_ string: String) { append("%@", string) }

    public mutating func appendInterpolation(_ value: some BinaryInteger) { append("%lld", String(value)) }

    public mutating func appendInterpolation(_ value: Double) { append("%lf", String(format: "%f", value)) }

    public mutating func appendInterpolation(_ value: some BinaryFloatingPoint, specifier: String) {
      append(specifier, String(format: specifier, Double(value)))
    }

    public mutating func appendInterpolation(_ value: some BinaryInteger, specifier: String) {
      append(specifier, String(format: specifier, Int(value)))
    }

    public mutating func appendInterpolation<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
    where Format.FormatOutput == String {
      append("%@", format.format(input))
    }

    @_disfavoredOverload
    public mutating func appendInterpolation(_ value: some Any) { append("%@", String(describing: value)) }

    private mutating func append(_ placeholder: String, _ value: String) {
      key += placeholder
      values.append(value)
    }
  }

  /// The text in the words of `table`, the values in their places.
  func text(from table: LocalizedTable, locale: Locale) -> String {
    let pattern = table.string(for: key, locale: locale) ?? key
    guard !values.isEmpty else { return pattern }
    var result = ""
    var rest = Substring(pattern)
    var next = values[...]
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        result += "%"
        rest = rest.dropFirst()
      } else {
        let end = rest.firstIndex { $0 == "@" || $0.isLetter && $0 != "l" } ?? rest.endIndex
        rest = end == rest.endIndex ? "" : rest[rest.index(after: end)...]
        result += next.popFirst() ?? ""
      }
    }
    return result + rest
  }
}
