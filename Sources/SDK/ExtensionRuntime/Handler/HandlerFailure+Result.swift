// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

extension HandlerFailure {
  /// Checks a result as the host will, and returns its wire form.
  ///
  /// - Throws: `HandlerFailure` that names the place and, if a limit was exceeded, its code.
  package static func checked<Value: WireConvertible>(_ result: Value) throws -> WireValue {
    let wire = result.wire
    do { _ = try Value(wire: wire, at: "/result", from: .extension) } catch {
      let code = error.limit.map { "\($0.rawValue): " } ?? ""
      throw HandlerFailure(
        ErrorObject(
          .extensionError, "\(code)\(error)", retry: .never, pointer: error.pointer,
          reason: error.limit?.rawValue))
    }
    return wire
  }
}
