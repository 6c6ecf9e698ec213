// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
internal import FileTrees
import Glibc
import Synchronization

/// One process that may write to a container.
final class ContainerWriter: Sendable {
  let pid: Int32
  private weak let process: LaunchedProcess?
  private let pidfd: Descriptor
  /// `/proc/<pid>/io`; `nil` if this host may not read it.
  private let counters: Descriptor?
  /// The listener for its calls.
  let listener: Descriptor
  /// Whether its last thread that can make calls has exited. Until the process itself ends, poll reports a hang-up of
  /// the listener, so the pidfd is polled instead.
  private let isLeaving = Atomic(false)

  init?(_ process: LaunchedProcess, listener: Descriptor) {
    guard let pidfd = process.holders.process else { return nil }
    pid = process.pid
    self.listener = listener
    self.process = process
    self.pidfd = pidfd
    let number = unsafe open("/proc/\(process.pid)/io", O_RDONLY | O_CLOEXEC)
    counters = number >= 0 ? Descriptor(number) : nil
  }

  /// Bytes that the process has caused to be written to disk since its start, by calls or through mappings, including
  /// files that it has since removed.
  var written: Int64? {
    guard let counters else { return nil }
    var bytes: Int64 = 0
    return unsafe csandbox_written(counters.number, &bytes) == 0 ? bytes : nil
  }

  /// Whether the process still exists.
  var runs: Bool {
    guard process != nil else { return false }
    var ended = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ended, 1, 0) == 0
  }

  /// The descriptor to poll: the listener for calls or, after the last caller has exited, the pidfd.
  var awaited: Int32 { isLeaving.load(ordering: .relaxed) ? pidfd.number : listener.number }
  func leaves() { isLeaving.store(true, ordering: .relaxed) }

  /// Whether it has a single thread, which can't change anything while its call is blocked.
  var hasOneThread: Bool { FileSystem.names(in: "/proc/\(pid)/task")?.count == 1 }
  /// Whether every thread has stopped after ``pause()`` or has exited.
  var stands: Bool { csandbox_pidfd_wait_stopped(pidfd.number, 0) != 0 }

  func pause() { process?.pause() }
  func resume() { process?.resume() }
  func end(because excess: ContainerBudget.Excess) { process?.end(because: excess) }

  /// The files that it holds; `nil` if they can't be told, unless it has ended.
  var files: HeldFiles? { HeldFiles(of: pid) ?? (runs ? nil : HeldFiles()) }
}
