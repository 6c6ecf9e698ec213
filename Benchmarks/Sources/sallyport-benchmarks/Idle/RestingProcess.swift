// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the kernel says about a process that should be asleep.
struct RestingProcess {
  let pid: pid_t

  /// Memory in MB (10⁶ bytes): `VmRSS`, `RssAnon`, `RssFile`.
  func memory(_ name: String) throws -> Double {
    guard let kibibytes = number(name, of: "/proc/\(pid)/status") else {
      throw BenchmarkError("/proc/\(pid)/status has no \(name).")
    }
    return Double(kibibytes) * 1_024 / 1e6
  }

  /// The memory in MB, with each shared page divided by the number of processes that have it.
  var proportionalMemory: Double { Double(number("Pss", of: "/proc/\(pid)/smaps_rollup") ?? 0) * 1_024 / 1e6 }

  var threads: Int { number("Threads", of: "/proc/\(pid)/status") ?? 0 }

  /// The context switches of all its threads in a time.
  func switches(in seconds: UInt32) -> Int {
    let before = switchesByThread
    sleep(seconds)
    return switchesByThread.reduce(0) { $0 + $1.value - before[$1.key, default: 0] }
  }

  private var switchesByThread: [String: Int] {
    let directory = "/proc/\(pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return Dictionary(
      uniqueKeysWithValues: threads.map { thread in
        let file = "\(directory)/\(thread)/status"
        let kinds = ["voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"]
        return (thread, kinds.map { number($0, of: file) ?? 0 }.reduce(0, +))
      })
  }

  private func number(_ name: String, of file: String) -> Int? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") })
    else { return nil }
    return line.split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }.first
  }
}
