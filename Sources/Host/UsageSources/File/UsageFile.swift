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
    var newest: [Series: Int64] = [:]
    var line: [UInt8] = []
    // Copy to arrays, since `Data` is many times slower to search.
    for start in stride(from: 0, to: contents.count, by: Self.blockBytes) {
      let block = Array(contents.dropFirst(start).prefix(Self.blockBytes))
      var position = 0
      while let end = block[position...].firstIndex(of: 0x0A) {
        line += block[position..<end]
        read(line, isComplete: true, into: &fold, newest: &newest)
        line.removeAll(keepingCapacity: true)
        position = end + 1
      }
      line += block[position...]
      if block.count == Self.blockBytes { progress?(start + block.count, contents.count) }
    }
    if !line.isEmpty { read(line, isComplete: false, into: &fold, newest: &newest) }
    progress?(contents.count, contents.count)
    if fold.samples.isEmpty, let first = badLines.first {
      throw UsageImportError(.notUsage, "the file has no usable record; \(first)")
    }
    finish(fold.samples)
  }

  private static let blockBytes = 65_536

  /// Records that should follow each other.
  private struct Series: Hashable {
    let track: UsageSample.Track
    let name: String

    init(of sample: UsageSample) { (track, name) = (sample.track, sample.stream) }
  }

  private mutating func read(
    _ bytes: [UInt8], isComplete: Bool, into fold: inout SampleFold, newest: inout [Series: Int64]
  ) {
    lineCount += 1
    let line = bytes.last == 0x0D ? bytes.dropLast() : bytes[...]
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    do {
      let sample = try UsageSample(line: line)
      if try fold.add(sample), sample.milliseconds == 0 { zeroLength += 1 }
      let (series, start) = (Series(of: sample), sample.start.milliseconds)
      let last = newest[series] ?? .min
      if start < last { outOfOrder += 1 } else { newest[series] = start }
    } catch {
      // A file truncated in the middle of a line looks like bad JSON, but has no line feed at the end.
      let cut = !isComplete && [.notJSON, .missingKey, .truncated].contains(error.name)
      let reason = cut ? UsageSampleError(.truncated, "the file ends in the middle of a record") : error
      badLines.append(BadLine(number: lineCount, error: reason))
    }
  }

  private mutating func finish(_ folded: [UsageSample]) {
    samples = folded.sorted(by: UsageSample.isOrderedBefore)
    var reached: [Series: Int64] = [:]
    for sample in samples where sample.milliseconds > 0 {
      let series = Series(of: sample)
      let last = reached[series] ?? .min
      if sample.start.milliseconds < last { overlapping += 1 }
      reached[series] = max(last, sample.end.milliseconds)
    }
  }

  /// The records as the contents of a file: canonical lines, each with its line feed.
  package static func contents(of samples: [UsageSample]) -> Data {
    var contents = Data()
    for sample in samples { contents.append(contentsOf: (sample.line + "\n").utf8) }
    return contents
  }
}
