// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The result of one check.
package enum TrialVerdict: Hashable, Sendable {
  case passed(note: String? = nil)
  /// It passes, with advice.
  case advice(reason: String, remedy: String)
  case failed(reason: String, remedy: String)
  /// The check does not apply to this extension.
  case skipped(reason: String)

  package var word: String {
    switch self {
    case .passed: "passed"
    case .advice: "advice"
    case .failed: "failed"
    case .skipped: "skipped"
    }
  }

  package var reason: String? {
    switch self {
    case .passed(let note): note
    case .advice(let reason, _), .failed(let reason, _), .skipped(let reason): reason
    }
  }

  package var remedy: String? {
    switch self {
    case .advice(_, let remedy), .failed(_, let remedy): remedy
    case .passed, .skipped: nil
    }
  }
}
