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
    // A command line is empty within a call of exec, and before a process that was ended counts as ended.
    var words = commandLine(of: pid)
    for _ in 0..<200 where words.isEmpty && !hasEnded(pid) {
      usleep(1_000)
      words = commandLine(of: pid)
    }
    if !words.isEmpty, words != [argument] { return "it called exec again, as \(words.joined(separator: " "))" }
    if hasEnded(pid) { return nil }
    if words.isEmpty { return "it has no command line" }
    var launched = stat()
    var running = stat()
    guard stat(executable, &launched) == 0, stat("/proc/\(pid)/exe", &running) == 0 else {
      return hasEnded(pid) ? nil : "its executable can't be inspected"
    }
    let isSame = launched.st_dev == running.st_dev && launched.st_ino == running.st_ino
    return isSame ? nil : "it runs a different executable"
  }

  private static func hasEnded(_ pid: Int32) -> Bool {
    if kill(pid, 0) != 0, errno == ESRCH { return true }
    return ["Z", "X"].contains(ProcessFields(pid: pid)?.state)
  }

  private static func commandLine(of pid: Int32) -> [String] {
    (ProcessText.read("/proc/\(pid)/cmdline") ?? "").split(separator: "\0").map(String.init)
  }
}
