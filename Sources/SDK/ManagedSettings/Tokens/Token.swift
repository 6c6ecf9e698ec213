// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
public import ExtensionRuntime
internal import Foundation

/// An opaque name for one application, web domain or category, valid in one family on one host (T1, T2).
///
/// Its only public source beside the picker is its own encoding.
public struct Token<T>: Hashable, Sendable {
  /// The canonical wire form: 32 base64url characters for 24 bytes (PRIV-TK2).
  let text: String

  init(unchecked text: String) { self.text = text }
}

/// Stands for an application towards one family; 24 bytes, of no meaning outside it (T1).
public typealias ApplicationToken = Token<Application>
/// Stands for a web domain towards one family (T1).
public typealias WebDomainToken = Token<WebDomain>
/// Stands for a category towards one family (T1).
public typealias ActivityCategoryToken = Token<ActivityCategory>

extension Token: Codable {
  private enum CodingKeys: String, CodingKey { case data }

  /// Decodes `{"data": "<base64>"}`, the shape that selections saved by Apple's apps have.
  ///
  /// - Throws: `keyNotFound` without `data`; `dataCorrupted` for anything but 24 bytes of our version and of the kind of
  ///   `T`. Apple's own tokens have 128 bytes and mean nothing here.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let base64 = try container.decode(String.self, forKey: .data)
    let fail = { (reason: String) in
      DecodingError.dataCorruptedError(forKey: .data, in: container, debugDescription: reason)
    }
    guard let bytes = Data(base64Encoded: base64), bytes.base64EncodedString() == base64 else {
      throw fail("A token's data is not canonical base64.")
    }
    guard bytes.count != 128 else {
      throw fail("This token was made by Apple's system; a token is valid on the host that issued it only.")
    }
    guard bytes.count == 24 else { throw fail("A token has 24 bytes; this one has \(bytes.count).") }
    let text = base64.replacing("+", with: "-").replacing("/", with: "_")
    guard let wire = WireToken(text) else { throw fail("A token of another version or of an unknown kind.") }
    guard wire.kind == Self.kind else { throw fail("A token of another kind than \(T.self).") }
    self.text = text
  }

  /// Apple's shape: `{"data": "<base64>"}` (§1.9).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text.replacing("-", with: "+").replacing("_", with: "/"), forKey: .data)
  }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Neither logs nor reflection tell more than the kind (T12).
  public var description: String { "Token<\(T.self)>" }
  /// The same as `description`: nothing of its bytes.
  public var debugDescription: String { description }
  /// Empty, so that no dump shows its bytes.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Token: TokenIdentifying {
  public var _stableKey: String { text }
}

// MARK: - Wire

extension Token {
  /// The kind on the wire that belongs to `T`; nil for a type that no token is for.
  static var kind: WireToken.Kind? {
    if T.self == Application.self { return .application }
    if T.self == WebDomain.self { return .webDomain }
    if T.self == ActivityCategory.self { return .category }
    return nil
  }

  /// - Returns: nil when the token is of another kind.
  package init?(_ wire: WireToken) {
    guard wire.kind == Self.kind else { return nil }
    text = wire.text
  }

  /// A token only comes from a checked text, so this is nil in theory only.
  package var wire: WireToken? { WireToken(text) }
}

extension Set {
  /// Token sets leave a process sorted by their bytes (PRIV-TK3).
  package func wireTokens<T>() -> [WireToken] where Element == Token<T> { compactMap(\.wire).sortedByBytes }

  package init<T>(_ tokens: [WireToken]) where Element == Token<T> { self.init(tokens.compactMap(Token<T>.init)) }
}
