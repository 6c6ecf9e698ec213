// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation

extension ManagedSettingsStore {
  /// Replaces rotated tokens by their successors, keeping count and order.
  ///
  /// - Throws: `TokenRefreshError` when some are revoked or unknown; they stay in place (T10).
  public static func refresh(_ tokens: inout [ApplicationToken]) throws { try refreshAll(&tokens) }
  /// Renews the tokens in place; throws where one can't be renewed (T9).
  public static func refresh(_ tokens: inout [ActivityCategoryToken]) throws { try refreshAll(&tokens) }
  /// Renews the tokens in place; throws where one can't be renewed (T9).
  public static func refresh(_ tokens: inout [WebDomainToken]) throws { try refreshAll(&tokens) }

  private static func refreshAll<T>(_ tokens: inout [Token<T>]) throws {
    var failures: [Int: TokenValidity] = [:]
    let statuses = ExtensionSession.current?.snapshot?.tokens ?? []
    for index in tokens.indices {
      guard let entry = statuses.first(where: { $0.token.text == tokens[index].text }) else { continue }
      switch entry.status {
      case .rotated:
        if let successor = entry.to.flatMap(Token<T>.init) { tokens[index] = successor }
      case .revoked: failures[index] = .revoked
      case .unknown: failures[index] = .unknown
      }
    }
    if !failures.isEmpty { throw TokenRefreshError(statuses: failures) }
  }

  /// Posted once per process and rotation, before the callback that brings it (T11).
  public struct TokenExpiryMessage: NotificationCenter.AsyncMessage, Sendable {
    /// Whose message it is.
    public typealias Subject = ManagedSettingsStore

    /// The name under which older observers hear of it.
    public static var name: Notification.Name {
      startPosting()
      return Notification.Name("ManagedSettingsTokensDidExpire")
    }

    /// Posts from now on. Called by whatever an observer has to touch first: the identifier, the name, a store, or the
    /// principal object of an extension. Foundation itself asks nothing of a message before it observes it.
    package static func startPosting() { posting }

    private static let posting: Void = ExtensionSession.onTokenRotation {
      NotificationCenter.default.post(TokenExpiryMessage())
    }
  }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<ManagedSettingsStore.TokenExpiryMessage> {
  /// What observers of the message are registered by.
  public static var tokensDidExpire: Self {
    ManagedSettingsStore.TokenExpiryMessage.startPosting()
    return .init()
  }
}
