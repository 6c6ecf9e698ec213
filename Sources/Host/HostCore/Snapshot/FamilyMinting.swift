// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules

/// The tokens of one family for the items of its own rules. The family wrote these rules with tokens, so it holds them
/// already (PRIV-TK5, PRIV-TK7).
struct FamilyMinting: TokenMinting {
  let tokens: TokenRegistry
  let family: String

  func token(for item: Item) -> WireToken {
    guard let token = tokens.token(for: item, of: family)?.wireToken else {
      // Without a grant a family has no stores or activities, so this is not reached; the wire format still requires a
      // token.
      return WireToken("AQEAAQAAAAAAAAAAAAAAAAAAAAAAAAAA") ?? placeholder
    }
    return token
  }

  func isHeld(_ item: Item) -> Bool { tokens.heldToken(for: item, of: family) != nil }

  private var placeholder: WireToken { preconditionFailure("the constant above is a token") }
}

extension TokenStatus {
  init(_ token: WireToken, because reason: TokenRegistry.Invalidity) {
    switch reason {
    case .rotated(let successor): self.init(token: token, status: .rotated, to: successor.wireToken)
    case .revoked: self.init(token: token, status: .revoked)
    case .unknown: self.init(token: token, status: .unknown)
    }
  }
}
