// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Facts about a child from `/proc`. Only read while its pidfd is held, so the process ID can't have been reused.
enum ProcessFile {
  /// Whether the process is in state `T`: it was stopped by a signal, which is not the fault of its code.
  static func isStopped(_ processID: Int32) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
      let afterName = stat.lastIndex(of: ")")
    else { return false }
    return stat[afterName...].dropFirst(2).first == "T"
  }

  /// Whether a debugger is attached to the process.
  static func isTraced(_ processID: Int32) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("TracerPid:") })
    else { return false }
    return line.dropFirst("TracerPid:".count).trimmingCharacters(in: .whitespaces) != "0"
  }
}
