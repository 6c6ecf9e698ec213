// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One run of the host program with its resource use.
struct HostRun {
  /// Seconds.
  let wall: Double
  /// Seconds of user and system time of the host's own threads.
  let processor: Double
  /// The same of the host and of every process that it started: launchers and extensions, all of which it reaps.
  let processorOfAll: Double
  /// VmHWM in MB (10⁶ bytes).
  let peakMemory: Double

  /// Runs `program`, with its standard error in the file `log`, and waits for it.
  ///
  /// - Parameter output: the file for its standard output.
  ///
  /// - Throws: `BenchmarkError` with the last line of the log if the exit status isn't 0.
  init(_ program: String, _ arguments: [String], log: String, output: String = "/dev/null") throws {
    let start = Date.now
    let process = try Self.spawn([program] + arguments, log: log, output: output)
    var peak = 0
    // The kernel drops the peak with the process, so poll it until the exit.
    while !Self.hasEnded(process) {
      peak = max(peak, Self.peak(of: process) ?? 0)
      usleep(2_000)
    }
    wall = Date.now.timeIntervalSince(start)
    processor = try Self.processorTime(of: process)
    peakMemory = Double(peak) / 1_000
    var status: Int32 = 0
    // The usage includes the descendants that were reaped.
    var usage = rusage()
    let reaped = wait4(process, &status, 0, &usage)
    processorOfAll = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    guard reaped == process, status == 0 else {
      let words = (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n").last ?? "nothing"
      throw BenchmarkError("\(program) exited with status \(status >> 8); the last line of its log is: \(words)")
    }
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  static func spawn(_ words: [String], log: String, output: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, words[0], &actions, nil, arguments, environ)
    guard result == 0 else { throw BenchmarkError("\(words[0]) can't be started (errno \(result)).") }
    return process
  }

  private static func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo == SIGCHLD
  }

  /// User and system time of all threads; available until the process is reaped.
  private static func processorTime(of process: pid_t) throws -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw BenchmarkError("The processor time of process \(process) can't be read (errno \(errno)).")
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The peak in units of 1000 bytes, converted from the kernel's KiB.
  private static func peak(of process: pid_t) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(separator: " ").compactMap({ Int($0) }).first
    else { return nil }
    return kibibytes * 1_024 / 1_000
  }
}
