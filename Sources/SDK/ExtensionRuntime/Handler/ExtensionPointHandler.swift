// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// What a module of the SDK does with the callbacks of its extension point.
///
/// The loop owns the order: `perform` is called on one thread, one callback after another (C6). What a handler writes
/// through the SDK meanwhile is collected and leaves with its answer (C2).
public protocol ExtensionPointHandler: AnyObject {
  /// The point this code serves; a manifest that says otherwise is told so at hello (`screen-time.md`).
  var point: ExtensionPoint { get }

  /// The contexts of a report, in declaration order; `nil` everywhere else.
  ///
  /// - Throws: `HandlerFailure`, answered to hello: two equal contexts, a scene without `makeConfiguration`.
  func contexts() throws -> [String]?

  /// Calls the developer's code for one callback and returns `result`, an object without `effects`.
  ///
  /// It blocks until the code is done; asynchronous code runs through `waitForTask`.
  ///
  /// - Throws: `HandlerFailure` for an answer with a code; `EffectViolation` when the answer itself breaks a rule;
  ///   anything else becomes error 1200 with its description.
  func perform(_ request: CallbackRequest) throws -> WireValue
}

extension ExtensionPointHandler {
  public func contexts() throws -> [String]? { nil }
}
