// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// A source of live records. It never blocks.
///
/// Wait until `descriptor` is readable (poll, epoll), then call `read()`. Readiness is level-triggered: unread data
/// makes the descriptor readable again.
package protocol SampleFeed: AnyObject {
  var place: SourcePlace { get }
  /// The descriptor that is readable while `read()` has something to return. It doesn't change until `close()`.
  var descriptor: CInt { get }
  /// Whether no more records can come, as after the end of standard input.
  var isOver: Bool { get }

  /// Reads the available data, up to a bound, and returns the events in order.
  ///
  /// Bad input is reported as an event, not as an error. It affects only itself or its connection.
  func read() -> [SampleFeedEvent]

  /// Closes descriptors and removes files that the feed created. Don't use the feed afterwards.
  func close()
}

/// An event of a feed.
package enum SampleFeedEvent: Hashable, Sendable {
  /// Records can come now: the file exists, the FIFO has a writer, or a connection was accepted.
  case appeared
  case lost(SourceLoss)
  /// The first record of its stream, track and start.
  case opened(UsageSample)
  /// A repeat of the open record with a later end (LIVE-SMP2).
  case grown(UsageSample)
  /// The record was replaced by another of its stream and track, so its end is final.
  case closed(UsageSample)
  /// A complete record from before the open one of its stream and track.
  case late(UsageSample)
  /// The source can't see a track.
  case gap(UsageSample)
  /// A line or a connection was refused.
  case rejected(SampleRejection)
  /// The number of further refused lines that were not reported individually.
  case rejectedMore(Int)
}

/// A refused line or connection, with the reason.
package struct SampleRejection: Error, Hashable, Sendable, CustomStringConvertible {
  /// The connection of a socket, or the file or FIFO writer, counted from 1; 0 for a valid record that can't be placed
  /// in time.
  package var connection: Int
  /// The line, counted from 1 within the connection; 0 if the connection itself was refused.
  package var line: Int
  package var error: UsageSampleError

  package init(connection: Int, line: Int, error: UsageSampleError) {
    self.connection = connection
    self.line = line
    self.error = error
  }

  package var description: String {
    switch (connection, line) {
    case (0, _): "\(error)"
    case (_, 0): "connection \(connection): \(error)"
    case (_, _): "connection \(connection), line \(line): \(error)"
    }
  }
}
