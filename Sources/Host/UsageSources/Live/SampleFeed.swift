// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// A place that live records come from. It never blocks.
///
/// Wait until `descriptor` is readable (poll, epoll), then call `read()`. Readiness is by level: what one call leaves
/// unread makes the descriptor readable again.
package protocol SampleFeed: AnyObject {
  var place: SourcePlace { get }
  /// Readable while `read()` has anything to return; the same from the start until `close()`.
  var descriptor: CInt { get }
  /// Whether nothing can come any more, as after the end of standard input.
  var isOver: Bool { get }

  /// Reads what is there, up to a bound, and returns what it says in order.
  ///
  /// Bad input is an event, never an error: it costs itself, or the connection it came over.
  func read() -> [SampleFeedEvent]

  /// Gives back descriptors, and files that the feed made. Nothing comes after it.
  func close()
}

/// What a feed reports.
package enum SampleFeedEvent: Hashable, Sendable {
  /// Records can come now: the file is there, the FIFO has a writer, a connection was accepted.
  case appeared
  case lost(SourceLoss)
  /// The first record of its stream, track and start.
  case opened(UsageSample)
  /// The open record again, with a later end (LIVE-SMP2).
  case grown(UsageSample)
  /// Another record of its stream and track has taken its place: its end is final.
  case closed(UsageSample)
  /// A record from before the one that is open in its stream and track. It is complete.
  case late(UsageSample)
  /// The source can't see a track.
  case gap(UsageSample)
  /// A line or a connection was refused.
  case rejected(SampleRejection)
  /// So many more lines were refused than are reported one by one.
  case rejectedMore(Int)
}

/// A line or a connection that was refused, and why.
package struct SampleRejection: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which connection of a socket, or which life of a file or FIFO, counted from 1; 0 for a record that was read well
  /// but can't be placed.
  package var connection: Int
  /// Counted from 1 within the connection; 0 when the connection itself is refused.
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
