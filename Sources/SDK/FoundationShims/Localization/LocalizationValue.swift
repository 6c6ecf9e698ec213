// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension String {
  /// A localisation key with interpolated values.
  public struct LocalizationValue: Hashable, ExpressibleByStringInterpolation, Sendable {
    let pattern: LocalizationPattern<String>
    let isPlain: Bool

    /// The type of a value that is inserted later.
    public enum Placeholder: Hashable, Sendable {
      case int, uint, float, double, object

      var specifier: String {
        switch self {
        case .int: "%lld"
        case .uint: "%llu"
        case .float: "%f"
        case .double: "%lf"
        case .object: "%@"
        }
      }
    }

    public init(_ value: String) {
      var pattern = LocalizationPattern<String>()
      pattern.key = value
      self.pattern = pattern
      isPlain = true
    }

    public init(stringLiteral value: String) { self.init(value) }

    public init(stringInterpolation: StringInterpolation) {
      pattern = stringInterpolation.pattern
      isPlain = false
    }

    /// The translation, or else the key's own text, with the values inserted.
    ///
    /// - Parameter mark: changes each value before it is inserted.
    func text(
      from table: LocalizedTable, name: String?, locale: Locale, marking mark: (String) -> String = { $0 }
    ) -> String {
      let count = pattern.values.lazy.compactMap { Int($0) }.first
      let translation = table.string(for: pattern.key, in: name, locale: locale, count: count) ?? pattern.key
      if isPlain { return translation }
      return pattern.pieces(of: translation).map { piece in
        switch piece {
        case .words(let words): words
        case .value(let value): mark(value)
        }
      }.joined()
    }

    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      var pattern = LocalizationPattern<String>()

      public init(literalCapacity: Int, interpolationCount: Int) {}

      public mutating func appendLiteral(_ literal: String) { pattern.appendLiteral(literal) }

      public mutating func appendInterpolation(_ string: String) { pattern.append("%@", string) }

      public mutating func appendInterpolation(_ string: Substring) { pattern.append("%@", String(string)) }

      public mutating func appendInterpolation(_ value: some BinaryInteger) { pattern.append("%lld", String(value)) }

      public mutating func appendInterpolation(_ value: Double) {
        pattern.append("%lf", String(format: "%f", value))
      }

      public mutating func appendInterpolation(_ value: some BinaryInteger, specifier: String) {
        pattern.append(specifier, String(format: specifier, Int(value)))
      }

      public mutating func appendInterpolation(_ value: some BinaryFloatingPoint, specifier: String) {
        pattern.append(specifier, String(format: specifier, Double(value)))
      }

      /// Leaves a place for a value that is not known yet, as in `numericFormat: "\(placeholder: .int) books"`.
      public mutating func appendInterpolation(placeholder: Placeholder) {
        pattern.append(placeholder.specifier, placeholder.specifier)
      }

      public mutating func appendInterpolation(placeholder: Placeholder, specifier: String) {
        pattern.append(specifier, specifier)
      }

      public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
        pattern.append("%@", String(localized: resource))
      }

      public mutating func appendInterpolation<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
      where Format.FormatOutput == String {
        pattern.append("%@", format.format(input))
      }

      public mutating func appendInterpolation<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
      where Format.FormatInput == [String], Format.FormatOutput == String {
        pattern.append("%@", format.format(input))
      }

      /// Joins localised strings, as in `\(names, format: .list(type: .and))`.
      public mutating func appendInterpolation<Format: FormatStyle>(
        _ resources: [LocalizedStringResource], format: Format
      ) where Format.FormatInput == [String], Format.FormatOutput == String {
        pattern.append("%@", format.format(resources.map { String(localized: $0) }))
      }

      @_disfavoredOverload
      public mutating func appendInterpolation(_ value: some Any) {
        pattern.append("%@", String(describing: value))
      }
    }
  }

  /// Creates a string from the bundle's table for a key. Without an entry, the string is the key itself.
  ///
  /// - Parameter locale: The locale whose language is used, by default the person's.
  public init(
    localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil, locale: Locale = ._person,
    comment: StaticString? = nil
  ) {
    self = keyAndValue.text(from: .of(bundle), name: table, locale: locale)
  }

  /// Creates a string from the bundle's table for a key. Without an entry, the string is `defaultValue`.
  public init(
    localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = ._person, comment: StaticString? = nil
  ) {
    let tables = LocalizedTable.of(bundle)
    self =
      tables.string(for: "\(key)", in: table, locale: locale)
      ?? defaultValue.text(from: tables, name: table, locale: locale)
  }

  public init(localized resource: LocalizedStringResource) { self = resource.text }
}

extension LocalizedTable {
  fileprivate static func of(_ bundle: Bundle?) -> LocalizedTable {
    bundle.map { LocalizedTable(folder: $0.bundleURL) } ?? .main
  }
}
