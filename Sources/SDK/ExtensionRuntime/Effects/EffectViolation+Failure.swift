// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

extension EffectViolation {
  /// The name under which a failed write is reported, whoever found the fault.
  init(_ error: any Error) {
    switch error {
    case let violation as EffectViolation: self = violation
    case HostRequestFailure.refused(let refusal): self.init(refusal)
    case HostRequestFailure.malformed(let error):
      self.init(.refused, rule: "C8", subject: "The host's answer", detail: "can't be read: \(error)")
    default: self.init(.notHere, rule: "C8", subject: "The write", detail: "has no host to go to")
    }
  }

  /// A refusal of the host, under the name it would have had here.
  package init(_ refusal: ErrorObject) {
    let code: Code =
      switch refusal.code {
      case .unknownToken: .tokenUnknown
      case .unauthorized: .unauthorized
      default: refusal.violation.map { Code(rawValue: $0) } ?? .refused
      }
    self.init(
      code, rule: "C8", subject: refusal.subject ?? refusal.pointer ?? "The write",
      limit: refusal.maximum.map(Int.init), actual: refusal.actual.map(Int.init),
      detail: "was refused by the host: \(refusal.message)")
  }
}

extension EffectViolation {
  /// The reply that settles the delivery `refused` (C4).
  var errorObject: ErrorObject {
    ErrorObject(
      .effectViolation, description, limit: limit == nil ? nil : code.rawValue, maximum: limit.map(Int64.init),
      violation: code.rawValue, subject: subject, actual: actual.map(Int64.init))
  }
}
