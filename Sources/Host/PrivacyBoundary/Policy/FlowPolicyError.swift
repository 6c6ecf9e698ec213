// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A value that the flow policy doesn't let go where it was going (PRIV-FP1): unknown means refused.
package struct FlowPolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: String, Sendable {
    /// No row lists the field.
    case unlisted
    /// A row lists it, and not for this point.
    case point
    /// It may be written only by the encoder of a seal (PRIV-FP2).
    case beforeSeal
    /// It may be written only under the profile `open`.
    case profile
    /// It was widened since the person last agreed (PRIV-FP6).
    case consent
    /// The message as a whole doesn't belong to this point or this encoder.
    case message
  }

  package let reason: Reason
  /// The path of the field, as the policy spells it: `perform/arguments/item/name`.
  package let field: String
  package let point: ExtensionPoint

  package var description: String {
    switch reason {
    case .unlisted: "The flow policy has no row for “\(field)”, so it can't be sent to \(point.rawValue)."
    case .point: "The flow policy doesn't let “\(field)” go to \(point.rawValue)."
    case .beforeSeal: "The flow policy lets “\(field)” go to \(point.rawValue) only behind a seal."
    case .profile: "The flow policy lets “\(field)” go to \(point.rawValue) only under the profile open."
    case .consent:
      "The flow policy was widened where “\(field)” goes to \(point.rawValue), and nobody has agreed to that yet."
    case .message: "The message “\(field)” can't be made here for \(point.rawValue)."
    }
  }
}
