// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The single request to a sealed process, with the ledger's receipt for it. It is encoded only after the process has
/// been audited, by a `Seal`.
package struct SealedMessage: ApprovedMessage {
  package let params: PerformParams
  private let policy: FlowPolicy
  private let profile: PrivacyProfile
  private let consent: Int?
  private let family: String
  private let point: ExtensionPoint
  private let receipt: LedgerReceipt
  /// The usage of a report; `nil` for a shield's configuration, which has no data.
  private let elements: [ReportElement]?

  /// - Parameters:
  /// - receipt: the ledger's receipt, durable before the message is created (PRIV-LG3).
  /// - elements: the usage of a report, sent in frames after the request.
  package init(
    _ params: PerformParams, to point: ExtensionPoint, of family: String, under policy: FlowPolicy,
    profile: PrivacyProfile, consent: Int?, receipt: LedgerReceipt, elements: [ReportElement]? = nil
  ) {
    self.params = params
    self.point = point
    self.family = family
    self.policy = policy
    self.profile = profile
    self.consent = consent
    self.receipt = receipt
    self.elements = elements
  }

  package func outgoing(as id: RequestID, toProcessWith differences: [String]) throws -> OutgoingRequest {
    let seal = try Seal(
      policy: policy, point: point, profile: profile, consent: consent, family: family, entry: receipt,
      audit: { differences })
    var sealed = try seal.perform(params)
    guard let elements else { return OutgoingRequest(params: sealed.request.body) }
    let frames = try ReportData.frames(elements, request: id).map { try sealed.frame($0).body }
    return OutgoingRequest(params: sealed.request.body, data: frames)
  }
}
