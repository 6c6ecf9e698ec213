// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// A specific error reply of a handler.
public struct HandlerFailure: Error, Hashable, Sendable {
  public var error: ErrorObject

  public init(_ error: ErrorObject) { self.error = error }

  /// The reply to a callback that this point does not have, for example from a newer host.
  public static func unknownCallback(_ request: CallbackRequest, at point: ExtensionPoint) -> HandlerFailure {
    HandlerFailure(
      ErrorObject(
        .methodNotFound, "The point \(point.rawValue) has no callback “\(request.callback.name)” in schema 1.",
        pointer: "/params/callback"))
  }
}

/// The final reply to a request, before its ID is added.
typealias HandlerAnswer = Result<WireValue, HandlerFailure>

extension HandlerAnswer {
  static func refusal(_ error: ErrorObject) -> HandlerAnswer { .failure(HandlerFailure(error)) }
}
