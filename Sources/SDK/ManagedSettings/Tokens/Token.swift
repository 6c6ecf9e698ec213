// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
public import ExtensionRuntime
internal import Foundation

/// An opaque identifier of an application, web domain or category, valid in one family on one host.
///
/// Tokens come from the picker or from decoding.
public struct Token<T>: Hashable, Sendable {
  /// The canonical wire form: 32 base64url characters for 24 bytes (PRIV-TK2).
  let text: String

  init(unchecked text: String) { self.text = text }
}

/// An opaque identifier of an application: 24 bytes without meaning outside the family.
public typealias ApplicationToken = Token<Application>
/// An opaque identifier of a web domain, valid in one family.
public typealias WebDomainToken = Token<WebDomain>
/// An opaque identifier of a category, valid in one family.
public typealias ActivityCategoryToken = Token<ActivityCategory>

extension Token: Codable {
  private enum CodingKeys: String, CodingKey { case data }

  /// Decodes `{"data": "<base64>"}`, the form in which Apple's apps save selections.
  ///
  /// - Throws: `keyNotFound` without `data`; `dataCorrupted` unless the data is 24 bytes of a supported version and of
  ///   the kind of `T`. Apple's own tokens have 128 bytes and are not valid here.
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
      throw fail("This token was issued by Apple's system; a token is valid only on the host that issued it.")
    }
    guard bytes.count == 24 else { throw fail("A token has 24 bytes; this one has \(bytes.count).") }
    let text = base64.replacing("+", with: "-").replacing("/", with: "_")
    guard let wire = WireToken(text) else { throw fail("The token has another version or an unknown kind.") }
    guard wire.kind == Self.kind else { throw fail("The token is not of the kind \(T.self).") }
    self.text = text
  }

  /// Encodes the token in Apple's form, `{"data": "<base64>"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text.replacing("-", with: "+").replacing("_", with: "/"), forKey: .data)
  }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind only: logs and reflection must not reveal more.
  public var description: String { "Token<\(T.self)>" }
  /// The same text as `description`.
  public var debugDescription: String { description }
  /// An empty mirror, so that a dump does not show the token's bytes.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Token: TokenIdentifying {
  public var _stableKey: String { text }
}

// MARK: - Wire

extension Token {
  /// The wire kind that corresponds to `T`, or `nil` if `T` has no tokens.
  static var kind: WireToken.Kind? {
    if T.self == Application.self { return .application }
    if T.self == WebDomain.self { return .webDomain }
    if T.self == ActivityCategory.self { return .category }
    return nil
  }

  /// - Returns: `nil` if the token is of another kind.
  package init?(_ wire: WireToken) {
    guard wire.kind == Self.kind else { return nil }
    text = wire.text
  }

  /// The wire token. Never `nil` in practice, because the text was checked when the token was created.
  package var wire: WireToken? { WireToken(text) }
}

extension Set {
  /// The tokens in ascending byte order, as they leave a process (PRIV-TK3).
  package func wireTokens<T>() -> [WireToken] where Element == Token<T> { compactMap(\.wire).sortedByBytes }

  package init<T>(_ tokens: [WireToken]) where Element == Token<T> { self.init(tokens.compactMap(Token<T>.init)) }
}
