// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A thread that runs only while its driver waits for it. One thread of a simulation runs at a time, so blocking code
/// is interleaved in an order determined by the seed.
///
/// SAFETY: `@unchecked Sendable` because two semaphores pass the right to run, and with it all state, from one thread
/// to the other.
final class Strand: @unchecked Sendable {
  private let go = DispatchSemaphore(value: 0)
  private let back = DispatchSemaphore(value: 0)
  private var job: (() -> Void)?
  private var isOver = false
  /// Whether a job is in progress.
  private(set) var isBusy = false

  init() {
    let thread = Thread { [self] in serve() }
    // A debug build of the device needs more than a megabyte.
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func serve() {
    while true {
      go.wait()
      guard !isOver else { return }
      job?()
      (job, isBusy) = (nil, false)
      back.signal()
    }
  }

  // MARK: - The driver's side

  /// Starts a job; returns when it parks or ends.
  func start(_ job: @escaping () -> Void) {
    (self.job, isBusy) = (job, true)
    resume()
  }

  /// Resumes the parked job; returns when it parks again or ends.
  func resume() {
    go.signal()
    back.wait()
  }

  /// Ends the thread, which must not have a job.
  func end() {
    isOver = true
    go.signal()
  }

  // MARK: - The job's side

  /// Returns to the driver until it resumes this job.
  func park() {
    back.signal()
    go.wait()
  }
}
