// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// The lines of one connection, or of one life of a file or FIFO: bytes in, events out.
struct LineIntake {
  /// Refused lines reported one by one in a call of `SampleFeed.read()`; the rest are counted.
  static let reportedRejections = 8

  private let connection: Int
  private var splitter = LineSplitter()
  private var fold = LiveFold()
  private var line = 0
  /// The first line is what is left of one that began before the part that is read.
  private var skipsFirst: Bool

  init(connection: Int, skipsFirst: Bool = false) {
    self.connection = connection
    self.skipsFirst = skipsFirst
  }

  /// - Parameter endsAtOverlong: whether a line over the cap is the last that is read.
  /// - Returns: whether more may be read.
  mutating func take(
    _ bytes: ArraySlice<UInt8>, endsAtOverlong: Bool = false, into news: inout FeedNews
  ) -> Bool {
    var goesOn = true
    // The closure must not reach into `self` while the splitter is being changed.
    var splitter = splitter
    splitter.take(bytes) { line in
      take(line, into: &news)
      if endsAtOverlong, line == .overlong { goesOn = false }
      return goesOn
    }
    self.splitter = splitter
    return goesOn
  }

  /// The input has ended.
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

/// What one call of `SampleFeed.read()` returns, while it is being collected.
struct FeedNews {
  var events: [SampleFeedEvent] = []
  private var reported = 0
  private var more = 0

  mutating func reject(_ rejection: SampleRejection) {
    guard reported < LineIntake.reportedRejections else { return more += 1 }
    reported += 1
    events.append(.rejected(rejection))
  }

  /// - Returns: the events, with the count of what was refused beyond those that are reported.
  func finish() -> [SampleFeedEvent] { more > 0 ? events + [.rejectedMore(more)] : events }
}
