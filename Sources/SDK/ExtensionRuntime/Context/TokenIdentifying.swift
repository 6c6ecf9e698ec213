// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// What can be known of a token without knowing what it names: `ManagedSettings.Token` adopts it.
public protocol TokenIdentifying {
  /// The wire form: one stable string for one token, fit as a key.
  var _stableKey: String { get }
}

/// Whether a token still resolves (T9).
public enum TokenValidity: String, Hashable, Sendable {
  case valid, rotated, revoked, unknown
}

extension TokenIdentifying {
  /// What the snapshot says; a token it doesn't list counts as valid (T10).
  public var _status: TokenValidity {
    let entry = ExtensionSession.current?.snapshot?.tokens.first { $0.token.text == _stableKey }
    return entry.flatMap { TokenValidity(rawValue: $0.status.rawValue) } ?? .valid
  }
}
