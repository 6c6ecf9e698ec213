// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The address of a page: its kind, and the one thing that it is about, if any. `/item/org.mozilla.firefox` in the console,
/// `item-….html` in files.
package struct PageAddress: Hashable, Sendable {
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case today, week, day, item, shields, requests, families, family, ledger, use, shield, extensions, device, gallery
    case trace

    /// Whether the page is about one thing, which its address names. A day or week without a name is the present one.
    package var subject: Subject {
      switch self {
      case .today, .shields, .requests, .families, .ledger, .extensions, .device, .gallery: .none
      case .week, .day, .trace: .optional
      case .item, .family, .use, .shield: .required
      }
    }

    package enum Subject: Hashable, Sendable { case none, optional, required }
  }

  /// The longest name of a thing, in bytes.
  package static let maximumSubject = 512

  package let kind: Kind
  package let subject: String?

  /// - Returns: `nil` if the kind has no such subject, or needs one.
  package init?(_ kind: Kind, _ subject: String? = nil) {
    switch kind.subject {
    case .none: guard subject == nil else { return nil }
    case .optional: break
    case .required: guard subject != nil else { return nil }
    }
    if let subject { guard !subject.isEmpty, subject.utf8.count <= Self.maximumSubject else { return nil } }
    self.kind = kind
    self.subject = subject
  }

  private init(plain kind: Kind) { (self.kind, subject) = (kind, nil) }

  package static let today = PageAddress(plain: .today)
  package static let shields = PageAddress(plain: .shields)
  package static let requests = PageAddress(plain: .requests)
  package static let families = PageAddress(plain: .families)
  package static let ledger = PageAddress(plain: .ledger)
  package static let extensions = PageAddress(plain: .extensions)
  package static let device = PageAddress(plain: .device)
  package static let gallery = PageAddress(plain: .gallery)
  package static let week = PageAddress(plain: .week)
  package static let trace = PageAddress(plain: .trace)
  package static let day = PageAddress(plain: .day)

  // MARK: - In the console

  /// `/today`, `/item/org.mozilla.firefox`.
  package var path: String { "/" + kind.rawValue + (subject.map { "/" + Self.escaped($0) } ?? "") }

  /// Reads a path as ``path`` writes it.
  ///
  /// - Returns: `nil` if it is not the path of a page.
  package init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts[0].isEmpty, let kind = Kind(rawValue: String(parts[1])) else {
      return nil
    }
    guard parts.count == 3 else {
      self.init(kind)
      return
    }
    guard let subject = Self.unescaped(parts[2]) else { return nil }
    self.init(kind, subject)
  }

  /// The name of the page's file, which no subject can lead out of its directory.
  package var file: String {
    guard let subject else { return kind.rawValue + ".html" }
    return kind.rawValue + "-"
      + subject.utf8.map { Self.isPlain($0) ? String(UnicodeScalar($0)) : "_" + Self.hexadecimal($0) }.joined()
      + ".html"
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { isPlain($0) ? String(UnicodeScalar($0)) : "%" + hexadecimal($0) }.joined()
  }

  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), isHexadecimal(high),
        isHexadecimal(low)
      else { return nil }
      bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    UnicodeScalar(byte).properties.isASCIIHexDigit
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}

extension PageAddress: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let address = PageAddress(path: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the path of a page")
    }
    self = address
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(path)
  }
}
