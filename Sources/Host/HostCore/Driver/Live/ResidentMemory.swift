// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The memory of this process that a host at rest doesn't need.
enum ResidentMemory {
  /// Unmaps code and constants. They stay in the page cache until the kernel needs the memory, and it takes unmapped
  /// pages before mapped ones. Each page is mapped again when it is used, without input or output while it is cached.
  static func release() {
    guard let smaps = FileManager.default.contents(atPath: "/proc/self/smaps") else { return }
    for range in unchangedFileMappings(Array(smaps)) {
      madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
  }

  /// The mappings of which every page equals its file: private, not writable, and without a page of the process's own,
  /// in memory or swapped out.
  ///
  /// A mapping that can't be written has own pages where it was relocated at the start, or where a debugger set a
  /// breakpoint. They would be lost.
  ///
  /// - Parameter smaps: `/proc/<pid>/smaps` (`proc_pid_smaps(5)`).
  static func unchangedFileMappings(_ smaps: [UInt8]) -> [Range<UInt>] {
    var found: [Range<UInt>] = []
    var mapping: Range<UInt>?
    for line in smaps.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5).map { String(decoding: $0, as: UTF8.self) }
      switch words.first {
      case "Anonymous:" where words.dropFirst().first != "0", "Swap:" where words.dropFirst().first != "0":
        mapping = nil
      case "VmFlags:":
        // The last line of a mapping.
        if let mapping { found.append(mapping) }
        mapping = nil
      default:
        if let range = range(words) { mapping = isOfFile(words) ? range : nil }
      }
    }
    return found
  }

  /// The range of a mapping's first line, for example `55d0c0a00000-55d0c0b00000`.
  private static func range(_ words: [String]) -> Range<UInt>? {
    let ends = words.first.map { $0.split(separator: "-") } ?? []
    guard ends.count == 2, let start = UInt(ends[0], radix: 16), let end = UInt(ends[1], radix: 16), start < end else {
      return nil
    }
    return start..<end
  }

  private static func isOfFile(_ words: [String]) -> Bool {
    words.count == 6 && words[1].hasPrefix("r-") && words[1].hasSuffix("p") && words[4] != "0"
  }
}
