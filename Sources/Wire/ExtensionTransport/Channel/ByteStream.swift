// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One end of a bidirectional byte stream, which a `MessageConnection` runs on.
///
/// At most one thread reads and one writes at a time; `MessageConnection` ensures this.
package protocol ByteStream: Sendable {
  /// The clock that deadlines refer to.
  var clock: DeadlineClock { get }

  /// Reads available bytes, or waits for them until `deadline` (`nil`: indefinitely).
  ///
  /// Bytes that have arrived are returned even after the deadline, so that a slow reader does not blame the peer for
  /// its own delay.
  ///
  /// - Returns: The number of bytes read, 0 at end of file.
  func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int

  /// Writes at least one byte, waiting for space until `deadline`.
  func write(_ bytes: UnsafeRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int

  /// The number of bytes written here that the peer has not read.
  var unreadByteCount: Int { get }

  /// Closes the writing direction. After the bytes already written, the peer reads end of file.
  func closeWriting()

  /// Closes the reading direction. From now on, the peer's writes fail with a broken pipe.
  func closeReading()
}

package enum ByteStreamError: Error, Hashable {
  case timedOut
  /// The peer has closed its reading end.
  case brokenPipe
  case failed(errno: Int32)
}

extension ByteStream {
  package var clock: DeadlineClock { .kernel }
}
