// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The step between `hello` and data for a sealed process (`privacy.md#what-a-family-can-learn`): one process, one
/// request.
///
/// Creating it requires an audit without differences and a ledger entry, and encoding the request consumes it
/// (PRIV-SE1): `~Copyable` makes a second request to the same process a compile-time error. It is the only way to send
/// the fields that the policy marks `after: seal` (PRIV-FP2).
package struct Seal: ~Copyable {
  private let policy: FlowPolicy
  package let point: ExtensionPoint
  private let profile: PrivacyProfile
  private let consent: Int?

  /// Seals a process that has completed the handshake and has not received any data.
  ///
  /// - Parameters:
  /// - consent: the policy that the person agreed to, as for `RequestEncoder`.
  /// - entry: the ledger's receipt for the data, durable before this call (PRIV-LG3).
  /// - audit: compares the process with its launch plan and returns the differences.
  /// - Throws: `SealError`. The caller then kills the process and shows the fallback.
  package init(
    policy: FlowPolicy, point: ExtensionPoint, profile: PrivacyProfile, consent: Int? = nil, family: String,
    entry: LedgerReceipt, audit: () -> [String]
  ) throws(SealError) {
    guard point.isSealed else { throw SealError(reason: .point, point: point) }
    guard entry.family == family, entry.kind == (point == .report ? .reportShown : .shieldShown) else {
      throw SealError(reason: .unrecorded, point: point)
    }
    let differences = audit()
    guard differences.isEmpty else { throw SealError(reason: .differs(differences), point: point) }
    self.policy = policy
    self.point = point
    self.profile = profile
    self.consent = policy.unmet(consent)
  }

  /// Encodes the single request.
  ///
  /// - Throws: `FlowPolicyError`. The seal is consumed either way, so the process is also killed after a host error.
  package consuming func perform(_ params: PerformParams) throws(FlowPolicyError) -> SealedRequest {
    // Sealed deliveries aren't counted or repeated, so any other number would carry information.
    guard params.delivery.attempt == 1, params.delivery.seed ?? 0 == 0 else {
      throw FlowPolicyError(reason: .message, field: "perform/delivery", point: point)
    }
    try policy.tree.check(
      params.wire, at: "perform", for: point, isSealed: true, profile: profile, consent: consent)
    return SealedRequest(
      request: EncodedRequest(form: .call(.perform), point: point, body: params.wire), policy: policy, profile: profile,
      consent: consent)
  }
}

/// The messages to a sealed process: its request and, for a report, the frames of usage that follow.
package struct SealedRequest: ~Copyable {
  package let request: EncodedRequest
  private let policy: FlowPolicy
  private let profile: PrivacyProfile
  private let consent: Int?
  private var hasEnded = false

  init(request: EncodedRequest, policy: FlowPolicy, profile: PrivacyProfile, consent: Int?) {
    self.request = request
    self.policy = policy
    self.profile = profile
    self.consent = consent
  }

  /// Encodes the next frame of usage. No frame follows the last one.
  package mutating func frame(_ data: ReportData) throws(FlowPolicyError) -> EncodedRequest {
    guard request.point == .report, !hasEnded else {
      throw FlowPolicyError(reason: .message, field: "data", point: request.point)
    }
    try policy.tree.check(
      data.wire, at: "data", for: .report, isSealed: true, profile: profile, consent: consent)
    hasEnded = data.isEnd
    return EncodedRequest(form: .call(.data), point: .report, body: data.wire)
  }
}
