// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Text that never occurs by chance: anywhere but on a surface it is exact evidence (`privacy-checker.md`).
enum Canary {
  private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567")
  private static let length = 26

  /// 125 random bits as lower-case letters and digits, which canonicalisation of identities and host names preserves.
  static func word(_ random: inout CheckRandom) -> String {
    "q" + String((1..<length).map { _ in digits[Int(random.next() % 32)] })
  }

  /// The first word in a text that has the form of a canary.
  static func word(in text: String) -> String? {
    let words: [Substring] = text.split(whereSeparator: { !digits.contains($0) })
    return words.first { $0.count == length && $0.first == "q" }.map(String.init)
  }
}

/// Finds canaries in bytes, in each encoding in which text could leak: plain, upper-case, reversed, hexadecimal, base64
/// at three alignments, and UTF-16.
struct CanaryNet: Sendable {
  /// The first eight bytes of every encoding: at least 40 random bits, so other text doesn't match.
  private var beginnings: Set<UInt64> = []

  init(_ texts: some Sequence<String>) {
    for word in texts.lazy.compactMap(Canary.word(in:)) {
      for form in Self.forms(of: word) { beginnings.insert(form.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }) }
    }
  }

  func catches(_ bytes: [UInt8]) -> Bool {
    var window: UInt64 = 0
    var folded: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      window = window << 8 | UInt64(byte)
      folded = folded << 8 | UInt64((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
      if index >= 7, beginnings.contains(window) || beginnings.contains(folded) { return true }
    }
    return false
  }

  private static func forms(of word: String) -> [[UInt8]] {
    let bytes = Array(word.utf8)
    var forms = [bytes, Array(bytes.reversed())]
    forms.append(Array(bytes.dropFirst().map { String(format: "%02x", $0) }.joined().utf8))
    forms.append(bytes.flatMap { [$0, 0] })
    for shift in 0..<3 {
      // The first group depends on the preceding bytes.
      forms.append(Array(Data(Array(repeating: 0, count: shift) + bytes).base64EncodedString().utf8.dropFirst(4)))
    }
    return forms
  }
}
