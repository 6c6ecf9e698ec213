// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A guardian's passcode: 6 to 64 characters in normal form C, without control characters.
package struct Passcode: Sendable {
  package static let lengths = 6...64
  /// The alphabet of recovery codes: base32 (RFC 4648).
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
  private static let recoveryLength = 20

  let bytes: [UInt8]

  /// - Returns: `nil` if the text can't be a passcode.
  package init?(_ text: String) {
    let text = text.precomposedStringWithCanonicalMapping
    guard Self.lengths.contains(text.count), text.utf8.count <= 1_024,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    bytes = Array(text.utf8)
  }

  /// A recovery code as a person enters it: in small letters, or with spaces between its groups, it is the same.
  ///
  /// - Returns: `nil` if the text can't be one.
  package init?(recoveryCode text: String) {
    self.init(text.uppercased().filter { !$0.isWhitespace && $0 != "-" })
  }

  /// A new recovery code: 100 random bits.
  package static func makeRecoveryCode() -> String {
    // The generator of the system is the kernel's.
    var generator = SystemRandomNumberGenerator()
    return String((0..<recoveryLength).map { _ in alphabet.randomElement(using: &generator) ?? "A" })
  }
}
