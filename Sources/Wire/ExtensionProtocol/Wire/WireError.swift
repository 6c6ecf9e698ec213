// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason that a well-formed JSON value is not a valid message.
///
/// `pointer` is the position, as defined by RFC 6901; `reason` completes the sentence "*pointer* …".
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The classes of errors that the host handles differently (`wire.md#what-the-host-does-with-bad-input`).
  public enum Kind: String, Hashable, Sendable {
    /// A member is missing, unknown or of the wrong type, or a word is not in its list (WIRE-B12).
    case schema
    /// A value has the right type but exceeds a limit (WIRE-B15).
    case limit
    /// The text contains control or bidirectional characters, or is not in NFC (WIRE-B16).
    case text
  }

  public var kind: Kind
  public var pointer: String
  public var reason: String
  /// The limit that was exceeded, if it has a code of its own.
  public var limit: NamedLimit?

  public init(_ kind: Kind = .schema, at pointer: String, _ reason: String) {
    self.kind = kind
    self.pointer = pointer
    self.reason = reason
  }

  /// The same error with a pointer relative to the enclosing value.
  public func below(_ outer: String) -> WireError {
    var error = self
    error.pointer = outer + pointer
    return error
  }

  public var description: String { "\(pointer.isEmpty ? "the message" : pointer) \(reason)" }
}
