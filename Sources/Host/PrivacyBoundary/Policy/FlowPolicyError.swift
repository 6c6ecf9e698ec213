// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The reason why the flow policy refuses to send a value (PRIV-FP1). Unknown fields are refused.
package struct FlowPolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: String, Sendable {
    /// No row lists the field.
    case unlisted
    /// A row lists the field, but not for this point.
    case point
    /// Only the encoder of a seal may write it (PRIV-FP2).
    case beforeSeal
    /// It may only be written under the profile `open`.
    case profile
    /// It was widened since the person last agreed (PRIV-FP6).
    case consent
    /// The message as a whole doesn't belong to this point or this encoder.
    case message
  }

  package let reason: Reason
  /// The path of the field as in the policy: `perform/arguments/item/name`.
  package let field: String
  package let point: ExtensionPoint

  package var description: String {
    switch reason {
    case .unlisted: "The flow policy has no row for “\(field)”, so it can't be sent to \(point.rawValue)."
    case .point: "The flow policy doesn't allow “\(field)” to be sent to \(point.rawValue)."
    case .beforeSeal: "The flow policy allows “\(field)” to be sent to \(point.rawValue) only behind a seal."
    case .profile: "The flow policy allows “\(field)” to be sent to \(point.rawValue) only under the profile open."
    case .consent:
      "The flow policy was widened for “\(field)” to \(point.rawValue), and the person has not agreed to that yet."
    case .message: "The message “\(field)” can't be created here for \(point.rawValue)."
    }
  }
}
