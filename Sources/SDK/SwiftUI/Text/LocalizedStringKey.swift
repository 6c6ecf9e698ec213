// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import FoundationShims

/// A localisation key with interpolated values.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
  let pattern: LocalizationPattern<Value>
  let isPlain: Bool

  /// The value for a placeholder.
  enum Value: Equatable, Sendable {
    case words(String)
    case text(Text)
  }

  public init(_ value: String) {
    var pattern = LocalizationPattern<Value>()
    pattern.key = value
    self.pattern = pattern
    isPlain = true
  }

  public init(stringLiteral value: String) { self.init(value) }

  public init(stringInterpolation: StringInterpolation) {
    pattern = stringInterpolation.pattern
    isPlain = stringInterpolation.pattern.values.isEmpty && !stringInterpolation.pattern.key.contains("%")
  }

  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var pattern = LocalizationPattern<Value>()

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { pattern.appendLiteral(literal) }

    public mutating func appendInterpolation(_ string: String) { append("%@", string) }

    public mutating func appendInterpolation(_ string: Substring) { append("%@", String(string)) }

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

    public mutating func appendInterpolation<Subject>(_ subject: Subject, formatter: Formatter) {
      append("%@", formatter.string(for: subject) ?? "")
    }

    public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
      pattern.append("%@", .text(Text(resource)))
    }

    /// Inserts a text, which keeps its own style.
    public mutating func appendInterpolation(_ text: Text) { pattern.append("%@", .text(text)) }

    public mutating func appendInterpolation(_ image: Image) { pattern.append("%@", .text(Text(image))) }

    /// Inserts a live date, which the host formats when it draws (VIEW-17).
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      pattern.append("%@", .text(Text(date, style: style)))
    }

    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) {
      pattern.append("%@", .text(Text(dates)))
    }

    public mutating func appendInterpolation(
      timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) {
      pattern.append(
        "%@", .text(Text(timerInterval: timerInterval, pauseTime: pauseTime, countsDown: countsDown)))
    }

    @_disfavoredOverload
    public mutating func appendInterpolation(_ value: some Any) { append("%@", String(describing: value)) }

    private mutating func append(_ placeholder: String, _ value: String) { pattern.append(placeholder, .words(value)) }
  }

  /// A part of the text: words with Markdown, or another text.
  enum Piece {
    case words(String)
    case text(Text)
  }

  /// The translation in `table` with the values inserted. Adjacent words form one piece.
  func pieces(from table: LocalizedTable, locale: Locale) -> [Piece] {
    let count = pattern.values.lazy.compactMap { value in
      if case .words(let words) = value { Int(words) } else { nil }
    }.first
    let translation = table.string(for: pattern.key, locale: locale, count: count) ?? pattern.key
    if isPlain { return [.words(translation)] }
    var pieces: [Piece] = []
    for piece in pattern.pieces(of: translation) {
      switch piece {
      case .value(.text(let text)): pieces.append(.text(text))
      case .words(let words): append(words, to: &pieces)
      // A value is text, whatever it looks like: only the key itself has marks.
      case .value(.words(let words)): append(Markdown.escaped(words), to: &pieces)
      }
    }
    return pieces
  }

  private func append(_ words: String, to pieces: inout [Piece]) {
    if case .words(let before)? = pieces.last {
      pieces[pieces.count - 1] = .words(before + words)
    } else {
      pieces.append(.words(words))
    }
  }
}
