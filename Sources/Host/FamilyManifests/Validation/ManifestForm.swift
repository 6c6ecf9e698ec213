// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// A syntax for text in a manifest: a description for people, a pattern for the JSON Schema, and a check.
///
/// They are kept together because they define the same syntax. `ManifestSchemaTests` compares pattern and check on
/// samples.
struct ManifestForm: Sendable {
  /// The description, which completes "… is not ".
  let name: String
  /// The ECMA-262 pattern; `nil` if the schema only limits the length.
  let pattern: String?
  let maximumLength: Int
  let accepts: @Sendable (String) -> Bool

  static let slug = ManifestForm(
    name: "a slug ([a-z][a-z0-9-]{0,31})", pattern: "^[a-z][a-z0-9-]{0,31}$", maximumLength: 32
  ) { text in
    (text.utf8.first.map(isLower) ?? false) && text.utf8.allSatisfy { isLower($0) || isDigit($0) || $0 == hyphen }
  }

  static let version = ManifestForm(
    name: "a version (1–32 of [0-9A-Za-z.+-])", pattern: "^[0-9A-Za-z.+-]{1,32}$", maximumLength: 32
  ) { text in
    !text.isEmpty
      && text.utf8.allSatisfy { isLower($0 | 0x20) || isDigit($0) || [0x2E, 0x2B, hyphen].contains($0) }
  }

  static let group = ManifestForm(
    name: "a group name (group.[A-Za-z0-9.-]{1,58})", pattern: "^group\\.[A-Za-z0-9.-]{1,58}$", maximumLength: 64
  ) { text in
    // Apple's groups are compared by bytes, and many contain capitals.
    text.hasPrefix("group.") && text.utf8.count > 6
      && text.utf8.allSatisfy { isLower($0 | 0x20) || isDigit($0) || [0x2E, hyphen].contains($0) }
  }

  static let publicKey = ManifestForm(
    name: "an Ed25519 public key (43 base64url characters)", pattern: "^[0-9A-Za-z_-]{43}$", maximumLength: 43
  ) { text in
    text.utf8.count == 43
      && text.utf8.allSatisfy { isLower($0 | 0x20) || isDigit($0) || [0x5F, hyphen].contains($0) }
  }

  static let sha256 = ManifestForm(
    name: "a SHA-256 (64 lower-case hexadecimal digits)", pattern: "^[0-9a-f]{64}$", maximumLength: 64
  ) { text in
    text.utf8.count == 64 && text.utf8.allSatisfy { isDigit($0) || (0x61...0x66).contains($0) }
  }

  /// A path below the bundle. The launcher also opens it with `RESOLVE_BENEATH`.
  static let pathInBundle = ManifestForm(
    name: "a relative path below the bundle without “..” or a leading “-”", pattern: nil, maximumLength: 1_024
  ) { text in
    hasPlainBytes(text) && !text.isEmpty
      && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0 != "." && $0 != ".." && !$0.hasPrefix("-")
      }
  }

  /// The path of the bundle, which may contain “..”, since a manifest need not be in its bundle.
  static let bundle = ManifestForm(name: "a path", pattern: nil, maximumLength: 1_024) { text in
    hasPlainBytes(text) && !text.isEmpty && !text.hasPrefix("-")
  }

  static let absolutePath = ManifestForm(
    name: "an absolute path without “..”", pattern: "^/", maximumLength: 1_024
  ) { text in
    hasPlainBytes(text) && text.hasPrefix("/") && text.utf8.count > 1
      && text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0 != "." && $0 != ".."
      }
  }

  /// An argument that a person reads at approval, so it has no bytes that a terminal could hide.
  static let interpreterArgument = ManifestForm(
    name: "an argument (1–64 printable ASCII characters)", pattern: "^[ -~]{1,64}$", maximumLength: 64
  ) { text in
    !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// A URL scheme. The five dangerous schemes can't be listed, and https is allowed by host (VIEW-22).
  static let urlScheme = ManifestForm(
    name:
      "a URL scheme that may be listed ([a-z][a-z0-9+.-]{0,31}; no javascript, data, file, blob, about, http, https)",
    pattern: "^[a-z][a-z0-9+.-]{0,31}$", maximumLength: 32
  ) { text in
    (text.utf8.first.map(isLower) ?? false)
      && text.utf8.allSatisfy { isLower($0) || isDigit($0) || [0x2E, 0x2B, hyphen].contains($0) }
      && !["javascript", "data", "file", "blob", "about", "http", "https"].contains(text)
  }

  static let urlHost = ManifestForm(
    name: "a host name in lower case without port", pattern: "^[a-z0-9.-]{1,253}$", maximumLength: 253
  ) { text in
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
        && label.utf8.allSatisfy { isLower($0) || isDigit($0) || $0 == hyphen }
    }
  }

  // MARK: - Bytes

  private static let hyphen = UInt8(ascii: "-")

  private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func hasPlainBytes(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}
