// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization

@testable import Sandboxing

/// A launch whose system calls are listed, and the launches of the same plan in each of which one of these calls fails.
enum TracedLaunch {
  /// The launcher's calls, each with the positions of the arguments that are numbers.
  ///
  /// `close` and `read` are left out, since nothing depends on their result.
  private static let positions: [String: [Int]] = [
    "capset": [], "chdir": [], "clone3": [1], "close_range": [0, 1, 2], "dup3": [0, 1, 2], "execveat": [0, 4],
    "fcntl": [0, 1], "fstat": [0], "getdents64": [0, 2], "getpid": [], "getrandom": [1, 2],
    "landlock_add_rule": [0, 1, 3], "landlock_create_ruleset": [2], "landlock_restrict_self": [0, 1],
    "mkdirat": [0, 2],
    "mmap": [2, 3, 4, 5], "mount": [3], "mount_setattr": [0, 2, 4], "move_mount": [0, 2, 4], "mprotect": [2],
    "open_tree": [0, 2], "openat": [2], "openat2": [0, 3], "personality": [0], "pivot_root": [], "ppoll": [1, 4],
    "prctl": [0, 1, 2, 3, 4], "pread64": [0, 2, 3], "prlimit64": [0, 1], "readlinkat": [0, 3], "recvmsg": [0, 2],
    "rt_sigaction": [0, 2, 3], "rt_sigprocmask": [0, 2, 3], "sched_setscheduler": [0, 1], "seccomp": [0, 1],
    "sendmsg": [0, 2], "set_mempolicy": [0, 1, 2], "setgroups": [0, 1], "sethostname": [1], "setns": [0, 1],
    "setresgid": [0, 1, 2], "setresuid": [0, 1, 2], "setsid": [], "symlinkat": [1], "umask": [0], "umount2": [1],
    "unshare": [0], "write": [0, 2],
  ]

  /// The thread that starts the launcher makes some of them too, while it holds locks.
  private static let conditions: [String: [AnsweredCalls.Shown.Argument]] = [
    "mmap": [.init(position: 4, value: 5), .init(position: 3, value: 0x10_0022)],
    "mprotect": [.init(position: 2, value: 1)],
    "openat": fileFlags.keys.map { .init(position: 2, value: UInt32($0 | O_CLOEXEC)) },
  ]

  private static let fileFlags = [
    O_DIRECTORY: "directory", O_WRONLY: "to-write", O_WRONLY | O_CREAT | O_EXCL: "new",
  ]

  private static func shown(_ names: some Sequence<String>) -> [AnsweredCalls.Shown] {
    names.flatMap { name -> [AnsweredCalls.Shown] in
      guard let arguments = conditions[name] else { return [.init(name: name)] }
      return arguments.map { .init(name: name, argument: $0) }
    }
  }

  private static func text(_ call: AnsweredCalls.Call) -> String {
    // Processors number the flags of files differently.
    if call.name == "openat" {
      return "openat \(fileFlags[Int32(truncatingIfNeeded: call.arguments[2]) & ~O_CLOEXEC] ?? "?")"
    }
    return ([call.name] + (positions[call.name] ?? []).map { "\(Int32(truncatingIfNeeded: call.arguments[$0]))" })
      .joined(separator: " ")
  }

  /// A call of the launcher, or of the process that it makes. The two run at the same time.
  private struct Call {
    var isOfLauncher: Bool
    var name: String
    var text: String
  }

  /// Launches under watch.
  ///
  /// - Parameters:
  ///   - failing: a call that fails, as the process, its name and its place among the process's calls of this name.
  ///   - error: the error of that call.
  /// - Returns: the calls of the launcher, then those of the process that it makes.
  private static func run(
    _ names: [String], failing: (isOfLauncher: Bool, index: Int)? = nil, error: Int32 = EIO,
    _ launch: @escaping @Sendable () throws -> RecordedLaunch
  ) throws -> (calls: [Call], launch: RecordedLaunch) {
    let seen = Mutex<(launcher: pid_t?, isExecuted: Bool, calls: [Call])>((nil, false, []))
    let launch = try AnsweredCalls.run(shown(names + ["execve", "execveat"])) { call in
      seen.withLock { seen -> Int? in
        if call.name == "execve" { seen.launcher = call.pid }
        // The thread that started the launcher makes some of these calls too.
        guard let launcher = seen.launcher, call.pid >= launcher, !seen.isExecuted else { return nil }
        seen.isExecuted = call.name == "execveat"
        guard names.contains(call.name) else { return nil }
        let isOfLauncher = call.pid == launcher
        let index = seen.calls.count { $0.isOfLauncher == isOfLauncher }
        seen.calls.append(Call(isOfLauncher: isOfLauncher, name: call.name, text: text(call)))
        return failing.map { $0 == (isOfLauncher, index) } == true ? -Int(error) : nil
      }
    } _: {
      try launch()
    }
    let calls = seen.withLock { $0.calls }
    return (calls.filter(\.isOfLauncher) + calls.filter { !$0.isOfLauncher }, launch)
  }

  /// One line for each call: the stage, error and value of the launch in which it fails with EIO, or `-` if that launch goes
  /// on; then the call with its numbers. Of many calls of a kind in a row, the first two and the last two.
  static func report(_ launch: @escaping @Sendable () throws -> RecordedLaunch) throws -> [String] {
    let (calls, whole) = try run(positions.keys.sorted(), launch)
    guard whole.failures.isEmpty else { return whole.failures.map { "\($0)" } }
    var lines: [String] = []
    for (position, call) in calls.enumerated() {
      func isRepeated(_ places: ClosedRange<Int>) -> Bool {
        call.name != "fstat" && places.allSatisfy { calls.indices.contains($0) && calls[$0].name == call.name }
      }
      // How many capabilities there are depends on the kernel.
      let isLater = call.text.hasPrefix("prctl 24 ") && isRepeated(position - 1...position)
      if isLater || isRepeated(position - 2...position + 2) { continue }
      let index = calls[..<position].count { $0.name == call.name && $0.isOfLauncher == call.isOfLauncher }
      // The process that reports its number must not report another one.
      let failures =
        call.name == "getpid" ? [] : try run([call.name], failing: (call.isOfLauncher, index), launch).launch.failures
      let outcome = failures.map { failure in
        let stage = LaunchError.stages[failure.stage] ?? "?"
        return "\(stage) \(failure.error == EIO ? "" : "\(failure.error) ")\(failure.value)"
      }
      lines.append((outcome.isEmpty ? "-" : outcome.joined(separator: ", ")) + ": " + call.text)
    }
    return lines
  }

  /// The failures of a launch in which one call has this error.
  static func failures(
    _ name: String, of isOfLauncher: Bool, at index: Int = 0, with error: Int32,
    _ launch: @escaping @Sendable () throws -> RecordedLaunch
  ) throws -> [RecordedLaunch.Failure] {
    try run([name], failing: (isOfLauncher, index), error: error, launch).launch.failures
  }
}
