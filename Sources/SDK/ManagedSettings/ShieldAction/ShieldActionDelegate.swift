// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol
public import ExtensionRuntime
public import Foundation

/// The principal class of a shield action extension. The base class responds to the primary button with `.close` and to
/// the others with `.none`.
///
/// ### On Linux
/// The reply is sent once the method has returned and `completionHandler` has been called. Writes until then are part
/// of it. A second call of the handler is ignored.
open class ShieldActionDelegate: NSObject {
  /// Creates the delegate, once per process, before the first press.
  public override init() {}

  /// Handles a press on the shield of an application. Call the completion handler before the deadline; its first call
  /// counts.
  open func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(Self.response(to: action))
  }

  /// Handles a press on the shield of a category. Call the completion handler before the deadline; its first call
  /// counts.
  open func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(Self.response(to: action))
  }

  /// Handles a press on the shield of a web domain. Call the completion handler before the deadline; its first call
  /// counts.
  open func handle(
    action: ShieldAction, for webDomain: WebDomainToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(Self.response(to: action))
  }

  private static func response(to action: ShieldAction) -> ShieldActionResponse {
    action == .primaryButtonPressed ? .close : .none
  }
}

extension ShieldActionDelegate: _ExtensionPrincipal {
  public static var _point: ExtensionPoint { .shieldAction }

  public var _handler: any ExtensionPointHandler {
    ManagedSettingsStore.TokenExpiryMessage.startPosting()
    return ShieldActionHandlerAdapter(self)
  }
}

/// The name of the class at WWDC21.
public typealias ShieldActionHandler = ShieldActionDelegate
