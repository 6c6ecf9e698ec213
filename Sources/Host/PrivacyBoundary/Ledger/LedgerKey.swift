// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The key of the first authentication code in a ledger. It is shown once, when the ledger begins, and only the person
/// keeps it. With it `ledger verify` detects entries that the host's own user rewrote (PRIV-LG5).
package struct LedgerKey: Hashable, Sendable, LosslessStringConvertible {
  /// The link for which it was created: 1, except in ledgers that older builds began.
  package let since: Int64
  let bytes: [UInt8]

  package static let byteCount = 32

  init?(since: Int64, bytes: [UInt8]) {
    guard since >= 1, bytes.count == Self.byteCount else { return nil }
    self.since = since
    self.bytes = bytes
  }

  /// Parses `1-4f3a…`: a number, and 64 hexadecimal digits.
  package init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let since = Int64(parts[0]), let bytes = hexadecimalBytes(parts[1]) else { return nil }
    self.init(since: since, bytes: bytes)
  }

  package var description: String { "\(since)-\(hexadecimalText(bytes))" }
}

/// Lower-case hexadecimal digits, two per byte.
package func hexadecimalText(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// The bytes of lower-case hexadecimal digits.
package func hexadecimalBytes(_ text: some StringProtocol) -> [UInt8]? {
  let digits = Array(text.utf8)
  guard digits.count.isMultiple(of: 2) else { return nil }
  var bytes: [UInt8] = []
  for index in stride(from: 0, to: digits.count, by: 2) {
    guard let high = hexadecimalValue(digits[index]), let low = hexadecimalValue(digits[index + 1]) else { return nil }
    bytes.append(high << 4 | low)
  }
  return bytes
}

private func hexadecimalValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  default: nil
  }
}
