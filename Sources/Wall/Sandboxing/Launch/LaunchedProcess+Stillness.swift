// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

// MARK: - Suspension (PRIV-SE7)

extension LaunchedProcess {
  /// Stops every thread and returns once they have stopped. Freezes the process's control group if it has one, else
  /// sends SIGSTOP, which suffices because a confined process has no children.
  ///
  /// - Returns: whether it has stopped or ended.
  public func holdStill(atMost patience: Duration = .milliseconds(250)) -> Bool {
    let (group, open) = holders
    guard let open else { return true }
    let milliseconds = Int32(clamping: Int64(patience / .milliseconds(1)))
    hold()
    if let group, group.freeze(atMost: milliseconds) { return true }
    guard csandbox_pidfd_kill(open.number, SIGSTOP) == 0 else { return csandbox_pidfd_kill(open.number, 0) == -ESRCH }
    return withExtendedLifetime(open) { csandbox_pidfd_wait_stopped(open.number, milliseconds) == 1 }
  }

  /// Resumes it, whether it was frozen or stopped by a signal.
  public func letGo() {
    holders.group?.thaw()
    letGoOfSignal()
  }

  /// Moves every thread, including later ones, to `cores`. The process must be stopped, so that no thread is missed and
  /// no thread id is reused.
  ///
  /// - Returns: the cores that its first thread was allowed before; `nil` if it can't be moved.
  public func move(to cores: CoreSet) -> CoreSet? {
    guard holders.process != nil, let before = CoreSet.of(thread: pid) else { return nil }
    let threads = (FileSystem.names(in: "/proc/\(pid)/task") ?? []).compactMap { Int32($0) }
    guard !threads.isEmpty, threads.allSatisfy(cores.take(thread:)) else { return nil }
    return before
  }
}

extension ControlGroup.Leaf {
  /// - Returns: whether every process in it is frozen.
  func freeze(atMost milliseconds: Int32) -> Bool {
    guard ControlGroup.write("1", to: path + "/cgroup.freeze") else { return false }
    for _ in 0...(Int(milliseconds) * 20) {
      if FileSystem.contents(path + "/cgroup.events")?.contains("frozen 1") == true { return true }
      usleep(50)
    }
    thaw()
    return false
  }

  func thaw() { _ = ControlGroup.write("0", to: path + "/cgroup.freeze") }
}
