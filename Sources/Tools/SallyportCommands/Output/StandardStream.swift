// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Standard output or standard error. A write error doesn't stop the command but makes it fail at its end.
///
/// A full disk or a closed pipe must not stop a run half-way, since the host's changes to its state must not depend on
/// its readers. The first error is kept, nothing more is written to that stream, and `Sallyport.main` exits with status
/// 1.
final class StandardStream: Sendable {
  static let output = StandardStream(1)
  static let error = StandardStream(2)

  private let descriptor: Int32
  private let failed = Mutex<Int32?>(nil)
  private let writer = Mutex<StreamWriter?>(nil)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The error of the first failed write.
  var failure: Int32? { failed.withLock(\.self) }

  func write(_ text: String) {
    if let writer = writer.withLock(\.self) { writer.add(text) } else { writeNow(text) }
  }

  /// Moves writing to a separate thread, so that a slow reader does not block the caller (H8).
  ///
  /// - Parameter leftOut: called on that thread with the number of texts that were dropped because the queue was full.
  func startWriter(leftOut: @escaping @Sendable (Int) -> Void) {
    let started = StreamWriter(write: { [self] in writeNow($0) }, leftOut: leftOut)
    writer.withLock { $0 = started }
  }

  /// Waits until everything that was added has been written, and then writes on the caller's thread again.
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

  /// - Returns: the error, or `nil` if everything was written.
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
      // Another program that shares the terminal may have made the stream non-blocking.
      case EAGAIN:
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&wait, 1, -1) < 0, errno != EINTR { return errno }
      case let code: return code
      }
    }
    return nil
  }

  /// Makes the standard streams safe to use: a closed pipe gives an error instead of a signal, and a stream that the
  /// parent closed is opened, so that no other file gets its descriptor and is written to.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // Opened for the unused direction, so that using the stream fails as if it were closed.
    for (descriptor, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(Int32, Int32)]
    where fcntl(descriptor, F_GETFD) < 0 {
      let opened = open("/dev/null", mode)
      if opened >= 0, opened != descriptor { close(opened) }
    }
  }
}
