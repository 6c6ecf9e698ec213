// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Text that is safe to write to a terminal or into a one-line record: it contains no control sequences.
///
/// A string becomes `TerminalText` only by escaping. Invisible scalars are shown as `\n`, `\t`, `\r` or `\u{200b}`,
/// bytes that are not UTF-8 as `\xff`, and a backslash as `\\`, so that an escape can't be confused with literal text.
/// Interpolation escapes the interpolated values; the literal parts are the host's own:
///
/// ```swift
/// Terminal.note("the page \(path) is written")
/// ```
public struct TerminalText: Hashable, Sendable {
  /// The maximum number of bytes of one string that are shown. The rest is counted, as `\[120 bytes more]`.
  public static let mostBytes = 4_096

  /// The text to write, without a final line feed.
  public let text: String

  private init(safe text: String) { self.text = text }

  /// Escapes one record, including line feeds.
  public init(_ text: String, mostBytes: Int = Self.mostBytes) {
    self.init(safe: Self.escaped(text, mostBytes: mostBytes))
  }

  /// Escapes one record of bytes that may not be UTF-8.
  public init(bytes: some Collection<UInt8>, mostBytes: Int = Self.mostBytes) {
    let shown = Array(bytes.prefix(mostBytes))
    var (text, valid, place) = ("", String.UnicodeScalarView(), 0)
    var parser = UTF8.ForwardParser()
    var rest = shown.makeIterator()
    parsing: while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        valid.append(UTF8.decode(encoded))
        place += encoded.count
      case .error(let length):
        text += Self.escaped(valid)
        for byte in shown[place..<place + length] { text += "\\x" + Self.hexadecimal(UInt32(byte), digits: 2) }
        valid.removeAll()
        place += length
      case .emptyInput: break parsing
      }
    }
    self.init(safe: text + Self.escaped(valid) + Self.mark(bytes.count - shown.count))
  }

  /// Joins records with line feeds.
  public init(lines: some Sequence<TerminalText>) { self = Self.joined(lines, separator: "\n") }

  /// Creates the text of a drawing by the host: lines stay as they are, and scalars that may not be shown become
  /// U+FFFD, so that columns are kept.
  ///
  /// The isolates that the drawing puts around right-to-left text stay if they are closed on the same line.
  public init(drawing text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.init(safe: lines.map { Self.drawn($0.unicodeScalars) }.joined(separator: "\n"))
  }

  /// Creates JSON text. Scalars that may not be shown are written as JSON `\u` escapes, so the value stays the same.
  ///
  /// Outside of strings, JSON contains only ASCII, so all affected scalars are inside strings.
  public init(json text: String) {
    self.init(
      safe: Self.replacing(text.unicodeScalars) { scalar in
        guard scalar != "\n" else { return nil }
        return String(scalar).utf16.map { "\\u" + Self.hexadecimal(UInt32($0), digits: 4) }.joined()
      })
  }

  public static func joined(_ parts: some Sequence<TerminalText>, separator: TerminalText) -> TerminalText {
    TerminalText(safe: parts.map(\.text).joined(separator: separator.text))
  }

  /// The number of characters, which tables use as the number of columns.
  public var count: Int { text.count }
  public var isEmpty: Bool { text.isEmpty }

  public static func + (left: Self, right: Self) -> Self { TerminalText(safe: left.text + right.text) }
}

extension TerminalText: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(safe: value) }

  public init(stringInterpolation: StringInterpolation) { self.init(safe: stringInterpolation.text) }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends text that is already safe.
    public mutating func appendInterpolation(_ value: TerminalText) { text += value.text }

    public mutating func appendInterpolation(_ value: some StringProtocol) { text += TerminalText(String(value)).text }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += TerminalText(value.description).text
    }

    /// Appends the description of an error.
    public mutating func appendInterpolation(_ value: any Error) {
      text += TerminalText(String(describing: value)).text
    }
  }
}

// MARK: - Escaping

extension TerminalText {
  private static func escaped(_ text: String, mostBytes: Int) -> String {
    if text.utf8.count <= mostBytes, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x5C }) {
      return text
    }
    var shown = String.UnicodeScalarView()
    var taken = 0
    for scalar in text.unicodeScalars {
      let width = UTF8.width(scalar)
      guard taken + width <= mostBytes else { break }
      taken += width
      shown.append(scalar)
    }
    return escaped(shown) + mark(text.utf8.count - taken)
  }

  private static func escaped(_ scalars: String.UnicodeScalarView) -> String {
    scalars.split(separator: "\\", omittingEmptySubsequences: false)
      .map { part in replacing(part) { Self.escape($0) } }.joined(separator: "\\\\")
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  /// The mark for text that was left out; escaped text can't contain it.
  private static func mark(_ bytes: Int) -> String { bytes > 0 ? "\\[\(bytes) bytes more]" : "" }

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// The scalars, with those that may not be shown replaced by `replacement`; `nil` keeps a scalar.
  private static func replacing(
    _ scalars: some Sequence<Unicode.Scalar>, by replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var result = String.UnicodeScalarView()
    var visible = VisibleScalars()
    var rest = scalars.makeIterator()
    var current = rest.next()
    while let scalar = current {
      current = rest.next()
      if !visible.shows(scalar, before: current), let replaced = replacement(scalar) {
        result.append(contentsOf: replaced.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func drawn(_ line: Substring.UnicodeScalarView) -> String {
    let isolates: Set<Unicode.Scalar> = ["\u{2068}", "\u{2069}"]
    let opened = line.count { $0 == "\u{2068}" }
    let areClosed = opened == line.count { $0 == "\u{2069}" }
    return replacing(line) { areClosed && isolates.contains($0) ? nil : "\u{FFFD}" }
  }
}
