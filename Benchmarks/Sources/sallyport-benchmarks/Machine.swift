// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line about the machine, for interpreting the figures.
enum Machine {
  static var description: String {
    let processor = first("model name", of: "/proc/cpuinfo") ?? "unknown processor"
    let kernel = (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)) ?? "?"
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?"
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return """
      \(processor), \(cores) cores, Linux \(kernel.trimmingCharacters(in: .newlines)), \
      \(geteuid() == 0 ? "root host" : "unprivileged host"), load \(load.split(separator: " ").first ?? "?") before the run
      """
  }

  private static func first(_ key: String, of file: String) -> String? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) })
    else { return nil }
    return line.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
  }
}
