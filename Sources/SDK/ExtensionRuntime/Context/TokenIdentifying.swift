// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// A type-erased token. `ManagedSettings.Token` conforms.
public protocol TokenIdentifying {
  /// The wire form, a stable string per token that can serve as a key.
  var _stableKey: String { get }
}

/// The validity of a token.
public enum TokenValidity: String, Hashable, Sendable {
  case valid, rotated, revoked, unknown
}

extension TokenIdentifying {
  /// The validity according to the snapshot. A token that is not listed is valid (T10).
  public var _status: TokenValidity {
    let entry = ExtensionSession.current?.snapshot?.tokens.first { $0.token.text == _stableKey }
    return entry.flatMap { TokenValidity(rawValue: $0.status.rawValue) } ?? .valid
  }
}
