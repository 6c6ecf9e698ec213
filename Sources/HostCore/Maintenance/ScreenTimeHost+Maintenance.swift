// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore

// MARK: - The daily job

extension ScreenTimeHost {
  private static let day: Int64 = 86_400_000

  /// Once a day of the device's clock forgets what its time is over (R11, LG6).
  ///
  /// It goes by whole days since 1970 and not by the instant at which it happens to run, so that a host that was killed
  /// and started again forgets exactly what one that ran through does.
  func maintainDaily() throws {
    let today = state.now.milliseconds - (state.now.milliseconds % Self.day + Self.day) % Self.day
    guard today > maintainedDay else { return }
    try persist { transaction in
      try transaction.forget(
        by: configuration.retention, today: Timestamp(milliseconds: today),
        ledgerOffSince: try transaction.value(LedgerOff.self, HostMeta.ledgerOff)?.seq,
        day: { calendar.day(Timestamp(milliseconds: today - Int64($0) * Self.day)) })
      try transaction.setValue(today, HostMeta.maintainedDay)
    }
    maintainedDay = today
  }
}
