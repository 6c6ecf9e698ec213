// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A named breach of a rule by an effect; it refuses the whole transaction (C4).
package struct EffectViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// `limit.shieldApplications`, …, or the case name of a `MonitoringError`.
  package var code: String
  /// The rule that was broken, as the specification numbers it.
  package var ruleID: String
  /// What it was about: a store and key, an activity, a name.
  package var subject: String
  package var limit: Int64?
  package var actual: Int64?
  /// Position in the transaction's list of effects.
  package var effectIndex: Int

  package init(
    code: String, ruleID: String, subject: String, limit: Int64? = nil, actual: Int64? = nil, effectIndex: Int = 0
  ) {
    self.code = code
    self.ruleID = ruleID
    self.subject = subject
    self.limit = limit
    self.actual = actual
    self.effectIndex = effectIndex
  }

  package var description: String {
    let amounts = limit.map { limit in " (limit \(limit)\(actual.map { ", got \($0)" } ?? ""))" } ?? ""
    return "Effect \(effectIndex) on \(subject) breaks rule \(ruleID): \(code)\(amounts)."
  }

  /// Whether `startMonitoring` reports it as a `MonitoringError` (error 1301 on the wire).
  package var isMonitoringError: Bool { MonitoringError(rawValue: code) != nil }
}

/// Apple's cases, by name.
package enum MonitoringError: String, Sendable, CaseIterable {
  case excessiveActivities, intervalTooLong, intervalTooShort, invalidDateComponents, unauthorized
}
