// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import ScreenTimeRules

/// A file of usage records, one per line, and the result of reading it.
///
/// A bad line affects only itself. Unusual but valid input is read as follows:
///
/// - Out of order: records are sorted by time; the order of lines only matters for repeats of an open record.
/// - Overlapping: imports share the wall clock, so the later start wins; live records overlap only if they overlap in
///   (`boot`, `up`), else both count (LIVE-CLK4).
/// - Zero length: kept, but counts as no use. Negative: refused by name.
/// - A clock that jumps: located by the boot clock (LIVE-CLK3), see `TrustedTime`.
package struct UsageFile: Sendable {
  /// One refused line.
  package struct BadLine: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line number, from 1.
    package var number: Int
    package var error: UsageSampleError

    package var description: String { "line \(number): \(error)" }
  }

  /// The records with repeats folded (LIVE-SMP2), ascending.
  package private(set) var samples: [UsageSample] = []
  package private(set) var badLines: [BadLine] = []
  package private(set) var lineCount = 0
  /// The number of lines after a later record of their stream and track.
  package private(set) var outOfOrder = 0
  package private(set) var zeroLength = 0
  /// The number of records that begin before the previous one of their stream and track has ended.
  package private(set) var overlapping = 0

  /// Reads a file.
  ///
  /// - Throws: `UsageImportError` if the file as a whole can't be used.
  package init(path: String, progress: ((_ done: Int, _ total: Int) -> Void)? = nil) throws(UsageImportError) {
    try self.init(contents: UsageImportError.contents(of: path), progress: progress)
  }

  /// - Parameter progress: called every 64 KiB and at the end, with the bytes read and the total.
  package init(
    contents: Data, progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws(UsageImportError) {
    var fold = SampleFold()
    var newest: [String: Int64] = [:]
    var reported = 0
    var offset = contents.startIndex
    while offset < contents.endIndex {
      let end = contents[offset...].firstIndex(of: 0x0A) ?? contents.endIndex
      read(contents[offset..<end], isComplete: end < contents.endIndex, into: &fold, newest: &newest)
      offset = end < contents.endIndex ? end + 1 : end
      if offset - reported >= 65_536 {
        reported = offset
        progress?(offset - contents.startIndex, contents.count)
      }
    }
    progress?(contents.count, contents.count)
    if fold.samples.isEmpty, let first = badLines.first {
      throw UsageImportError(.notUsage, "the file has no usable record; \(first)")
    }
    finish(fold.samples)
  }

  private mutating func read(
    _ bytes: Data, isComplete: Bool, into fold: inout SampleFold, newest: inout [String: Int64]
  ) {
    lineCount += 1
    // Copy to an array, since `Data` is many times slower to access byte by byte.
    var line = Array(bytes)
    if line.last == 0x0D { line.removeLast() }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    do {
      let sample = try UsageSample(line: line)
      if try fold.add(sample), sample.milliseconds == 0 { zeroLength += 1 }
      let key = "\(sample.track.rawValue) \(sample.stream)"
      if let last = newest[key], sample.start.milliseconds < last { outOfOrder += 1 }
      newest[key] = max(newest[key] ?? .min, sample.start.milliseconds)
    } catch {
      // A file truncated in the middle of a line looks like bad JSON, but has no line feed at the end.
      let cut = !isComplete && [.notJSON, .missingKey, .truncated].contains(error.name)
      let reason = cut ? UsageSampleError(.truncated, "the file ends in the middle of a record") : error
      badLines.append(BadLine(number: lineCount, error: reason))
    }
  }

  private mutating func finish(_ folded: [UsageSample]) {
    samples = folded.sorted(by: UsageSample.isOrderedBefore)
    var reached: [String: Int64] = [:]
    for sample in samples where sample.milliseconds > 0 {
      let key = "\(sample.track.rawValue) \(sample.stream)"
      if let last = reached[key], sample.start.milliseconds < last { overlapping += 1 }
      reached[key] = max(reached[key] ?? .min, sample.end.milliseconds)
    }
  }

  /// The records as the contents of a file: canonical lines, each with its line feed.
  package static func contents(of samples: [UsageSample]) -> Data {
    var contents = Data()
    for sample in samples { contents.append(contentsOf: (sample.line + "\n").utf8) }
    return contents
  }
}
