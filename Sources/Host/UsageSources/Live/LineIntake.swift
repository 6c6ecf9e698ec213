// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Converts the bytes of one connection, or of one open file or FIFO writer, to events.
struct LineIntake {
  /// The number of refused lines that are reported individually per call of `SampleFeed.read()`; the rest are counted.
  static let reportedRejections = 8

  private let connection: Int
  private var splitter = LineSplitter()
  private var fold = LiveFold()
  private var line = 0
  /// Whether the first line is the remainder of one that began before the part that is read.
  private var skipsFirst: Bool

  init(connection: Int, skipsFirst: Bool = false) {
    self.connection = connection
    self.skipsFirst = skipsFirst
  }

  /// - Parameter endsAtOverlong: whether reading stops at a line over the limit.
  /// - Returns: whether more may be read.
  mutating func take(
    _ bytes: ArraySlice<UInt8>, endsAtOverlong: Bool = false, into news: inout FeedNews
  ) -> Bool {
    var goesOn = true
    // Copy the splitter, since the closure accesses `self` while the splitter is being mutated.
    var splitter = splitter
    splitter.take(bytes) { line in
      take(line, into: &news)
      if endsAtOverlong, line == .overlong { goesOn = false }
      return goesOn
    }
    self.splitter = splitter
    return goesOn
  }

  /// Handles the end of the input.
  mutating func end(into news: inout FeedNews) {
    var splitter = splitter
    splitter.end { take($0, into: &news) }
    self.splitter = splitter
    news.events += fold.end()
  }

  private mutating func take(_ next: LineSplitter.Line, into news: inout FeedNews) {
    if skipsFirst {
      skipsFirst = false
      return
    }
    line += 1
    do throws(UsageSampleError) {
      switch next {
      case .whole(let bytes): try add(bytes, into: &news)
      case .unfinished(let bytes):
        do throws(UsageSampleError) {
          try add(bytes, into: &news)
        } catch {
          throw [.notJSON, .missingKey, .truncated].contains(error.name)
            ? UsageSampleError(.truncated, "the input ends in the middle of a record") : error
        }
      case .overlong:
        throw UsageSampleError(
          .lineTooLong, "the line is too long; with its line feed \(UsageSample.maximumLineBytes) bytes are allowed")
      }
    } catch {
      news.reject(SampleRejection(connection: connection, line: line, error: error))
    }
  }

  private mutating func add(_ bytes: [UInt8], into news: inout FeedNews) throws(UsageSampleError) {
    var bytes = bytes
    if bytes.last == 0x0D { bytes.removeLast() }
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    news.events += try fold.add(try UsageSample(line: bytes))
  }
}

/// The events of one call of `SampleFeed.read()` while they are being collected.
struct FeedNews {
  var events: [SampleFeedEvent] = []
  private var reported = 0
  private var more = 0

  mutating func reject(_ rejection: SampleRejection) {
    guard reported < LineIntake.reportedRejections else { return more += 1 }
    reported += 1
    events.append(.rejected(rejection))
  }

  /// - Returns: the events, with the count of refused lines that were not reported individually.
  func finish() -> [SampleFeedEvent] { more > 0 ? events + [.rejectedMore(more)] : events }
}
