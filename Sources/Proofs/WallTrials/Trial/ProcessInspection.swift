// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing

/// Checks a waiting attacker from the host: invariants of every sandboxed process, whatever it tried.
enum ProcessInspection {
  static func faults(of process: LaunchedProcess, wall: SandboxVariant) -> [String] {
    auditFaults(process, wall) + descriptorFaults(process.pid) + processFaults(process.pid) + mapFaults(process.pid)
  }

  /// The audit's differences; a process that isn't sealed may have opened files of its view.
  private static func auditFaults(_ process: LaunchedProcess, _ wall: SandboxVariant) -> [String] {
    SealAudit.differences(of: process).filter { difference in
      guard wall.profile != .sealed(.compute), difference.what.hasPrefix("descriptor") else { return true }
      if isOwnNamespace(difference.found, process.pid, wall) { return false }
      return !difference.found.hasPrefix("/") || difference.found.hasPrefix("/memfd:")
    }.map(\.description)
  }

  /// A process may open its own namespace through procfs, because no other process can open the same inode. A flat
  /// launch has no namespaces of its own; there only the filter, which refuses locks, prevents a channel through the
  /// inode.
  private static func isOwnNamespace(_ target: String, _ pid: Int32, _ wall: SandboxVariant) -> Bool {
    let kind = target.prefix { $0 != ":" }
    guard target == ProcessText.link("/proc/\(pid)/ns/\(kind)") else { return false }
    return wall.isFlat || target != ProcessText.link("/proc/self/ns/\(kind)")
  }

  /// Kernel objects that no allowed system call creates.
  private static func descriptorFaults(_ pid: Int32) -> [String] {
    let directory = "/proc/\(pid)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.compactMap { name in
      guard let target = ProcessText.link("\(directory)/\(name)"), target.hasPrefix("anon_inode:") else { return nil }
      let isAllowed = ["[eventpoll]", "[eventfd]", "[timerfd]"].contains { target.hasSuffix($0) }
      return isAllowed ? nil : "it holds \(target)"
    }
  }

  private static func processFaults(_ pid: Int32) -> [String] {
    guard let fields = ProcessFields(pid: pid) else { return [] }
    var faults: [String] = []
    if fields.session != pid { faults.append("it is in session \(fields.session ?? -1)") }
    // A launch inherits the priority of the trials, which another program may have set.
    let own = ProcessFields(pid: getpid())?.nice
    if fields.nice != own { faults.append("its priority is \(fields.nice ?? -1), and \(own ?? -1) before its launch") }
    if let text = ProcessText.read("/proc/\(pid)/personality"), UInt64(text.dropLast(), radix: 16) != 0 {
      faults.append("its personality is \(text.dropLast())")
    }
    if let text = ProcessText.read("/proc/\(pid)/oom_score_adj"), text != "1000\n" {
      faults.append("its oom_score_adj is \(text.dropLast())")
    }
    return faults
  }

  /// Memory that is writable and executable, or executable without a file.
  private static func mapFaults(_ pid: Int32) -> [String] {
    guard let maps = ProcessText.read("/proc/\(pid)/maps") else { return [] }
    return maps.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count >= 5, words[1].contains("x") else { return nil }
      let name = words.count > 5 ? words[5] : ""
      if words[1].contains("w") { return "it has memory that is writable and executable" }
      return name.isEmpty ? "it made memory executable" : nil
    }
  }
}
