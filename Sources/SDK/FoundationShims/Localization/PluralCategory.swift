// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The plural form for an integer, by the published rules of the languages that apps are usually translated into.
enum PluralCategory: String, Sendable {
  case zero, one, two, few, many, other

  /// - Parameter language: A language identifier, of which only the part before the first hyphen or underscore is used.
  init(of number: Int, in language: String) {
    let count = number.magnitude
    let (ten, hundred) = (count % 10, count % 100)
    let isTeen = (11...14).contains(hundred)
    switch String(language.prefix { $0 != "-" && $0 != "_" }) {
    case "ja", "zh", "ko", "vi", "th", "id", "ms", "lo", "my": self = .other
    case "fr", "hy", "kab", "pt": self = count <= 1 ? .one : .other
    case "ru", "uk", "be":
      self = ten == 1 && hundred != 11 ? .one : (2...4).contains(ten) && !isTeen ? .few : .many
    case "hr", "sr", "bs":
      self = ten == 1 && hundred != 11 ? .one : (2...4).contains(ten) && !isTeen ? .few : .other
    case "pl": self = count == 1 ? .one : (2...4).contains(ten) && !isTeen ? .few : .many
    case "cs", "sk": self = count == 1 ? .one : (2...4).contains(count) ? .few : .other
    case "sl":
      self = hundred == 1 ? .one : hundred == 2 ? .two : hundred == 3 || hundred == 4 ? .few : .other
    case "lt":
      self = (11...19).contains(hundred) ? .other : ten == 1 ? .one : (2...9).contains(ten) ? .few : .other
    case "lv": self = ten == 0 || (11...19).contains(hundred) ? .zero : ten == 1 ? .one : .other
    case "ro":
      self = count == 1 ? .one : count == 0 || (1...19).contains(hundred) ? .few : .other
    case "he", "iw": self = count == 1 ? .one : count == 2 ? .two : .other
    case "ar":
      self =
        switch (count, hundred) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    default: self = count == 1 ? .one : .other
    }
  }
}
