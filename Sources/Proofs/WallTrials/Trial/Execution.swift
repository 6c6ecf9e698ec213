// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Checks from outside that a process runs the launched program: after the launch's `exec` there must be no other.
enum Execution {
  /// The difference between the process and the launched one, or `nil` if there is none.
  /// - Parameters:
  ///   - executable: the host's path of the launched file.
  ///   - argument: the only argument of the launch.
  static func fault(of pid: Int32, executable: String, argument: String) -> String? {
    // The host may end the process meanwhile, and then its command line is empty before it counts as ended.
    for _ in 0..<200 {
      guard let difference = difference(of: pid, executable: executable, argument: argument) else { return nil }
      if hasEnded(pid) { return nil }
      guard ProcessText.read("/proc/\(pid)/cmdline")?.isEmpty ?? true else { return difference }
      usleep(1_000)
    }
    return difference(of: pid, executable: executable, argument: argument)
  }

  private static func hasEnded(_ pid: Int32) -> Bool {
    if kill(pid, 0) != 0, errno == ESRCH { return true }
    return ["Z", "X"].contains(ProcessFields(pid: pid)?.state)
  }

  private static func difference(of pid: Int32, executable: String, argument: String) -> String? {
    let words = (ProcessText.read("/proc/\(pid)/cmdline") ?? "").split(separator: "\0").map(String.init)
    if words != [argument] { return "it called exec again, as \(words.joined(separator: " "))" }
    var launched = stat()
    var running = stat()
    guard stat(executable, &launched) == 0, stat("/proc/\(pid)/exe", &running) == 0 else {
      return "its executable can't be inspected"
    }
    let isSame = launched.st_dev == running.st_dev && launched.st_ino == running.st_ino
    return isSame ? nil : "it runs a different executable"
  }
}
