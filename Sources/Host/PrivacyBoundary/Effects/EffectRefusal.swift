// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// Why a reply or a `commit` is refused whole (`wire.md#perform`, acceptance): nothing of it is applied.
package struct EffectRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  package let code: ErrorCode
  /// RFC 6901 place in the result or the params: `/effects/2/value`.
  package let pointer: String
  /// For the developer: about the family's own input and nothing else.
  package let description: String

  init(_ code: ErrorCode, at pointer: String, _ description: String) {
    self.code = code
    self.pointer = pointer
    self.description = description
  }

  /// One sentence and one cost for garbage, foreign, revoked and sealed tokens (PRIV-TK6, WIRE-B14).
  static func unknownToken(at pointer: String) -> EffectRefusal {
    EffectRefusal(.unknownToken, at: pointer, "\(pointer) is no token of this family.")
  }

  /// As it goes back to the extension that asked.
  package var error: ErrorObject { ErrorObject(code, description, pointer: pointer) }
}
