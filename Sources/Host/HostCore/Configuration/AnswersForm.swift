// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The words of an answers file. A mistyped word is refused; ignoring it could count as an answer that nobody gave.
enum AnswersForm {
  private static let family = ["authorize", "leavesOpen", "monitors", "picks", "revoke", "taps", "widgets"]
  private static let widget = ["kind", "size"]
  private static let pick = ["applications", "categories", "includeEntireCategory", "webDomains"]
  /// The codes of the fixed list of categories (LIVE-ID4).
  private static let categories = (1...12).map(String.init)

  /// Checks a file whose values have the right types.
  ///
  /// - Throws: `HostError` that names the file, the place and the valid words.
  static func check(_ file: WireValue, in path: String) throws(HostError) {
    for (name, answers) in members(of: file) {
      try check(answers, family, at: "/\(name)", in: path)
      for (number, placed) in elements(of: "widgets", in: answers).enumerated() {
        try check(placed, widget, at: "/\(name)/widgets/\(number)", in: path)
      }
      for (number, picked) in elements(of: "picks", in: answers).enumerated() {
        let place = "/\(name)/picks/\(number)"
        try check(picked, pick, at: place, in: path)
        for case .string(let code) in elements(of: "categories", in: picked) where !categories.contains(code) {
          throw HostError(
            .invalidInput, "\(path): \(place)/categories: “\(code)” is not a category; use a number from 1 to 12.")
        }
      }
    }
  }

  private static func check(
    _ value: WireValue, _ words: [String], at place: String, in path: String
  ) throws(HostError) {
    for (name, _) in members(of: value) where !words.contains(name) {
      throw HostError(
        .invalidInput,
        "\(path): \(place): “\(name)” is not known here; use \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")."
      )
    }
  }

  private static func members(of value: WireValue) -> [(name: String, value: WireValue)] {
    if case .object(let object) = value { object.members } else { [] }
  }

  private static func elements(of name: String, in value: WireValue) -> [WireValue] {
    guard case .object(let object) = value, case .array(let elements)? = object[name] else { return [] }
    return elements
  }
}
