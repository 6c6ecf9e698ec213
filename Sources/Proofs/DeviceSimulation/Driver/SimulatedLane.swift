// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import HostCore
internal import PrivacyBoundary
internal import ProcessSupervision

/// A lane on its own strand, with its queue of work.
final class SimulatedLane {
  enum Work {
    case perform(CallID, ApprovedRequest)
    case stop(DeviceCommand.StopReason)
    case reset, quarantine, keepWarm, coolDown

    /// The callback that this work performs.
    var call: CallID? {
      if case .perform(let call, _) = self { call } else { nil }
    }
  }

  /// The reason why the lane's conversation waits.
  enum Wait: Equatable {
    /// Waits for bytes of its process, or a deadline.
    case process
    case answer(QuestionID)
    case verdict(CallID)
  }

  let lane: Lane
  let strand = Strand()
  var work: [Work] = []
  var isStarting = false
  /// The callback in progress.
  var call: CallID?
  var wait: Wait?
  /// Counts the parks, so that a timer of an earlier wait wakes nothing.
  var parks = 0

  init(_ lane: Lane) { self.lane = lane }

  var program: ProgramID { lane.program }
  var isIdle: Bool { !strand.isBusy && !isStarting && work.isEmpty }
}
