// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationShims

/// A view of text, such as words, a number or a date.
public struct Text: Equatable, Sendable {
  public enum Case: Hashable, Sendable {
    case uppercase, lowercase
  }

  public enum TruncationMode: Hashable, Sendable {
    case head, tail, middle
  }

  public struct LineStyle: Hashable, Sendable {
    public enum Pattern: Hashable, Sendable {
      case solid, dot, dash, dashDot, dashDotDot
    }

    public static let single = LineStyle()

    public init(pattern: Pattern = .solid, color: Color? = nil) {}
  }

  public struct DateStyle: Hashable, Sendable {
    let word: String
    public static let date = DateStyle(word: "date")
    public static let time = DateStyle(word: "time")
    public static let relative = DateStyle(word: "relative")
    public static let offset = DateStyle(word: "offset")
    public static let timer = DateStyle(word: "timer")
  }

  enum Content: Equatable, Sendable {
    case verbatim(String)
    case key(LocalizedStringKey)
    case resource(LocalizedStringResource)
    case date(Date, DateStyle)
    case interval(ClosedRange<Date>, countsDown: Bool, pause: Date?)
  }

  struct Part: Sendable {
    var content: Content
    var changes: [TextChange] = []
  }

  var parts: [Part]

  init(_ content: Content) { parts = [Part(content: content)] }

  public init(verbatim content: String) { self.init(.verbatim(content)) }

  /// Creates a text that is not localised.
  @_disfavoredOverload
  public init(_ content: some StringProtocol) { self.init(.verbatim(String(content))) }

  /// Creates a text from a key of the bundle's `Localizable` table. Without an entry, the key itself is the text.
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) {
    self.init(.key(key))
  }

  public init(_ date: Date, style: DateStyle) { self.init(.date(date, style)) }

  public init(
    timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
  ) {
    self.init(.interval(timerInterval, countsDown: countsDown, pause: pauseTime))
  }

  public init(_ resource: LocalizedStringResource) { self.init(.resource(resource)) }

  public init<Subject>(_ subject: Subject, formatter: Formatter) {
    self.init(.verbatim(formatter.string(for: subject) ?? ""))
  }

  public init(_ interval: DateInterval) { self.init(interval.start...interval.end) }

  public init(_ dates: ClosedRange<Date>) {
    self.init(.verbatim(dates.lowerBound.formatted() + " – " + dates.upperBound.formatted()))
  }

  public init<Format: FormatStyle>(_ input: Format.FormatInput, format: Format) where Format.FormatOutput == String {
    self.init(.verbatim(format.format(input)))
  }

  /// Creates an inline image. The tree's text has no images, so nothing is drawn.
  public init(_ image: Image) { self.init(.verbatim("")) }

  public static func == (left: Text, right: Text) -> Bool { left.parts.map(\.content) == right.parts.map(\.content) }

  public static func + (left: Text, right: Text) -> Text {
    var sum = left
    sum.parts += right.parts
    return sum
  }
}
