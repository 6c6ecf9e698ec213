// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

/// A process whose memory is compared with its budget. Used by the thread of `MemoryWatcher` only.
///
/// The filter of every profile refuses new processes, so the threads of one process are the whole launch.
struct WatchedProcess: ~Copyable {
  private let pid: Int32
  private weak let process: LaunchedProcess?
  /// Polled for the end of the process.
  let pidfd: Descriptor
  /// `/proc/<pid>/status`, which belongs to this process even if its pid is used again.
  private let status: Descriptor
  private let budget: Int64
  /// Expires when the process computes again; created by the thread that it notifies.
  private let timer: Int32
  private var computed: Int64 = 0
  private var computedAt: ContinuousClock.Instant

  /// - Throws: `LaunchError` if the process can't be watched.
  init?(_ candidate: MemoryCandidate, at now: ContinuousClock.Instant) {
    var timer: Int32 = 0
    guard unsafe csandbox_processor_timer(candidate.pid, &timer) == 0 else { return nil }
    self.timer = timer
    pid = candidate.pid
    process = candidate.process
    pidfd = candidate.pidfd
    status = candidate.status
    budget = candidate.budget
    computedAt = now
  }

  deinit { csandbox_delete_timer(timer) }

  /// Whether the host has closed it.
  var isAbandoned: Bool { process == nil }

  var runs: Bool {
    guard !isAbandoned else { return false }
    var ended = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ended, 1, 0) == 0
  }

  /// Time without any computation after which the process counts as idle. A process on a busy machine may wait long for
  /// its turn.
  private static let patience = Duration.milliseconds(100)
  /// Processor time after which an idle process is looked at again. The kernel notices it at its next tick.
  private static let alertAfter: Int64 = 100_000
  /// The highest rate at which processes on two cores were seen to take memory, with a margin.
  private static let bytesPerSecond = 8e9

  /// Ends the process if it is over its budget.
  ///
  /// - Returns: the time until the next look; `nil` if none is needed before the timer expires or the process ends.
  mutating func look(at now: ContinuousClock.Instant) -> Duration? {
    var time: Int64 = 0
    guard let bytes = memory(), unsafe csandbox_processor_time(pid, &time) == 0 else {
      return runs ? .milliseconds(1) : nil
    }
    process?.recordMemory(bytes)
    if bytes > budget {
      process?.end(because: MemoryExcess(peak: bytes, budget: budget))
      return nil
    }
    if time != computed {
      (computed, computedAt) = (time, now)
    } else if now - computedAt > Self.patience, csandbox_arm_timer(timer, Self.alertAfter) == 0 {
      return nil
    }
    // Look again before the process can exceed the budget by an eighth.
    let room = Double(budget + budget / 8 - bytes) / Self.bytesPerSecond
    return .seconds(min(max(room, 0.0003), 0.01))
  }
}

extension WatchedProcess {
  /// The memory that the process uses; `nil` once it has given it up.
  private func memory() -> Int64? {
    var bytes: Int64 = 0
    if unsafe csandbox_private_memory(status.number, &bytes) == 0 { return bytes }
    // The kernel waits actively while two threads give up the same entries of /proc. This thread comes first, so on the
    // core of a thread that reaps the process it would wait until the kernel takes its priority away, almost a second
    // later. Therefore nothing is looked up of a process that ends.
    guard runs, process?.isKilled == false else { return nil }
    // The kernel shows no memory for a first thread that has exited, while others go on.
    for thread in FileSystem.names(in: "/proc/\(pid)/task") ?? [] {
      let number = unsafe open("/proc/\(pid)/task/\(thread)/status", O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { continue }
      let status = Descriptor(number)
      if unsafe csandbox_private_memory(status.number, &bytes) == 0 { return bytes }
    }
    return nil
  }
}

/// A process on its way to the watcher's thread.
struct MemoryCandidate: Sendable {
  let pid: Int32
  weak let process: LaunchedProcess?
  let pidfd: Descriptor
  let status: Descriptor
  let budget: Int64

  /// - Returns: `nil` for a process that is closed already.
  init?(_ process: LaunchedProcess, budget: Int64) throws(LaunchError) {
    guard let pidfd = process.holders.process else { return nil }
    let number = unsafe open("/proc/\(process.pid)/status", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else {
      throw LaunchError(stage: "host", errno: errno, message: "the memory of process \(process.pid) can't be read")
    }
    pid = process.pid
    self.process = process
    self.pidfd = pidfd
    status = Descriptor(number)
    self.budget = budget
  }
}
