// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// Encodes wire values that may be sent, and refuses others: every leaf needs a row in the policy (PRIV-FP1).
///
/// It refuses fields behind a seal; only `Seal` encodes those (PRIV-FP2).
package struct RequestEncoder: Sendable {
  let policy: FlowPolicy
  package let point: ExtensionPoint
  package let profile: PrivacyProfile

  private let consent: Int?

  /// - Parameters:
  /// - profile: the person's choice for the family.
  /// - consent: the policy that the person agreed to; fields widened since are refused. `nil` for the one in force.
  package init(policy: FlowPolicy, point: ExtensionPoint, profile: PrivacyProfile, consent: Int? = nil) {
    self.policy = policy
    self.point = point
    self.profile = profile
    self.consent = policy.unmet(consent)
  }

  package func hello(_ params: HelloParams) throws(FlowPolicyError) -> EncodedRequest {
    try encode(params.wire, as: .call(.hello), at: "hello")
  }

  /// Encodes a callback of an unsealed point. Only `Seal` encodes callbacks of sealed points.
  package func perform(_ params: PerformParams) throws(FlowPolicyError) -> EncodedRequest {
    guard !point.isSealed else { throw FlowPolicyError(reason: .message, field: "perform", point: point) }
    return try encode(params.wire, as: .call(.perform), at: "perform")
  }

  package func cancel(_ params: Cancel) throws(FlowPolicyError) -> EncodedRequest {
    try encode(params.wire, as: .call(.cancel), at: "cancel")
  }

  package func shutdown(_ params: Shutdown) throws(FlowPolicyError) -> EncodedRequest {
    try encode(params.wire, as: .call(.shutdown), at: "shutdown")
  }

  package func result(of commit: CommitResult) throws(FlowPolicyError) -> EncodedRequest {
    try encode(commit.wire, as: .result(.commit), at: "commit")
  }

  package func result(of authorize: AuthorizeResult) throws(FlowPolicyError) -> EncodedRequest {
    try encode(authorize.wire, as: .result(.authorize), at: "authorize")
  }

  package func result(of pick: PickResult) throws(FlowPolicyError) -> EncodedRequest {
    try encode(pick.wire, as: .result(.pick), at: "pick")
  }

  package func result(of presentReport: PresentReportResult) throws(FlowPolicyError) -> EncodedRequest {
    try encode(presentReport.wire, as: .result(.presentReport), at: "presentReport")
  }

  package func result(of presentWindow: PresentWindowResult) throws(FlowPolicyError) -> EncodedRequest {
    try encode(presentWindow.wire, as: .result(.presentWindow), at: "presentWindow")
  }

  package func failure(_ error: ErrorObject) throws(FlowPolicyError) -> EncodedRequest {
    try encode(error.wire, as: .failure, at: "error")
  }

  /// Encodes any value under a root of the policy, without fields behind a seal.
  package func encode(
    _ value: WireValue, as form: EncodedRequest.Form, at root: String
  ) throws(FlowPolicyError) -> EncodedRequest {
    try policy.tree.check(value, at: root, for: point, isSealed: false, profile: profile, consent: consent)
    return EncodedRequest(form: form, point: point, body: value)
  }
}
