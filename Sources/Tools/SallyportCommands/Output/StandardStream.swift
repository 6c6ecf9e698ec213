// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Standard output or standard error: bytes go out as they are, and a stream that fails fails the command at its end.
///
/// A full disk or a reader that has left stops no run half-way: what the host does to its state doesn't depend on who
/// reads along. The first failure is kept, nothing more is written to that stream, and `Sallyport.main` ends with 1.
final class StandardStream: Sendable {
  static let output = StandardStream(1)
  static let error = StandardStream(2)

  private let descriptor: Int32
  private let failed = Mutex<Int32?>(nil)
  private let writer = Mutex<StreamWriter?>(nil)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The error of the first write that failed.
  var failure: Int32? { failed.withLock(\.self) }

  func write(_ text: String) {
    if let writer = writer.withLock(\.self) { writer.add(text) } else { writeNow(text) }
  }

  /// Has a thread of its own write from here on, so that a reader that stops reading does not stop the caller (H8).
  ///
  /// - Parameter leftOut: called on that thread with the number of texts that had no room while the reader was behind.
  func startWriter(leftOut: @escaping @Sendable (Int) -> Void) {
    let started = StreamWriter(write: { [self] in writeNow($0) }, leftOut: leftOut)
    writer.withLock { $0 = started }
  }

  /// Waits until everything that was added has been written, and writes on the caller's thread again.
  func finishWriter() {
    let finished = writer.withLock { writer in
      defer { writer = nil }
      return writer
    }
    finished?.finish()
  }

  private func writeNow(_ text: String) {
    failed.withLock { failed in
      guard failed == nil else { return }
      var text = text
      failed = text.withUTF8 { bytes in Self.write(bytes, to: descriptor) }
    }
  }

  /// - Returns: the error, or `nil` when all of it went out.
  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Int32? {
    var rest = UnsafeRawBufferPointer(bytes)[...]
    while !rest.isEmpty {
      let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      // Another program made the stream non-blocking, as terminals are shared.
      case EAGAIN:
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&wait, 1, -1) < 0, errno != EINTR { return errno }
      case let code: return code
      }
    }
    return nil
  }

  /// Makes the standard streams safe to use: a reader that leaves is an error and no signal, and a stream that the parent
  /// closed is taken, so that no file of the host's gets its number and is written into.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // For the one direction that nothing uses: writing to such a stream fails as it would if it were closed.
    for (descriptor, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(Int32, Int32)]
    where fcntl(descriptor, F_GETFD) < 0 {
      let opened = open("/dev/null", mode)
      if opened >= 0, opened != descriptor { close(opened) }
    }
  }
}
