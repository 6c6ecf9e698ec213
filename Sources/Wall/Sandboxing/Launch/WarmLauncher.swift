// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Synchronization

/// A launcher that was started before its plan was ready: it has its pipes, follows the host's life, and waits for a plan
/// (section 13). It holds no family's data and makes one launch.
///
/// For a root host it has namespaces ready too: a new network takes the kernel a quarter of a whole launch. An unprivileged
/// host's belong to a user namespace that only the plan can describe.
final class WarmLauncher: Sendable {
  let pid: Int32
  let pipes: LaunchPipes
  let status: Descriptor
  /// Made when it was started; it suits only plans that ask for all of them.
  let namespaces: Set<Protection>
  private let socket: Descriptor

  /// Runs on the spawn thread, whose child it becomes.
  ///
  /// - Parameter plan: the launch before: the next one is likely to be alike.
  convenience init(launcherPath: String, after plan: LaunchPlan) throws(LaunchError) {
    let namespaces: Set<Protection> = plan.mode == .root ? plan.namespaces.filter(\.canBeMadeAhead) : []
    try self.init(launcherPath: launcherPath, leaving: namespaces, order: namespaces.flags)
  }

  /// For a launch that has been decided on, while its plan is built. Runs on the spawn thread too.
  ///
  /// - Parameter beginsNetwork: whether the plan will want a network namespace that the launcher can make.
  convenience init(launcherPath: String, beginsNetwork: Bool) throws(LaunchError) {
    try self.init(launcherPath: launcherPath, leaving: [], order: beginsNetwork ? CSANDBOX_ORDER_NETWORK : 0)
  }

  private init(launcherPath: String, leaving namespaces: Set<Protection>, order: UInt32) throws(LaunchError) {
    self.namespaces = namespaces
    pipes = try LaunchPipes()
    let status = try Descriptor.pipe()
    var ours: Int32 = -1
    var theirs: Int32 = -1
    let made = unsafe csandbox_socket_pair(&ours, &theirs)
    guard made == 0 else { throw LaunchError(stage: "host", errno: -made, message: "no socket could be made") }
    socket = Descriptor(ours)
    let plan = Descriptor(theirs)
    // It lies in the socket when the launcher starts.
    if order != 0 { _ = csandbox_order_ahead(socket.number, order) }
    let ends = try pipes.childEnds(wire: .fileDescriptors) + [plan, status.write]
    pid = try SpawnTargets(ends.map(\.number), holding: ends).spawn(launcherPath) { numbers, pid in
      unsafe csandbox_spawn(launcherPath, numbers, numbers.count, &pid)
    }
    self.status = status.read
  }

  /// Hands a plan over.
  ///
  /// - Returns: whether it arrived; a launcher that is gone has made no launch, and the caller starts another.
  func take(_ plan: LaunchPlan, memory: Descriptor) -> Bool {
    let numbers = plan.listedDescriptors + [memory.number]
    return unsafe csandbox_hand_over(socket.number, numbers, numbers.count) == 0
  }

  /// Ends a launcher that made no launch.
  func dismiss() {
    // Not reaped yet, so the pid is its own.
    _ = kill(pid, SIGKILL)
    _ = csandbox_wait_pid(pid)
  }
}

/// Where at most one launcher waits.
final class WarmLauncherSlot: Sendable {
  private enum State {
    case empty
    case taken(WarmLauncher)
    /// Nobody launches any more.
    case closed
  }

  private let state = Mutex(State.empty)

  var isWanted: Bool { state.withLock { if case .empty = $0 { true } else { false } } }

  /// - Returns: the launcher that waits, when `suits` says so; another one goes on waiting.
  func take(where suits: (WarmLauncher) -> Bool = { _ in true }) -> WarmLauncher? {
    state.withLock { state in
      guard case .taken(let launcher) = state, suits(launcher) else { return nil }
      state = .empty
      return launcher
    }
  }

  /// Takes a launcher in, or ends it where none is wanted any more.
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
