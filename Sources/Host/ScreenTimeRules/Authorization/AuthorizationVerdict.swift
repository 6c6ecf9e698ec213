// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of an authorization request before a person is prompted (A3–A7, A12).
package enum AuthorizationVerdict: Hashable, Sendable {
  /// Succeeds without a prompt (A6).
  case alreadyApproved
  /// Prompts the person who has to agree.
  case ask(Authenticator)
  case refused(AuthorizationRefusal)
}

/// The outcome of a prompt. A request always returns (A13), so anything but consent is a refusal.
package enum PromptAnswer: String, Codable, Sendable, CaseIterable {
  case approved
  case denied
  /// The prompt closed after five minutes without an answer.
  case unanswered
  /// The app exited before the answer came.
  case abandoned

  package var isConsent: Bool { self == .approved }
}

extension AuthorizationRefusal {
  /// The reason as a sentence, for the developer.
  package var sentence: String {
    switch self {
    case .restricted: "The operator's policy forbids this family."
    case .unavailable: "The family is not installed on this device."
    case .invalidAccountType: "A child's authorization needs a person declared a child and a guardian to authenticate."
    case .authorizationConflict: "Another authorization has to be revoked first."
    // One sentence for a refusal, a cancelled prompt and a conflict that the family must not learn of.
    case .authorizationCanceled: "The request was not granted."
    case .authenticationMethodUnavailable: "No way to authenticate the owner is configured."
    }
  }
}
