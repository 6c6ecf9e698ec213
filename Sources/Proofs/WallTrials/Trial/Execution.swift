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
    // A command line is empty before a process that was ended counts as ended, and within a call of exec.
    var words: [String] = []
    for _ in 0..<200 {
      words = commandLine(of: pid)
      if !words.isEmpty || hasEnded(pid) { break }
      usleep(1_000)
    }
    guard let difference = difference(of: pid, running: words, executable: executable, argument: argument) else {
      return nil
    }
    return hasEnded(pid) ? nil : difference
  }

  private static func hasEnded(_ pid: Int32) -> Bool {
    if kill(pid, 0) != 0, errno == ESRCH { return true }
    return ["Z", "X"].contains(ProcessFields(pid: pid)?.state)
  }

  private static func commandLine(of pid: Int32) -> [String] {
    (ProcessText.read("/proc/\(pid)/cmdline") ?? "").split(separator: "\0").map(String.init)
  }

  private static func difference(
    of pid: Int32, running words: [String], executable: String, argument: String
  ) -> String? {
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
