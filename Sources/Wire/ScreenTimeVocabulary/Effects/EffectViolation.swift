// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A breach of a rule by an effect: it refuses the whole transaction, and its name says why (`screen-time.md`).
///
/// The runtime of an extension and the rules of the host find the same breaches and report them under the same codes.
public struct EffectViolation: Error, Hashable, Sendable {
  public var code: Code
  /// The rule of `spec/screen-time.md` that was breached, such as `M11`.
  public var rule: String
  /// What was written: a setting key, an activity, a suite.
  public var subject: String
  public var limit: Int?
  public var actual: Int?
  /// Completes the sentence in `description`; never repeats values that name an app, a site or a person.
  public var detail: String
  /// Position in the transaction's list of effects; `nil` before an effect has a place in one.
  package var effectIndex: Int?

  public init(
    _ code: Code, rule: String, subject: String, limit: Int? = nil, actual: Int? = nil, detail: String
  ) {
    self.code = code
    self.rule = rule
    self.subject = subject
    self.limit = limit
    self.actual = actual
    self.detail = detail
  }

  /// A violation that the host's rules found: its sentence is made of the numbers alone.
  package init(
    _ code: Code, rule: String, subject: String, limit: Int64? = nil, actual: Int64? = nil, effectIndex: Int = 0
  ) {
    self.init(
      code, rule: rule, subject: subject, limit: limit.map { Int($0) }, actual: actual.map { Int($0) }, detail: "")
    self.effectIndex = effectIndex
  }
}

extension EffectViolation: CustomStringConvertible {
  public var description: String {
    guard let effectIndex else { return "\(subject) \(detail) (\(code.rawValue), rule \(rule))." }
    let amounts = limit.map { limit in " (limit \(limit)\(actual.map { ", got \($0)" } ?? ""))" } ?? ""
    return "Effect \(effectIndex) on \(subject) breaks rule \(rule): \(code.rawValue)\(amounts)."
  }
}
