// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

/// Identifies a process for a host that restarts, since its pid may have been reused.
public struct ProcessMark: Hashable, Sendable, Codable {
  /// Distinguishes processes of different boots.
  public var bootID: String
  public var pid: Int32
  /// In clock ticks since the boot, from `/proc/<pid>/stat`.
  public var startTime: UInt64

  /// The mark of a process that runs now.
  /// - Returns: `nil` if there is no process with this pid, or only a zombie.
  public init?(pid: Int32) {
    guard let bootID = Self.currentBootID else { return nil }
    self.init(pid: pid, bootID: bootID)
  }

  /// - Parameter bootID: this boot's ID, for a caller that has already read it.
  init?(pid: Int32, bootID: String) {
    guard let stat = FileSystem.contents("/proc/\(pid)/stat"), let end = stat.lastIndex(of: ")")
    else { return nil }
    // After the name, which may contain anything: state, parent, … and the start time as the twentieth field.
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
  /// The identity that a host records to recognise this process after a restart.
  public var mark: ProcessMark? { ProcessMark(pid: pid) }
}

/// Cleanup at a host's start: no process of its previous run may still exist.
public enum Survivors {
  /// Kills those of `marks` that still run, through a pidfd, so that no other process is affected.
  /// - Returns: those that ran. The sandbox should have ended them, so log each one.
  public static func end(_ marks: [ProcessMark]) -> [ProcessMark] {
    marks.filter { mark in
      let pidfd = csandbox_pidfd_open(mark.pid)
      guard pidfd >= 0 else { return false }
      let process = Descriptor(pidfd)
      // Compare while the pidfd holds the pid, so that it can't be reused between this check and the kill.
      guard ProcessMark(pid: mark.pid) == mark else { return false }
      return csandbox_pidfd_kill(process.number, SIGKILL) == 0
    }
  }
}
