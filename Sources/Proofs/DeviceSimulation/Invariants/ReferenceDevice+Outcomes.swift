// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules
internal import ScreenTimeStore

// MARK: - Outcomes match the answers, effects are applied once

extension ReferenceDevice {
  /// Applies the answer to a settled row if it was accepted, and checks the outcome.
  ///
  /// - Parameter answer: the extension's last answer to this delivery, or `nil` without a request.
  mutating func settle(_ row: PendingDelivery, answer: ScriptBrain.Answer?) {
    guard let settlement = row.settlement else { return }
    let isMonitor = row.point == "monitor"
    let subject = "\(row.callback) \(row.sequence) of \(row.family)"
    let isApproved = families[row.family]?.isApproved == true
    let isAcceptable = answer.map { $0.isAnswer && !$0.breaksRule && (isApproved || !$0.needsApproval) } ?? false
    switch settlement.outcome {
    case .applied:
      guard let answer, isAcceptable else {
        find(.outcomesAreEarned, "\(subject) was applied without an acceptable answer")
        break
      }
      for batch in answer.batches { apply(batch, to: row.family, performing: isMonitor ? row.sequence : nil) }
      for notice in answer.notices { families[row.family]?.notices.take(notice, at: now, in: zone) }
      if answer.hasNoticesAlone { families[row.family]?.revision += 1 }
      if let revision = settlement.revision, revision != families[row.family]?.revision {
        find(
          .effectsAreAppliedOnce,
          "\(subject) made revision \(revision) but must make \(families[row.family]?.revision ?? 0)")
      }
    case .refused:
      if isAcceptable {
        find(.outcomesAreEarned, "\(subject) was refused (\(settlement.reason)) although its answer breaks no rule")
      }
    case .failed:
      // A press is not repeated (S7). Any other callback has three attempts, or fewer if the same request crashed two
      // processes (C5). The first crash may have happened in an earlier delivery with an identical request.
      let attempts = row.point == "shieldAction" ? 1...1 : settlement.reason == .delivery(.poison) ? 1...3 : 3...3
      if isAcceptable {
        find(.outcomesAreEarned, "\(subject) failed (\(settlement.reason)) although it was answered")
      } else if row.attempts > attempts.upperBound
        || (row.attempts < attempts.lowerBound && answer != nil && row.point != "shieldAction")
      {
        find(.outcomesAreEarned, "\(subject) failed (\(settlement.reason)) after \(row.attempts) attempts")
      }
    case .expired:
      if now.milliseconds(since: row.owedAt) < 7 * 86_400_000 {
        find(.outcomesAreEarned, "\(subject) expired before the end of its seven days")
      }
    case .dropped:
      // `checkDrops` checks monitor callbacks. A press is dropped when its family's tokens are revoked.
      if !isMonitor, isApproved {
        find(.nothingOwedIsLost, "\(subject) was dropped (\(settlement.reason)) although its family is approved")
      }
    }
    if isMonitor { settle(row.sequence, of: row.family) }
  }
}
