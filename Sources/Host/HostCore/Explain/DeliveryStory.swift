// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
package import ScreenTimeStore

/// The reason why a pending delivery is not attempted.
package enum DeliveryHold: Reason {
  /// An older delivery of the family is pending; callbacks never overlap.
  case behind(sequence: Int64)
  case backingOff(until: Timestamp)
  case quarantined(until: Timestamp)
  case disabled
  case refused
  /// The program could not be started since the callback became pending: `times` attempts, with `reason` of the newest.
  case notLaunched(times: Int, reason: String)
  /// The policy was widened since the person agreed, and this callback would reveal something new (PRIV-FP6).
  case suspended(family: String)
  /// The family's manifest is not part of this state's run.
  case notConfigured
  case nextRun

  package var code: String { String(describing: self).prefix { $0 != "(" }.description }

  package var rule: String {
    switch self {
    case .behind: "C6"
    case .suspended: "PRIV-FP6"
    case .backingOff, .quarantined, .disabled, .refused, .notLaunched, .notConfigured, .nextRun: "C5"
    }
  }

  package func sentence(_ words: ReasonWords) -> String {
    switch self {
    case .behind(let sequence): "It waits for delivery \(sequence) of its family: callbacks never overlap."
    case .backingOff(let until): "The extension failed and waits until \(words.instant(until))."
    case .quarantined(let until):
      "The extension is quarantined until \(words.instant(until)); `sallyport reset` clears it."
    case .disabled: "The extension is off until its build or manifest changes."
    case .refused: "The extension is not approved."
    case .notLaunched(let times, let reason):
      "The extension could not be launched (tried \(times == 1 ? "once" : "\(times) times")): \(reason)"
    case .suspended(let family):
      "The policy was widened since you agreed to it; it waits until you agree with: sallyport consent \(family) --agree"
    case .notConfigured: "The family has no manifest in this run, so its callbacks wait for one."
    case .nextRun: "It is pending and will be sent when the host next runs."
    }
  }
}

/// A pending or settled callback with all its attempts.
package struct DeliveryStory {
  package var delivery: PendingDelivery
  package var monitor: Delivery?
  package var attempts: [DeliveryAttempt]
  /// `nil` once the delivery is settled.
  package var hold: DeliveryHold?
  /// What the program printed before its last failed attempt ended, if that was an attempt of this delivery.
  package var output: FailedOutput?

  /// The stories by number: of a delivery that was sent again the newest, with the attempts of all.
  static func joined(_ stories: [DeliveryStory]) -> [DeliveryStory] {
    var joined: [DeliveryStory] = []
    var places: [Int64: Int] = [:]
    for var story in stories {
      guard let place = places[story.delivery.sequence] else {
        places[story.delivery.sequence] = joined.count
        joined.append(story)
        continue
      }
      story.attempts = joined[place].attempts + story.attempts
      joined[place] = story
    }
    return joined
  }

  /// A callback that the device sent but nothing answered did not fire for its family.
  var ending: DeliveryEnding {
    switch delivery.settlement?.outcome {
    case nil: .pending
    case .applied: .applied
    case .refused, .failed, .expired, .dropped: .unapplied
    }
  }
}

/// One callback of one interval: the rules' explanation, and the story of its delivery.
package struct ExplainedCallback {
  package var rules: CallbackExplanation
  package var story: DeliveryStory?
}
