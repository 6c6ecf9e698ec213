// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A page with a signature in its last line, which a browser doesn't show.
///
/// The signature covers every byte before that line, and nothing may follow the line, so no part of the page can be changed,
/// left out or added.
package struct SignedPage: Hashable, Sendable {
  package enum Finding: Hashable, Sendable {
    /// The last line is not a signature.
    case unsigned
    /// The page was changed after it was signed, or the signature is not of the key that it names.
    case altered
    case signed(by: AuditPublicKey)
  }

  /// The page without the line of the signature.
  package let content: [UInt8]
  package let finding: Finding

  /// Reads a page that was written by `text(of:signedBy:)`.
  package init(bytes: [UInt8]) {
    guard bytes.last == UInt8(ascii: "\n"),
      let start = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))
    else {
      (content, finding) = (bytes, .unsigned)
      return
    }
    let words = String(decoding: bytes[(start + 1)...].dropLast(), as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    guard words.count == 5, words[0] == "<!--", words[1] == Self.mark, words[4] == "-->",
      let key = AuditPublicKey(hexadecimal: words[2]), let signature = hexadecimalBytes(words[3]),
      signature.count == AuditPublicKey.signatureByteCount
    else {
      (content, finding) = (bytes, .unsigned)
      return
    }
    content = Array(bytes[...start])
    finding = key.isValid(signature, for: content) ? .signed(by: key) : .altered
  }

  /// - Parameter content: a page that ends with a line feed.
  package static func text(of content: String, signedBy key: AuditKey) throws -> String {
    let signature = try key.signature(of: Array(content.utf8))
    return content + "<!-- \(mark) \(key.publicKey) \(hexadecimalText(signature)) -->\n"
  }

  private static let mark = "sallyport-audit-signature-1"
}
