// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

extension EffectViolation {
  /// Creates the violation to report for a failed write, whether this process or the host found the error.
  init(_ error: any Error) {
    switch error {
    case let violation as EffectViolation: self = violation
    case HostRequestFailure.refused(let refusal): self.init(refusal)
    case HostRequestFailure.malformed(let error):
      self.init(.refused, rule: "C8", subject: "The host's reply", detail: "can't be decoded: \(error)")
    default: self.init(.notHere, rule: "C8", subject: "The write", detail: "has no host to go to")
    }
  }

  /// Creates a violation from the host's refusal, with the code that this process would have used.
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
  /// The error reply that settles the delivery as `refused` (C4).
  var errorObject: ErrorObject {
    ErrorObject(
      .effectViolation, description, limit: limit == nil ? nil : code.rawValue, maximum: limit.map(Int64.init),
      violation: code.rawValue, subject: subject, actual: actual.map(Int64.init))
  }
}
