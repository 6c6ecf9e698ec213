// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A string that is looked up in the bundle's tables when it is used.
public struct LocalizedStringResource: Hashable, ExpressibleByStringInterpolation, Sendable,
  CustomLocalizedStringResourceConvertible
{
  /// The bundle whose tables are used. The program has only one bundle.
  public enum BundleDescription: Hashable, Sendable {
    case main
    case atURL(URL)
    case forClass(ObjectIdentifier)
  }

  public let key: String
  public let defaultValue: String.LocalizationValue
  public let table: String?
  public var locale: Locale
  public var bundle: BundleDescription

  public init(
    _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = ._person,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    key = keyAndValue.pattern.key
    defaultValue = keyAndValue
    self.table = table
    self.locale = locale
    self.bundle = bundle
  }

  public init(
    _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = ._person,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    self.key = "\(key)"
    self.defaultValue = defaultValue
    self.table = table
    self.locale = locale
    self.bundle = bundle
  }

  public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }

  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
  }

  public var localizedStringResource: LocalizedStringResource { self }

  package var text: String { text { $0 } }

  private func text(marking mark: (String) -> String) -> String {
    let tables: LocalizedTable =
      if case .atURL(let folder) = bundle { LocalizedTable(folder: folder) } else { .main }
    func value() -> String { defaultValue.text(from: tables, name: table, locale: locale, marking: mark) }
    guard let translation = tables.string(for: key, in: table, locale: locale) else { return value() }
    return defaultValue.pattern.key == key ? value() : translation
  }

  /// The string in another locale.
  package func text(in locale: Locale) -> String {
    var copy = self
    copy.locale = locale
    return copy.text
  }

  /// The string in another locale, for a reader of Markdown: the values are read as themselves.
  package func markdown(in locale: Locale) -> String {
    var copy = self
    copy.locale = locale
    return copy.text(marking: Markdown.escaped)
  }
}

/// A type whose values have a localised name.
public protocol CustomLocalizedStringResourceConvertible {
  var localizedStringResource: LocalizedStringResource { get }
}
