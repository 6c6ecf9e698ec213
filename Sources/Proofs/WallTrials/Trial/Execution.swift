// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The program that a process runs, as the host sees it: a launch executes once, and nothing after it.
enum Execution {
  /// How the process differs from the one that was launched; `nil` when it runs what the launch executed.
  /// - Parameters:
  ///   - executable: the file that was launched, as the host names it.
  ///   - argument: the only argument it was launched with.
  static func fault(of pid: Int32, executable: String, argument: String) -> String? {
    let words = (ProcessText.read("/proc/\(pid)/cmdline") ?? "").split(separator: "\0").map(String.init)
    if words != [argument] { return "it was executed again, as \(words.joined(separator: " "))" }
    var launched = stat()
    var running = stat()
    guard stat(executable, &launched) == 0, stat("/proc/\(pid)/exe", &running) == 0 else {
      return "its executable cannot be seen"
    }
    let isSame = launched.st_dev == running.st_dev && launched.st_ino == running.st_ino
    return isSame ? nil : "it runs another executable than the launch's"
  }
}
