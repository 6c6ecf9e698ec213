// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The reason why a reply or a `commit` is refused as a whole (`wire.md#perform`, acceptance). None of it is applied.
package struct EffectRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  package let code: ErrorCode
  /// An RFC 6901 pointer into the result or the params: `/effects/2/value`.
  package let pointer: String
  /// A sentence for the developer, which mentions only the family's own input.
  package let description: String

  init(_ code: ErrorCode, at pointer: String, _ description: String) {
    self.code = code
    self.pointer = pointer
    self.description = description
  }

  /// The refusal for invalid, foreign, revoked and sealed tokens alike, so that the answer doesn't tell them apart.
  static func unknownToken(at pointer: String) -> EffectRefusal {
    EffectRefusal(.unknownToken, at: pointer, "\(pointer) is not a token of this family.")
  }

  /// The error object to return to the extension.
  package var error: ErrorObject { ErrorObject(code, description, pointer: pointer) }
}
