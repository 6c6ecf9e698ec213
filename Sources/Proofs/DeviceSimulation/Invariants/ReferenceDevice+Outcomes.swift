// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules
internal import ScreenTimeStore

// MARK: - Outcomes are earned, effects are applied once

extension ReferenceDevice {
  /// A row was settled: applies what its extension answered, if that was accepted.
  ///
  /// - Parameter answer: what the extension said last about this delivery; `nil`: it was never asked.
  mutating func settle(_ row: PendingDelivery, answer: ScriptBrain.Answer?) {
    guard let settlement = row.settlement else { return }
    let isMonitor = row.point == "monitor"
    let subject = "\(row.callback) \(row.sequence) of \(row.family)"
    switch settlement.outcome {
    case .applied:
      guard let answer, answer.isAnswer, !answer.breaksRule else {
        find(.outcomesAreEarned, "\(subject) was applied without an answer that may be accepted")
        break
      }
      for batch in answer.batches { apply(batch, to: row.family, performing: isMonitor ? row.sequence : nil) }
      for notice in answer.notices { families[row.family]?.notices.take(notice, at: now) }
      if let revision = settlement.revision, revision != families[row.family]?.revision {
        find(
          .effectsAreAppliedOnce,
          "\(subject) made revision \(revision), and must have made \(families[row.family]?.revision ?? 0)")
      }
    case .refused:
      if let answer, answer.isAnswer, !answer.breaksRule {
        find(.outcomesAreEarned, "\(subject) was refused (\(settlement.reason)) although its answer breaks no rule")
      }
    case .failed:
      // A press is not repeated (S7); everything else has three attempts, or fewer when one request felled two processes
      // (C5), which only what the extension did itself can show. The first of them may have died of a delivery before,
      // with the very same request.
      let attempts = row.point == "shieldAction" ? 1...1 : settlement.reason == .delivery(.poison) ? 1...3 : 3...3
      if answer?.isAnswer == true, answer?.breaksRule == false {
        find(.outcomesAreEarned, "\(subject) failed (\(settlement.reason)) although it was answered")
      } else if row.attempts > attempts.upperBound
        || (row.attempts < attempts.lowerBound && answer != nil && row.point != "shieldAction")
      {
        find(.outcomesAreEarned, "\(subject) failed (\(settlement.reason)) after \(row.attempts) attempts")
      }
    case .expired:
      if now.milliseconds(since: row.owedAt) < 7 * 86_400_000 {
        find(.outcomesAreEarned, "\(subject) expired before its seven days were over")
      }
    case .dropped:
      // Of a monitor `checkDrops` tells; a press loses its meaning with the family's tokens.
      if !isMonitor, families[row.family]?.isApproved == true {
        find(.nothingOwedIsLost, "\(subject) was dropped (\(settlement.reason)) although its family is approved")
      }
    }
    if isMonitor { settle(row.sequence, of: row.family) }
  }
}
