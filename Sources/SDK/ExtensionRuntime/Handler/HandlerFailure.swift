// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// An error reply that a handler chooses itself.
public struct HandlerFailure: Error, Hashable, Sendable {
  public var error: ErrorObject

  public init(_ error: ErrorObject) { self.error = error }

  /// A callback this point does not have: a newer host, or a wrong one.
  public static func unknownCallback(_ request: CallbackRequest, at point: ExtensionPoint) -> HandlerFailure {
    HandlerFailure(
      ErrorObject(
        .methodNotFound, "The point \(point.rawValue) has no callback “\(request.callback.name)” in schema 1.",
        pointer: "/params/callback"))
  }
}

/// A terminal reply before it has its id.
typealias HandlerAnswer = Result<WireValue, HandlerFailure>

extension HandlerAnswer {
  static func refusal(_ error: ErrorObject) -> HandlerAnswer { .failure(HandlerFailure(error)) }
}
