// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Synchronization

/// A running extension and the host's ends of its pipes, all close-on-exec.
///
/// The process is signalled and reaped only through its pidfd, so a reused pid can never be hit (section 11).
public final class LaunchedProcess: Sendable {
  public let pid: Int32
  /// Why the container that was to be writable is read-only: its budget was exceeded before.
  public let containerExcess: ContainerBudget.Excess?
  /// What the launch promised, for `SealAudit`; empty for an unconfined process.
  let expectation: SealAudit.Expectation?

  private struct State {
    /// The launch's own control group, killed and removed with the rest.
    var group: ControlGroup.Leaf?
    /// Struck off once the process was reaped.
    var entry: ProcessRegistry.Entry?
    var status: ExitStatus?
    var pidfd: Descriptor?
    var request: Descriptor?
    var reply: Descriptor?
    var log: Descriptor?
    /// Who holds it still by SIGSTOP; it runs on when both have let go.
    var isHeldBySupervisor = false
    var isHeldByWatch = false
    var endedBecause: ContainerBudget.Excess?
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

  // A number that is kept beyond its closing soon means somebody else's pipe: what is closed has none.

  /// -1 once closed, like the three below.
  public var pidfd: Int32 { state.withLock { $0.pidfd.number } }
  /// Write end: host → extension.
  public var request: Int32 { state.withLock { $0.request.number } }
  /// Read end: extension → host.
  public var reply: Int32 { state.withLock { $0.reply.number } }
  /// Read end: the extension's developer log.
  public var log: Int32 { state.withLock { $0.log.number } }

  /// What the process can be held by; nothing once it is closed.
  var holders: (group: ControlGroup.Leaf?, process: Descriptor?) { state.withLock { ($0.group, $0.pidfd) } }

  /// The budget of its container that it exceeded while it ran: the host ended it for that.
  public var endedBecause: ContainerBudget.Excess? { state.withLock { $0.endedBecause } }

  /// SIGKILL by pidfd, then to its control group; nothing happens when the process has ended.
  public func kill() {
    state.withLock {
      if let pidfd = $0.pidfd { _ = csandbox_pidfd_kill(pidfd.number, SIGKILL) }
      $0.group?.kill()
    }
  }

  /// Waits until the process has ended and takes its status.
  /// - Returns: `nil` when it still runs after `timeout`, or could not be ended by ``close()``.
  public func reap(timeout: Duration) -> ExitStatus? {
    let (known, open) = state.withLock { ($0.status, $0.pidfd) }
    guard known == nil, let pidfd = open else { return known }
    let parts = timeout.components
    let milliseconds = min(Int64(Int32.max), parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
    var code: Int32 = 0
    var status: Int32 = 0
    // It stays open as long as this waits, whoever closes the rest meanwhile.
    let waited = withExtendedLifetime(pidfd) {
      unsafe csandbox_pidfd_wait(pidfd.number, Int32(milliseconds), &code, &status)
    }
    guard waited == 1 else { return nil }
    let result = ExitStatus(code: code, status: status)
    state.withLock { $0.status = result }
    return result
  }

  /// Closes the request pipe: the extension reads end of file and has to leave.
  public func closeRequest() { state.withLock { $0.request = nil } }

  /// Kills and reaps what still runs and closes every descriptor; also called by `deinit`.
  public func close() {
    guard state.withLock({ $0.pidfd != nil }) else { return }
    closeRequest()
    if reap(timeout: .zero) == nil {
      kill()
      _ = reap(timeout: .seconds(1))
    }
    let rest = state.withLock {
      ($0.pidfd, $0.reply, $0.log) = (nil, nil, nil)
      // What could not even be killed stays on the roll, for the host's next start.
      return ($0.group.take(), $0.status == nil ? nil : $0.entry.take())
    }
    // The group's directory is removed here, outside the lock: that may take a moment.
    withExtendedLifetime(rest) {}
  }
}

// MARK: - The watch of its container

extension LaunchedProcess {
  /// Stops every thread soon. A thread in the middle of a write first finishes it.
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

  /// Ends it for what it wrote. The reason is known before the end is.
  func end(because excess: ContainerBudget.Excess) {
    state.withLock { $0.endedBecause = $0.endedBecause ?? excess }
    kill()
  }

  /// Notes that the supervisor holds it, before it sends SIGSTOP.
  func hold() { state.withLock { $0.isHeldBySupervisor = true } }

  /// SIGCONT, unless the watch of its container needs it to stand still.
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
