// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Synchronization

/// A launcher that was started before its plan was ready: it has its pipes, ends with the host, and waits for a plan.
/// It holds no family's data and makes one launch.
///
/// For a root host it also enters namespaces in advance: a network namespace takes the kernel a quarter of a launch.
/// An unprivileged host's namespaces belong to a user namespace that depends on the plan.
final class WarmLauncher: Sendable {
  let pid: Int32
  let pipes: LaunchPipes
  let status: Descriptor
  /// Namespaces that it entered when it started; it suits only plans that include them all.
  let namespaces: Set<Protection>
  private let socket: Descriptor

  /// Starts a launcher; call it on the spawn thread, whose child it becomes.
  ///
  /// - Parameter plan: the previous launch, which the next is likely to resemble.
  convenience init(launcherPath: String, after plan: LaunchPlan) throws(LaunchError) {
    let namespaces: Set<Protection> = plan.mode == .root ? plan.namespaces.filter(\.canBeMadeAhead) : []
    try self.init(launcherPath: launcherPath, leaving: namespaces)
  }

  /// Starts a launcher; call it on the spawn thread, whose child it becomes.
  ///
  /// - Parameter namespaces: the namespaces that it enters before it receives its plan.
  init(launcherPath: String, leaving namespaces: Set<Protection> = []) throws(LaunchError) {
    self.namespaces = namespaces
    pipes = try LaunchPipes()
    let status = try Descriptor.pipe()
    var ours: Int32 = -1
    var theirs: Int32 = -1
    let made = unsafe csandbox_socket_pair(&ours, &theirs)
    guard made == 0 else { throw LaunchError(stage: "host", errno: -made, message: "no socket could be made") }
    socket = Descriptor(ours)
    let plan = Descriptor(theirs)
    // The order is in the socket before the launcher starts.
    if !namespaces.isEmpty { _ = csandbox_order_ahead(socket.number, namespaces.flags) }
    let ends = try pipes.childEnds(wire: .fileDescriptors) + [plan, status.write]
    pid = try SpawnTargets(ends.map(\.number), holding: ends).spawn(launcherPath) { numbers, pid in
      unsafe csandbox_spawn(launcherPath, numbers, numbers.count, &pid)
    }
    self.status = status.read
  }

  /// Sends a plan.
  ///
  /// - Returns: whether it arrived; otherwise the launcher has exited, and the caller starts another.
  func take(_ plan: LaunchPlan, memory: Descriptor) -> Bool {
    let numbers = plan.listedDescriptors + [memory.number]
    return unsafe csandbox_hand_over(socket.number, numbers, numbers.count) == 0
  }

  /// Ends a launcher that made no launch.
  func dismiss() {
    // The launcher is not reaped yet, so the pid is its own.
    _ = kill(pid, SIGKILL)
    _ = csandbox_wait_pid(pid)
  }
}

/// Holds at most one waiting launcher.
final class WarmLauncherSlot: Sendable {
  private enum State {
    case empty
    case taken(WarmLauncher)
    /// No more launches will happen.
    case closed
  }

  private let state = Mutex(State.empty)

  var isWanted: Bool { state.withLock { if case .empty = $0 { true } else { false } } }

  /// - Returns: the waiting launcher if `suits` accepts it; otherwise it keeps waiting.
  func take(where suits: (WarmLauncher) -> Bool = { _ in true }) -> WarmLauncher? {
    state.withLock { state in
      guard case .taken(let launcher) = state, suits(launcher) else { return nil }
      state = .empty
      return launcher
    }
  }

  /// Stores a launcher, or ends it if none is needed.
  func put(_ launcher: WarmLauncher) {
    let isTaken = state.withLock { state in
      guard case .empty = state else { return false }
      state = .taken(launcher)
      return true
    }
    if !isTaken { launcher.dismiss() }
  }

  func close() {
    let last = take()
    state.withLock { $0 = .closed }
    last?.dismiss()
  }
}
