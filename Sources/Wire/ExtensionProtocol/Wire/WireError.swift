// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a well-formed JSON value is not the message it should be.
///
/// `pointer` is the place, as RFC 6901 writes it; `reason` completes the sentence "*pointer* …".
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The classes that get different treatment in `wire.md#what-the-host-does-with-bad-input`.
  public enum Kind: String, Hashable, Sendable {
    /// A member is missing, unknown, of the wrong type, or a word is not of its list (WIRE-B12).
    case schema
    /// A value is well-typed and beyond a limit of §2 or §5 (WIRE-B15).
    case limit
    /// Text with controls or bidi characters, or not NFC (WIRE-B16).
    case text
  }

  public var kind: Kind
  public var pointer: String
  public var reason: String

  public init(_ kind: Kind = .schema, at pointer: String, _ reason: String) {
    self.kind = kind
    self.pointer = pointer
    self.reason = reason
  }

  /// The same fault as seen from the value that holds the one it was found in.
  public func below(_ outer: String) -> WireError { WireError(kind, at: outer + pointer, reason) }

  public var description: String { "\(pointer.isEmpty ? "the message" : pointer) \(reason)" }
}
