// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A byte stream over two descriptors, usually the ends of two pipes.
///
/// The reading descriptor keeps its flags and is polled only if there is a deadline. The writing descriptor becomes
/// non-blocking, because a blocked write could not time out (2 s without progress). The flag applies to this end of the
/// pipe only, so the peer is not affected.
final class DescriptorStream: ByteStream {
  private let reading: Atomic<Int32>
  private let writing: Atomic<Int32>

  init(reading: Int32, writing: Int32) {
    self.reading = Atomic(reading)
    self.writing = Atomic(writing)
    let flags = fcntl(writing, F_GETFL)
    if flags >= 0, flags & O_NONBLOCK == 0 { _ = fcntl(writing, F_SETFL, flags | O_NONBLOCK) }
  }

  deinit {
    closeWriting()
    closeReading()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int {
    let descriptor = reading.load(ordering: .relaxed)
    if deadline != nil { try wait(for: POLLIN, on: descriptor, until: deadline) }
    while true {
      let count = unsafe Self.read(descriptor, buffer)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: try wait(for: POLLIN, on: descriptor, until: deadline)
      case let code: throw .failed(errno: code)
      }
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int {
    let descriptor = writing.load(ordering: .relaxed)
    while true {
      let count = unsafe Self.write(descriptor, bytes)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: try wait(for: POLLOUT, on: descriptor, until: deadline)
      case EPIPE: throw .brokenPipe
      case let code: throw .failed(errno: code)
      }
    }
  }

  /// On a pipe's writing end, too, Linux reports the number of unread bytes.
  var unreadByteCount: Int {
    var count: Int32 = 0
    let result = unsafe ioctl(writing.load(ordering: .relaxed), UInt(FIONREAD), &count)
    return result == 0 ? Int(count) : 0
  }

  func closeWriting() { Self.close(writing.exchange(-1, ordering: .relaxed)) }

  func closeReading() { Self.close(reading.exchange(-1, ordering: .relaxed)) }
}

// MARK: - System calls

extension DescriptorStream {
  /// Returns when the descriptor is ready or has an error, which the next call on it reports.
  private func wait(for events: Int32, on descriptor: Int32, until deadline: MonotonicTime?) throws(ByteStreamError) {
    while true {
      var poller = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let ready = unsafe poll(&poller, 1, deadline?.millisecondsLeft ?? -1)
      if ready > 0 { return }
      if ready == 0 { throw .timedOut }
      guard errno == EINTR else { throw .failed(errno: errno) }
    }
  }

  private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Musl)
      unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Musl)
      unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  private static func close(_ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    #if canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }
}
