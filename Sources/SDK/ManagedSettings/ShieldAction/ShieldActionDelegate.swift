// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import ExtensionRuntime
public import Foundation

/// The principal class of a shield action extension; the base answers `.close` to the primary button, else `.none`
/// (S10).
///
/// ### On Linux
/// The reply leaves when the method has returned and `completionHandler` was called; writes until then belong to it. A
/// second call of the handler is ignored (S7).
open class ShieldActionDelegate: NSObject {
  /// Made once for each process, before the first press.
  public override init() {}

  /// A button of a shield was pressed; the first answer counts, within the deadline (S6, S7).
  open func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(Self.response(to: action))
  }

  /// A button of a shield was pressed; the first answer counts, within the deadline (S6, S7).
  open func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(Self.response(to: action))
  }

  /// A button of a shield was pressed; the first answer counts, within the deadline (S6, S7).
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
  public var _handler: any ExtensionPointHandler {
    ManagedSettingsStore.TokenExpiryMessage.startPosting()
    return ShieldActionHandlerAdapter(self)
  }
}

/// The name of WWDC21 (`screen-time.md`).
public typealias ShieldActionHandler = ShieldActionDelegate
