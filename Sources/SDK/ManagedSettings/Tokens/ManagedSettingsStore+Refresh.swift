// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation

extension ManagedSettingsStore {
  /// Replaces rotated application tokens by their successors, keeping their number and order.
  ///
  /// - Throws: `TokenRefreshError` if tokens are revoked or unknown. Those tokens are left unchanged.
  public static func refresh(_ tokens: inout [ApplicationToken]) throws { try refreshAll(&tokens) }
  /// Replaces rotated category tokens by their successors. Throws `TokenRefreshError` if tokens are revoked or unknown.
  public static func refresh(_ tokens: inout [ActivityCategoryToken]) throws { try refreshAll(&tokens) }
  /// Replaces rotated web domain tokens by their successors. Throws `TokenRefreshError` if tokens are revoked or
  /// unknown.
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

  /// A message that is posted once per process and rotation, before the callback that brings the new tokens.
  public struct TokenExpiryMessage: NotificationCenter.AsyncMessage, Sendable {
    /// The type that posts the message.
    public typealias Subject = ManagedSettingsStore

    /// The name for observers that use `Notification`.
    public static var name: Notification.Name {
      startPosting()
      return Notification.Name("ManagedSettingsTokensDidExpire")
    }

    /// Starts posting the message. Everything that an observer has to use first calls this: the identifier, the name, a
    /// store, or an extension's principal object. Foundation itself does not notify a message type that it is being
    /// observed.
    package static func startPosting() { posting }

    /// Foundation on Linux gives a message only to observers of messages, and a notification only to observers of its
    /// name.
    private static let posting: Void = ExtensionSession.onTokenRotation {
      NotificationCenter.default.post(TokenExpiryMessage())
      NotificationCenter.default.post(name: name, object: nil)
    }
  }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<ManagedSettingsStore.TokenExpiryMessage> {
  /// The identifier with which to observe the message.
  public static var tokensDidExpire: Self {
    ManagedSettingsStore.TokenExpiryMessage.startPosting()
    return .init()
  }
}
