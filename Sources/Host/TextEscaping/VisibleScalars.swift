// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Decides which scalars of a text are shown as they are, and which as an escape.
///
/// A scalar is shown if it is visible. Four kinds of invisible scalars are also shown, but only where a script or an
/// emoji needs them:
///
/// - U+200D after a virama and before a letter, or between two pictographs;
/// - U+200C after a virama and before a letter, or after an Arabic letter that would join the next one;
/// - U+FE0E and U+FE0F directly after an emoji that has both forms;
/// - one of U+E0100 to U+E01EF directly after an ideograph.
///
/// Elsewhere they would let two different names look the same.
struct VisibleScalars {
  /// The maximum number of combining marks per base. Vietnamese and Hebrew need three; more would overlap other lines.
  static let mostMarks = 4

  private enum Last { case start, base, selector, other }

  private var last = Last.start
  private var base: Unicode.Scalar?
  private var previous: Unicode.Scalar?
  private var marks = 0

  /// Whether `scalar`, followed by `next`, is shown as it is.
  mutating func shows(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if scalar.isASCII {
      let isShown = (0x20..<0x7F).contains(scalar.value)
      // A combining mark after a space would attach to the host's text.
      return isShown ? begin(scalar == " " ? nil : scalar) : refuse()
    }
    if let isNeeded = isNeeded(scalar, before: next) { return isNeeded ? keep(scalar) : refuse() }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      return refuse()
    case _ where properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}": return refuse()
    case .nonspacingMark, .spacingMark, .enclosingMark:
      guard base != nil, marks < Self.mostMarks else { return refuse() }
      marks += 1
      return keep(scalar)
    default: return begin(scalar)
    }
  }

  private mutating func begin(_ scalar: Unicode.Scalar?) -> Bool {
    (last, base, previous, marks) = (scalar == nil ? .start : .base, scalar, scalar, 0)
    return true
  }

  private mutating func keep(_ scalar: Unicode.Scalar) -> Bool {
    (last, previous) = (scalar.properties.isVariationSelector ? .selector : .other, scalar)
    return true
  }

  private mutating func refuse() -> Bool {
    (last, base, previous, marks) = (.start, nil, nil, 0)
    return false
  }

  /// Whether an invisible scalar is needed at this place; `nil` for every other scalar.
  private func isNeeded(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool? {
    switch scalar.value {
    case 0x200D:
      let isEmoji = base?.isPictograph == true && last != .start && next?.isPictograph == true
      return isEmoji && previous != "\u{200D}" || isAfterVirama(before: next)
    case 0x200C: return isAfterVirama(before: next) || isBetweenArabicLetters(next)
    case 0xFE0E, 0xFE0F:
      guard last == .base, let base, base.properties.isEmoji else { return false }
      return base.isPictograph || next == "\u{20E3}"
    case 0xE0100...0xE01EF: return last == .base && base?.properties.isUnifiedIdeograph == true
    default: return nil
    }
  }

  private func isAfterVirama(before next: Unicode.Scalar?) -> Bool {
    previous?.properties.canonicalCombiningClass == .virama && next?.properties.generalCategory == .otherLetter
  }

  private func isBetweenArabicLetters(_ next: Unicode.Scalar?) -> Bool {
    guard let previous, let next else { return false }
    return previous.isArabicLetter && !previous.endsArabicJoin && next.isArabicLetter
  }
}

extension Unicode.Scalar {
  /// Whether it is an emoji other than a digit, `#` or `*`.
  fileprivate var isPictograph: Bool { value > 0xA8 && properties.isEmoji }

  fileprivate var isArabicLetter: Bool { (0x0620...0x06D5).contains(value) && properties.isAlphabetic }

  /// Whether it is a letter that joins only the previous one, or none, so that U+200C after it has no visible effect.
  fileprivate var endsArabicJoin: Bool {
    switch value {
    case 0x0621...0x0625, 0x0627, 0x0629, 0x062F...0x0632, 0x0648, 0x0671...0x0677, 0x0688...0x0699, 0x06C0,
      0x06C3...0x06CB, 0x06CD, 0x06CF, 0x06D2...0x06D5:
      true
    default: false
    }
  }
}
