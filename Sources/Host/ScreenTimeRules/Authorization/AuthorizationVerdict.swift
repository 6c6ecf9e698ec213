// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What a request for authorization comes to before anybody is asked (A3–A7, A12).
package enum AuthorizationVerdict: Hashable, Sendable {
  /// Succeeds without a surface (A6).
  case alreadyApproved
  /// A prompt goes up, for the one who has to agree.
  case ask(Authenticator)
  case refused(AuthorizationRefusal)
}

/// How a prompt ended. A request always returns (A13): whatever is not consent is a refusal.
package enum PromptAnswer: String, Codable, Sendable, CaseIterable {
  case approved
  case denied
  /// Left open until it went by itself, after five minutes.
  case unanswered
  /// The app was gone before the answer came.
  case abandoned

  package var isConsent: Bool { self == .approved }
}

extension AuthorizationRefusal {
  /// The reason as a sentence, for the developer.
  package var sentence: String {
    switch self {
    case .restricted: "The operator's policy forbids this family."
    case .unavailable: "The family is not known here."
    case .invalidAccountType: "A child's authorization needs a person declared a child and a guardian to authenticate."
    case .authorizationConflict: "Another authorization has to be revoked first."
    // One sentence for a refusal, a cancelled prompt and a conflict that may not be told (PRIV-CS3).
    case .authorizationCanceled: "The request was not granted."
    case .authenticationMethodUnavailable: "No way to authenticate the owner is configured."
    }
  }
}
