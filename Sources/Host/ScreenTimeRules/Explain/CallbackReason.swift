// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rule that decided one callback: the reason that it came or did not come, or the condition that it waits for.
package enum CallbackReason: Reason {
  // MARK: Delivered

  /// The clock reached it, and callbacks could be delivered at that instant.
  case clockTime
  /// It fell due at its clock time and came with the first use of the device.
  case firstUse
  case registeredInside
  case replaced
  case stopped
  case intervalEnded
  case warningDue
  /// The warning time is longer than the interval.
  case warningMovedToStart
  case thresholdReached(threshold: Int64?)
  /// Use before the registration reached the threshold already.
  case pastThresholdReached(threshold: Int64?)
  case warningLevelReached(threshold: Int64?)
  /// Replayed after downtime or a jump of the clock.
  case caughtUp
  case sentAgain

  // MARK: Not delivered

  case nobodyUsedTheDevice
  /// The host was down, or the clock jumped over the interval.
  case missed
  case skipped(OccurrenceSkip)
  /// The callback that the warning announces was due before the device was used.
  case warningTooLate
  case startNotDelivered
  case useFellShort(counted: Int64, threshold: Int64)
  /// None of the event's tokens resolved, so it matches nothing.
  case nothingChosen

  // MARK: Pending

  case useMissing(counted: Int64, threshold: Int64)
  case warningUseMissing(counted: Int64, level: Int64)
  case waitsForFirstUse(since: Timestamp)
  case waitsForInterval(start: Timestamp)
  case waitsForEnd(at: Timestamp)
  case waitsForWarning(at: Timestamp)
  /// It is due and waits for the next instant at which the family may learn of use.
  case waitsForSlot(at: Timestamp)
  /// It comes once per interval and already came; the next interval counts from zero.
  case reachedAlready

  // MARK: Never

  case notApproved
  case notMonitored
  case scheduleOver

  package var code: String { String(describing: self).prefix { $0 != "(" }.description }

  package var rule: String {
    switch self {
    case .clockTime, .firstUse, .waitsForFirstUse: "§6"
    case .registeredInside: "D9"
    case .replaced: "D8"
    case .stopped, .notMonitored: "D12"
    case .intervalEnded, .nobodyUsedTheDevice, .startNotDelivered, .waitsForEnd: "D10"
    case .warningDue, .warningMovedToStart, .waitsForWarning: "D14"
    case .thresholdReached, .useFellShort, .useMissing: "E3"
    case .waitsForSlot: "PRIV-MT2"
    case .pastThresholdReached: "E5"
    case .warningLevelReached, .warningUseMissing: "E7"
    case .caughtUp, .missed: "D17"
    case .sentAgain: "C5"
    case .skipped(let skip): skip.rule
    case .warningTooLate: "D15"
    case .nothingChosen: "T5"
    case .waitsForInterval: "D3"
    case .reachedAlready: "E4"
    case .notApproved: "A11"
    case .scheduleOver: "D13"
    }
  }

  /// - Parameter threshold: `nil` if it was that of an earlier registration, which is not kept.
  private static func spoken(_ threshold: Int64?, _ words: ReasonWords) -> String {
    threshold.map(words.duration) ?? "the threshold of an earlier registration"
  }

  package func sentence(_ words: ReasonWords) -> String {
    switch self {
    case .clockTime: "Its clock time came, and it could be delivered at once."
    case .firstUse: "Its clock time had come, and it was delivered at the first use of the device."
    case .registeredInside: "It was due at once because the activity was registered inside a running interval."
    case .replaced: "The activity was registered again with another schedule, which ended the running interval."
    case .stopped: "Monitoring was stopped, which ended the running interval."
    case .intervalEnded: "The interval, whose start was delivered, ended."
    case .warningDue: "The warning time before the announced moment was reached."
    case .warningMovedToStart: "The warning time is longer than the interval, so the warning came with its start."
    case .thresholdReached(let threshold): "Counted use reached \(Self.spoken(threshold, words))."
    case .pastThresholdReached(let threshold):
      "Use before the registration also counted and had already reached \(Self.spoken(threshold, words))."
    case .warningLevelReached(let threshold):
      "Counted use reached the warning time before \(Self.spoken(threshold, words))."
    case .caughtUp: "It became due while the host was down, and came when it ran again."
    case .sentAgain: "It was sent again."
    case .nobodyUsedTheDevice:
      "The device was not used in the interval, so neither its start nor its end was delivered."
    case .missed: "The clock passed the whole interval while no use was counted, so its callbacks are not delivered."
    case .skipped(let skip): skip.sentence
    case .warningTooLate: "The moment it announces came before the device was used, so the warning was dropped."
    case .startNotDelivered: "The start of the interval was not delivered, so its other callbacks were not due."
    case .useFellShort(let counted, let threshold):
      "The interval ended with \(words.duration(counted)) of \(words.duration(threshold)) counted."
    case .nothingChosen: "None of the event's tokens is known, so it matches no use."
    case .useMissing(let counted, let threshold):
      "\(words.duration(counted)) of \(words.duration(threshold)) is counted; "
        + "\(words.duration(max(0, threshold - counted))) of use is missing."
    case .warningUseMissing(let counted, let level):
      "The warning comes at \(words.duration(level)) of counted use; "
        + "\(words.duration(max(0, level - counted))) is missing."
    case .waitsForFirstUse(let since):
      "It has been due since \(words.instant(since)) and waits for the first use of the device."
    case .waitsForInterval(let start): "No interval runs; the next one starts \(words.instant(start))."
    case .waitsForEnd(let end): "The interval ends \(words.instant(end))."
    case .waitsForWarning(let instant): "The warning is due \(words.instant(instant))."
    case .waitsForSlot(let slot):
      "It is due and will be delivered \(words.instant(slot)), at its slot, which hides the exact time of use."
    case .reachedAlready: "It already came in this interval; the next interval counts from zero."
    case .notApproved: "The family is not approved, so it monitors nothing."
    case .notMonitored: "The activity is not monitored now: it was stopped, or its schedule is over."
    case .scheduleOver: "The schedule has no further interval."
    }
  }
}
