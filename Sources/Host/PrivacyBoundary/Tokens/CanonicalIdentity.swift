// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import ScreenTimeRules

/// The canonical form of an item's identity, from which tokens are derived (PRIV-TK1).
///
/// It is applied once, when an identity enters the host; later code compares bytes.
package enum CanonicalIdentity {
  /// The reason why a text is not an identity of its kind. Completes the sentence "the identity …".
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// The item that `text` names.
  ///
  /// - Throws: `Fault` if the text is empty, over 255 bytes, not of its kind, or not stable under repeated application.
  package static func item(_ kind: Item.Kind, _ text: String) throws(Fault) -> Item {
    let once = try spelling(kind, text)
    guard !once.isEmpty else { throw Fault(description: "is empty") }
    guard once.utf8.count <= 255 else { throw Fault(description: "is longer than 255 bytes") }
    guard try spelling(kind, once).utf8.elementsEqual(once.utf8) else {
      throw Fault(description: "has no stable spelling")
    }
    return Item(kind: kind, id: once)
  }

  private static func spelling(_ kind: Item.Kind, _ text: String) throws(Fault) -> String {
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw Fault(description: "holds a control character")
    }
    switch kind {
    case .application: return application(text)
    case .webDomain: return try webDomain(text)
    case .category: return try category(text)
    }
  }

  /// The desktop-file id without `.desktop`, NFC, in its original case.
  private static func application(_ text: String) -> String {
    let name = text.precomposedStringWithCanonicalMapping
    return name.hasSuffix(".desktop") ? String(name.dropLast(8)) : name
  }

  /// The lower-case A-label (UTS #46, non-transitional), without trailing dot, port or user.
  private static func webDomain(_ text: String) throws(Fault) -> String {
    let afterUser = text[(text.lastIndex(of: "@").map(text.index(after:)) ?? text.startIndex)...]
    var host = String(afterUser.prefix { $0 != ":" }).lowercased()
    while host.hasSuffix(".") { host.removeLast() }
    if !host.utf8.allSatisfy({ $0 < 0x80 }) { host = try labels(host) }
    let isHost = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard isHost, labels.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 63 }) else {
      throw Fault(description: "is not a domain name")
    }
    return host
  }

  /// Foundation's URL parser applies UTS #46 with the non-transitional option; a table of our own would become
  /// outdated.
  private static func labels(_ host: String) throws(Fault) -> String {
    var components = URLComponents()
    components.scheme = "https"
    components.host = host
    guard let encoded = components.encodedHost?.lowercased() else { throw Fault(description: "is not a domain name") }
    return encoded.hasSuffix(".") ? String(encoded.dropLast()) : encoded
  }

  /// The decimal code, 1–12, of the fixed list.
  private static func category(_ text: String) throws(Fault) -> String {
    guard let code = Int(text), (1...12).contains(code) else {
      throw Fault(description: "is not a category from 1 to 12")
    }
    return String(code)
  }
}
