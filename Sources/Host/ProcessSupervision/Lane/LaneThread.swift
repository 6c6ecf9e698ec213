// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import Foundation
internal import Synchronization

/// A lane on a thread of its own: what it is to do, one thing after the other. It starts its thread with its first job.
///
/// SAFETY: `lane` is `nonisolated(unsafe)` because one thread alone touches it, the one that runs the jobs.
public final class LaneThread: Sendable {
  private struct Job {
    var call: CallID?
    var body: @Sendable (Lane) -> Void
  }

  private struct State {
    var jobs: [Job] = []
    var isWorking = false
    /// The callback that is being performed.
    var current: CallID?
    var isStarted = false
    var isClosed = false
  }

  public let program: ProgramID
  /// The host's clock in milliseconds.
  private let now: @Sendable () -> Int64
  nonisolated(unsafe) private let lane: Lane
  private let interruption: Interruption
  private let state = Mutex(State())
  private let hasJob = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  public init(_ lane: Lane, now: @escaping @Sendable () -> Int64) {
    self.lane = lane
    self.now = now
    program = lane.program
    interruption = lane.supervised.interruption
  }

  /// Does something on the lane when what came before is done.
  ///
  /// - Parameter call: the callback that is performed by it.
  public func run(_ call: CallID? = nil, _ body: @escaping @Sendable (Lane) -> Void) {
    let mustStart: Bool = state.withLock { state in
      guard !state.isClosed else { return false }
      state.jobs.append(Job(call: call, body: body))
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if mustStart { Thread.detachNewThread { [self] in work() } }
    hasJob.signal()
  }

  /// Ends a callback: one that waits is not begun, one that is being performed loses its process.
  public func cancel(_ call: CallID) {
    state.withLock {
      $0.jobs.removeAll { job in job.call == call }
      if $0.current == call { interruption.interrupt(.cancelled) }
    }
  }

  /// Ends what the lane does, stops its process and takes nothing more; comes back at once.
  public func close() {
    let isIdle: Bool = state.withLock {
      $0.isClosed = true
      $0.jobs = []
      if $0.isWorking { interruption.interrupt(.stopping) }
      return !$0.isStarted
    }
    if isIdle { hasEnded.signal() } else { hasJob.signal() }
  }

  /// The lane itself, for a stillness that its thread waits for.
  var unsynchronised: Lane { lane }

  /// Waits until a lane that was closed has ended.
  ///
  /// - Returns: whether it has.
  public func waitForEnd(until deadline: DispatchTime) -> Bool { hasEnded.wait(timeout: deadline) == .success }

  // MARK: - On its thread

  private func work() {
    while true {
      _ = hasJob.wait(timeout: nextLook)
      lane.tick(now: now())
      while let job = take() {
        job.body(lane)
        state.withLock { ($0.isWorking, $0.current) = (false, nil) }
        interruption.clear()
      }
      if state.withLock(\.isClosed) { break }
    }
    interruption.clear()
    lane.stop(.hostStopping, now: now())
    hasEnded.signal()
  }

  /// When the lane has something to do by itself: an idle process to stop, the end of a back-off.
  private var nextLook: DispatchTime {
    guard let next = lane.nextTick else { return .distantFuture }
    return .now() + .milliseconds(Int(clamping: max(1, next - now())))
  }

  private func take() -> Job? {
    state.withLock {
      guard !$0.jobs.isEmpty else { return nil }
      let job = $0.jobs.removeFirst()
      ($0.isWorking, $0.current) = (true, job.call)
      return job
    }
  }
}
