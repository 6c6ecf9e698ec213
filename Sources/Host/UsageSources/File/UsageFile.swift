// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import ScreenTimeRules

/// A file of usage records, one a line, and what was read from it.
///
/// A bad line costs itself and nothing else. How the odd but legal is read:
/// out of order – the records are sorted by time, the order of lines means nothing (repeats of an open record excepted);
/// overlapping – imports share the wall clock, so the later start wins; live records overlap only where they do in
/// (`boot`, `up`), else both count (LIVE-CLK4); zero length – kept, counts as no use; negative – refused by name;
/// a clock that jumps – cut there and told by the boot clock (LIVE-CLK3), see `TrustedTime`.
package struct UsageFile: Sendable {
  /// One line that was refused.
  package struct BadLine: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package var number: Int
    package var error: UsageSampleError

    package var description: String { "line \(number): \(error)" }
  }

  /// Folded (LIVE-SMP2) and ascending.
  package private(set) var samples: [UsageSample] = []
  package private(set) var badLines: [BadLine] = []
  package private(set) var lineCount = 0
  /// Lines that stood behind a later one of their stream and track.
  package private(set) var outOfOrder = 0
  package private(set) var zeroLength = 0
  /// Records of one stream and track that begin before the one ahead of them has ended.
  package private(set) var overlapping = 0

  /// Reads a file of the disk.
  ///
  /// - Throws: `UsageImportError` when the file as a whole can't be used.
  package init(path: String, progress: ((_ done: Int, _ total: Int) -> Void)? = nil) throws(UsageImportError) {
    try self.init(contents: UsageImportError.contents(of: path), progress: progress)
  }

  /// - Parameter progress: called every 64 KiB and at the end with bytes read and bytes in all.
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
    // An array, since `Data` answers byte by byte many times slower.
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
      // A file cut in the middle of a line looks like bad JSON; the missing line feed tells.
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

  /// The records as a file: canonical lines, each with its line feed.
  package static func contents(of samples: [UsageSample]) -> Data {
    var contents = Data()
    for sample in samples { contents.append(contentsOf: (sample.line + "\n").utf8) }
    return contents
  }
}
