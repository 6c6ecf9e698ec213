// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A violation of a rule by an effect. It rejects the whole transaction, and its code gives the reason
/// (`screen-time.md`).
///
/// The extension's runtime and the host check the same rules and report violations with the same codes.
public struct EffectViolation: Error, Hashable, Sendable {
  public var code: Code
  /// The rule of `screen-time.md` that was violated, such as `M11`.
  public var rule: String
  /// The target of the effect: a setting key, an activity or a suite.
  public var subject: String
  public var limit: Int?
  public var actual: Int?
  /// Completes the sentence in `description`. Never contains a value that names an app, a site or a person.
  public var detail: String
  /// The position in the transaction's list of effects; `nil` if the effect is not part of a transaction yet.
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

  /// Creates a violation found by the host's rules. Its description is built from the numbers alone.
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
    guard let effectIndex else { return "\(subject) \(detail) (\(code.rawValue))." }
    let amounts = limit.map { limit in " (limit \(limit)\(actual.map { ", got \($0)" } ?? ""))" } ?? ""
    return "Effect \(effectIndex) on \(subject) is refused: \(code.rawValue)\(amounts)."
  }
}
