// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import Foundation
internal import Synchronization

/// A lane on its own thread, which runs its jobs one after another. The first job starts the thread.
///
/// SAFETY: `lane` is `nonisolated(unsafe)` because only the thread that runs the jobs accesses it.
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

  /// Runs a job on the lane after the earlier ones.
  ///
  /// - Parameter call: the callback that the job performs.
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

  /// Cancels a callback: removes its job if it has not begun, else kills its process.
  public func cancel(_ call: CallID) {
    state.withLock {
      $0.jobs.removeAll { job in job.call == call }
      if $0.current == call { interruption.interrupt(.cancelled) }
    }
  }

  /// Interrupts the current job, stops the process and accepts no more jobs; returns immediately.
  public func close() {
    let isIdle: Bool = state.withLock {
      $0.isClosed = true
      $0.jobs = []
      if $0.isWorking { interruption.interrupt(.stopping) }
      return !$0.isStarted
    }
    if isIdle { hasEnded.signal() } else { hasJob.signal() }
  }

  /// The lane itself, for a suspension during which its thread is blocked.
  var unsynchronised: Lane { lane }

  /// Waits until a closed lane has ended.
  ///
  /// - Returns: whether it has ended.
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

  /// The time of the lane's next work without a job: an idle process to stop, the end of a back-off.
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
