// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import ExtensionProtocol
internal import ExtensionRuntime
internal import Synchronization

/// Calls the `handle` overload for the shield's target and waits for its completion handler (S6, S7).
final class ShieldActionHandlerAdapter: ExtensionPointHandler {
  private let delegate: ShieldActionDelegate

  init(_ delegate: ShieldActionDelegate) { self.delegate = delegate }

  var point: ExtensionPoint { .shieldAction }

  func perform(_ request: CallbackRequest) throws -> WireValue {
    guard case .shieldAction(let arguments) = request.callback else {
      throw HandlerFailure.unknownCallback(request, at: point)
    }
    let completion = Completion(ExtensionSession.current)
    let action = ShieldAction(arguments.action)
    switch arguments.target {
    case .application:
      guard let token = ApplicationToken(arguments.token) else { throw Self.wrongKind(arguments) }
      delegate.handle(action: action, for: token) { completion.call($0) }
    case .webDomain:
      guard let token = WebDomainToken(arguments.token) else { throw Self.wrongKind(arguments) }
      delegate.handle(action: action, for: token) { completion.call($0) }
    case .category:
      guard let token = ActivityCategoryToken(arguments.token) else { throw Self.wrongKind(arguments) }
      delegate.handle(action: action, for: token) { completion.call($0) }
    }
    return ["response": ShieldActionResult.Response(completion.wait()).wire]
  }

  private static func wrongKind(_ arguments: ShieldActionArguments) -> HandlerFailure {
    HandlerFailure(
      ErrorObject(
        .invalidParams, "The token's kind differs from the target \(arguments.target.rawValue).",
        pointer: "/params/arguments/token"))
  }
}

/// The first response passed to a completion handler, which may be called on any thread and any number of times.
private final class Completion: Sendable {
  private let response = Mutex<ShieldActionResponse?>(nil)
  private let isCalled = DispatchSemaphore(value: 0)
  private let session: ExtensionSession?

  init(_ session: ExtensionSession?) { self.session = session }

  func call(_ response: ShieldActionResponse) {
    let isFirst = self.response.withLock { current in
      guard current == nil else { return false }
      current = response
      return true
    }
    guard isFirst else {
      session?.log("A shield action called its completion handler again; only its first answer counts.")
      return
    }
    isCalled.signal()
  }

  func wait() -> ShieldActionResponse {
    isCalled.wait()
    return response.withLock { $0 } ?? .none
  }
}

extension ShieldAction {
  fileprivate init(_ button: ShieldButton) {
    self =
      switch button {
      case .primaryButtonPressed: .primaryButtonPressed
      case .secondaryButtonPressed: .secondaryButtonPressed
      case .firstSecondarySubmenuItemPressed: .firstSecondarySubmenuItemPressed
      case .secondSecondarySubmenuItemPressed: .secondSecondarySubmenuItemPressed
      case .thirdSecondarySubmenuItemPressed: .thirdSecondarySubmenuItemPressed
      }
  }
}

extension ShieldActionResult.Response {
  fileprivate init(_ response: ShieldActionResponse) {
    self =
      switch response {
      case .none: .none
      case .close: .close
      case .defer: .defer
      case .openParentalControlsApp: .openParentalControlsApp
      }
  }
}
