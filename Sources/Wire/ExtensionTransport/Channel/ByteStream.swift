// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Two one-way byte pipes seen from one end: what a `MessageConnection` runs on.
///
/// One thread reads and one writes at a time; `MessageConnection` sees to that.
package protocol ByteStream: Sendable {
  /// The time that waiting takes place in.
  var clock: DeadlineClock { get }

  /// Reads what is there, or waits for it until `deadline` (`nil`: for ever).
  ///
  /// Bytes that have come are returned even when the deadline is past: a busy reader blames nobody for its own delay.
  ///
  /// - Returns: how many bytes, 0 at end of file.
  func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int

  /// Writes at least one byte, waiting for room until `deadline`.
  func write(_ bytes: UnsafeRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int

  /// Bytes written here that the peer has not read.
  var unreadByteCount: Int { get }

  /// What the peer sees next, after the bytes already written, is end of file.
  func closeWriting()

  /// A peer that writes from now on gets a broken pipe.
  func closeReading()
}

package enum ByteStreamError: Error, Hashable {
  case timedOut
  /// The peer reads no more.
  case brokenPipe
  case failed(errno: Int32)
}

extension ByteStream {
  package var clock: DeadlineClock { .kernel }
}
