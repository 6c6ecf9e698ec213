// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// `D11` or `§8.3`: the letters of a chapter and a number.
struct RuleID: Hashable, CustomStringConvertible {
  var chapter: String
  var number: Int

  init(chapter: String, number: Int) {
    self.chapter = chapter
    self.number = number
  }

  init?(_ text: some StringProtocol) {
    guard let match = String(text).wholeMatch(of: /([A-Z]|§8\.)([1-9][0-9]*)/), let number = Int(match.output.2) else {
      return nil
    }
    self.init(chapter: String(match.output.1), number: number)
  }

  var description: String { "\(chapter)\(number)" }
}
