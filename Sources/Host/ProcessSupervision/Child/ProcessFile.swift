// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What `/proc` tells about a child; only read while its pidfd is held, so the number can't have been reused.
enum ProcessFile {
  /// State `T`: somebody stopped it, which is no fault of its code (§9).
  static func isStopped(_ processID: Int32) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
      let afterName = stat.lastIndex(of: ")")
    else { return false }
    return stat[afterName...].dropFirst(2).first == "T"
  }
}
