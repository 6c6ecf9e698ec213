// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import HostCore
internal import PrivacyBoundary
internal import ProcessSupervision

/// A lane on a strand of its own, with what it still has to do.
final class SimulatedLane {
  enum Work {
    case perform(CallID, ApprovedRequest)
    case stop(DeviceCommand.StopReason)
    case reset, keepWarm, coolDown

    /// The callback that it performs.
    var call: CallID? {
      if case .perform(let call, _) = self { call } else { nil }
    }
  }

  /// What the lane's conversation waits for.
  enum Wait: Equatable {
    /// Bytes of its process, or a deadline.
    case process
    case answer(QuestionID)
    case verdict(CallID)
  }

  let lane: Lane
  let strand = Strand()
  var work: [Work] = []
  var isStarting = false
  /// The callback that is being performed.
  var call: CallID?
  var wait: Wait?
  /// Counts how often the conversation has parked, so that an alarm of an earlier wait wakes nothing.
  var parks = 0

  init(_ lane: Lane) { self.lane = lane }

  var program: ProgramID { lane.program }
  var isIdle: Bool { !strand.isBusy && !isStarting && work.isEmpty }
}
