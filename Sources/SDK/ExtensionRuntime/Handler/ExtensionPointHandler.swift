// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// Runs the callbacks of one extension point.
///
/// The session calls `perform` on one thread, one callback after another (C6). Writes that a handler makes through the
/// SDK during a callback are collected and sent with its reply (C2).
public protocol ExtensionPointHandler: AnyObject {
  /// The extension point that this code serves. If the manifest has another, the reply to `hello` is an error
  /// (`screen-time.md`).
  var point: ExtensionPoint { get }

  /// The contexts of a report, in declaration order; `nil` at other points.
  ///
  /// - Throws: `HandlerFailure`, sent as the reply to `hello`, for two equal contexts or a scene without
  ///   `makeConfiguration`.
  func contexts() throws -> [String]?

  /// Calls the developer's code for one callback and returns `result`, an object without `effects`.
  ///
  /// It blocks until the code is done; asynchronous code runs through `waitForTask`.
  ///
  /// - Throws: `HandlerFailure` to reply with a specific error; `EffectViolation` if the result itself violates a rule.
  ///   Any other error becomes error 1200 with its description.
  func perform(_ request: CallbackRequest) throws -> WireValue
}

extension ExtensionPointHandler {
  public func contexts() throws -> [String]? { nil }
}
