// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Synchronization

/// A running extension and the host's ends of its pipes, all close-on-exec.
///
/// The process is signalled and reaped only through its pidfd, so a reused pid can't be affected.
public final class LaunchedProcess: Sendable {
  public let pid: Int32
  /// The reason the container is read-only instead of writable: its budget was exceeded before.
  public let containerExcess: ContainerBudget.Excess?
  /// The planned state for `SealAudit`; `nil` for an unconfined process.
  let expectation: SealAudit.Expectation?

  private struct State {
    /// The launch's control group, killed and removed with the process.
    var group: ControlGroup.Leaf?
    /// The registry entry, removed once the process was reaped.
    var entry: ProcessRegistry.Entry?
    var status: ExitStatus?
    var pidfd: Descriptor?
    var request: Descriptor?
    var reply: Descriptor?
    var log: Descriptor?
    /// The parties that stopped it with SIGSTOP; it resumes when neither needs it stopped.
    var isHeldBySupervisor = false
    var isHeldByWatch = false
    var isKilled = false
    var endedBecause: ContainerBudget.Excess?
    var memoryExcess: MemoryExcess?
    var memoryPeak: Int64 = 0
    var residentPeak: Int64 = 0
    var refused: RefusedCalls?
  }
  private let state: Mutex<State>

  init(
    pid: Int32, pidfd: Descriptor, request: Descriptor, reply: Descriptor, log: Descriptor,
    group: ControlGroup.Leaf? = nil, entry: ProcessRegistry.Entry? = nil,
    containerExcess: ContainerBudget.Excess? = nil,
    expectation: SealAudit.Expectation?
  ) {
    self.pid = pid
    self.containerExcess = containerExcess
    self.expectation = expectation
    state = Mutex(State(group: group, entry: entry, pidfd: pidfd, request: request, reply: reply, log: log))
  }

  deinit { close() }

  // After closing, a number may soon belong to another pipe, so a closed descriptor reads as -1.

  /// -1 once closed, like the three below.
  public var pidfd: Int32 { state.withLock { $0.pidfd.number } }
  /// Write end: host → extension.
  public var request: Int32 { state.withLock { $0.request.number } }
  /// Read end: extension → host.
  public var reply: Int32 { state.withLock { $0.reply.number } }
  /// Read end: the extension's developer log.
  public var log: Int32 { state.withLock { $0.log.number } }

  /// The means to stop the process; `nil` once it is closed.
  var holders: (group: ControlGroup.Leaf?, process: Descriptor?) { state.withLock { ($0.group, $0.pidfd) } }

  /// The container budget that it exceeded while running, for which the host ended it.
  public var endedBecause: ContainerBudget.Excess? { state.withLock { $0.endedBecause } }

  /// Sends SIGKILL through the pidfd and to its control group; does nothing if the process has ended.
  public func kill() {
    state.withLock {
      $0.isKilled = true
      if let pidfd = $0.pidfd { _ = csandbox_pidfd_kill(pidfd.number, SIGKILL) }
      $0.group?.kill()
    }
  }

  /// Whether SIGKILL was sent. From then on the process can't take memory.
  var isKilled: Bool { state.withLock { $0.isKilled } }

  /// Waits until the process has ended and takes its status.
  /// - Returns: `nil` if it still runs after `timeout`, or ``close()`` failed to end it.
  public func reap(timeout: Duration) -> ExitStatus? {
    let (known, open) = state.withLock { ($0.status, $0.pidfd) }
    guard known == nil, let pidfd = open else { return known }
    let parts = timeout.components
    let milliseconds = min(Int64(Int32.max), parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
    var code: Int32 = 0
    var status: Int32 = 0
    var resident: Int64 = 0
    // Keeps the descriptor open during the wait, even if another thread calls close().
    let waited = withExtendedLifetime(pidfd) {
      unsafe csandbox_pidfd_wait(pidfd.number, Int32(milliseconds), &code, &status, &resident)
    }
    guard waited == 1 else { return nil }
    let result = ExitStatus(code: code, status: status)
    state.withLock { ($0.status, $0.residentPeak) = (result, resident) }
    return result
  }

  /// Closes the request pipe: the extension reads end of file and must exit.
  public func closeRequest() { state.withLock { $0.request = nil } }

  /// Kills and reaps the process if it still runs, and closes every descriptor; also called by `deinit`.
  public func close() {
    guard state.withLock({ $0.pidfd != nil }) else { return }
    closeRequest()
    if reap(timeout: .zero) == nil {
      kill()
      _ = reap(timeout: .seconds(1))
    }
    let rest = state.withLock {
      ($0.pidfd, $0.reply, $0.log) = (nil, nil, nil)
      // A process that could not be killed stays in the registry, for the host's next start.
      return ($0.group.take(), $0.status == nil ? nil : $0.entry.take())
    }
    // Removes the group's directory here, outside the lock, since that may take a moment.
    withExtendedLifetime(rest) {}
  }
}

// MARK: - The calls that its sandbox refused

extension LaunchedProcess {
  /// The number of refused calls by name, in a launch that counts them; otherwise empty.
  public var refusedCalls: [String: Int] { state.withLock { $0.refused?.all ?? [:] } }

  func count(_ calls: RefusedCalls) { state.withLock { $0.refused = calls } }
}

// MARK: - The watch of its memory

extension LaunchedProcess {
  /// The memory beyond its budget for which the host ended it.
  public var memoryExcess: MemoryExcess? { state.withLock { $0.memoryExcess } }
  /// The most memory that the host has measured.
  public var memoryPeak: Int64 { state.withLock { $0.memoryPeak } }
  /// The most memory that was ever resident, with the files that it shares, as the kernel counted it until the process
  /// was reaped.
  public var residentPeak: Int64 { state.withLock { $0.residentPeak } }

  func recordMemory(_ bytes: Int64) { state.withLock { $0.memoryPeak = max($0.memoryPeak, bytes) } }

  /// Ends it for exceeding its memory budget. The reason is recorded before the process ends.
  func end(because excess: MemoryExcess) {
    state.withLock { $0.memoryExcess = $0.memoryExcess ?? excess }
    kill()
  }
}

// MARK: - The watch of its container

extension LaunchedProcess {
  /// Requests that every thread stop. A thread in the middle of a write finishes it first.
  func pause() {
    state.withLock {
      $0.isHeldByWatch = true
      if let pidfd = $0.pidfd { _ = csandbox_pidfd_kill(pidfd.number, SIGSTOP) }
    }
  }

  func resume() {
    state.withLock {
      $0.isHeldByWatch = false
      if !$0.isHeldBySupervisor, let pidfd = $0.pidfd { _ = csandbox_pidfd_kill(pidfd.number, SIGCONT) }
    }
  }

  /// Ends it for exceeding a budget. The reason is recorded before the process ends.
  func end(because excess: ContainerBudget.Excess) {
    state.withLock { $0.endedBecause = $0.endedBecause ?? excess }
    kill()
  }

  /// Records that the supervisor needs it stopped, before SIGSTOP is sent.
  func hold() { state.withLock { $0.isHeldBySupervisor = true } }

  /// Sends SIGCONT, unless the watch of its container needs the process stopped.
  func letGoOfSignal() {
    state.withLock {
      $0.isHeldBySupervisor = false
      if !$0.isHeldByWatch, let pidfd = $0.pidfd { _ = csandbox_pidfd_kill(pidfd.number, SIGCONT) }
    }
  }
}

extension Descriptor? {
  fileprivate var number: Int32 { self?.number ?? -1 }
}
