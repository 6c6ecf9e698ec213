// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import ProcessSupervision

/// The events that must wait while a suspension is being confirmed.
@Suite struct ConfirmedHoldTests {
  private static func thread(_ name: String) -> LaneThread {
    let supervised = SupervisedExtension(
      configuration: ExtensionConfiguration(id: "homework.\(name)", point: .monitor, version: "1.0"),
      launcher: PlayedProcess([]), lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)), observer: nil)
    return LaneThread(Lane(supervised), now: { 0 })
  }

  @Test func `neither a release, a late lane nor the patience overtakes the confirmation`() async throws {
    try await Waiting.run {
      let (confirms, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let (released, worked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let hold = FamilyHold(
        around: Self.thread("report"), others: 2, isApart: false, patience: .milliseconds(100)
      ) { _ in
        confirms.signal()
        goesOn.wait()
      }
      let (threads, late) = (["a", "b"].map { Self.thread($0) }, Self.thread("late"))
      for thread in threads { thread.attend(hold) }
      #expect(confirms.wait(timeout: .now() + 20) == .success)
      late.attend(hold)
      late.run { _ in worked.signal() }
      Thread.detachNewThread {
        hold.release()
        released.signal()
      }
      // The patience ends meanwhile.
      #expect(released.wait(timeout: .now() + 0.3) == .timedOut)
      #expect(worked.wait(timeout: .now()) == .timedOut)
      goesOn.signal()
      #expect(released.wait(timeout: .now() + 20) == .success)
      #expect(worked.wait(timeout: .now() + 20) == .success)
      for thread in threads + [late] { thread.close() }
      for thread in threads + [late] { #expect(thread.waitForEnd(until: .now() + 20)) }
    }
  }
}
