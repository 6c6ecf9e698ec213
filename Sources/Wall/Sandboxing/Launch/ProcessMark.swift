// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

/// Which process was meant, for a host that starts again (section 11): a pid alone may be somebody else's by then.
public struct ProcessMark: Hashable, Sendable, Codable {
  /// Another boot has other processes.
  public var bootID: String
  public var pid: Int32
  /// In clock ticks since the boot, from `/proc/<pid>/stat`.
  public var startTime: UInt64

  /// The mark of a process that runs now.
  /// - Returns: `nil` when there is none with this pid, or only its zombie.
  public init?(pid: Int32) {
    guard let bootID = Self.currentBootID else { return nil }
    self.init(pid: pid, bootID: bootID)
  }

  /// - Parameter bootID: this boot's, for a caller that has read it before.
  init?(pid: Int32, bootID: String) {
    guard let stat = FileSystem.contents("/proc/\(pid)/stat"), let end = stat.lastIndex(of: ")")
    else { return nil }
    // Behind the name, which may hold anything: state, parent, … and the start time as the twentieth.
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X", let startTime = UInt64(fields[19]) else { return nil }
    self.init(bootID: bootID, pid: pid, startTime: startTime)
  }

  init(bootID: String, pid: Int32, startTime: UInt64) {
    self.bootID = bootID
    self.pid = pid
    self.startTime = startTime
  }

  static var currentBootID: String? {
    FileSystem.contents("/proc/sys/kernel/random/boot_id")?.split(separator: "\n").first.map(String.init)
  }
}

extension LaunchedProcess {
  /// What a host writes down to recognise this process after a restart.
  public var mark: ProcessMark? { ProcessMark(pid: pid) }
}

/// The survivors check of a host that starts: nothing of its last life may still run.
public enum Survivors {
  /// Kills what of `marks` still runs, through a pidfd, so that nobody else is hit.
  /// - Returns: those that ran, which is worth a line in the log: the wall should have left none.
  public static func end(_ marks: [ProcessMark]) -> [ProcessMark] {
    marks.filter { mark in
      let pidfd = csandbox_pidfd_open(mark.pid)
      guard pidfd >= 0 else { return false }
      let process = Descriptor(pidfd)
      // Compared while the pidfd holds the pid: it cannot be reused between the look and the kill.
      guard ProcessMark(pid: mark.pid) == mark else { return false }
      return csandbox_pidfd_kill(process.number, SIGKILL) == 0
    }
  }
}
