// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionTransport

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The ends of a byte stream: what they do with descriptors, deadlines and ends.
@Suite(.timeLimit(.minutes(5))) struct ByteStreamTests {
  private func write(_ data: [UInt8], _ stream: any ByteStream, _ deadline: MonotonicTime? = nil) throws -> Int {
    try data.withUnsafeBytes { try stream.write($0, until: deadline) }
  }

  private func read(_ count: Int, _ stream: any ByteStream, _ deadline: MonotonicTime? = nil) throws -> [UInt8] {
    var data = [UInt8](repeating: 0, count: count)
    let read = try data.withUnsafeMutableBytes { try stream.read(into: $0, until: deadline) }
    return Array(data.prefix(read))
  }

  private func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  @Test(arguments: ChannelKind.allCases) func `a peer reads the end and can't write once the other end is gone`(
    _ kind: ChannelKind
  ) throws {
    let peer: any ByteStream = try {
      let (gone, peer) = try kind.makeStreams()
      #expect(try write([1, 2], gone) == 2 && write([3], peer) == 1)
      return peer
    }()
    #expect(try read(9, peer) == [1, 2] && read(9, peer) == [])
    #expect(throws: ByteStreamError.brokenPipe) { try write([4], peer) }
  }

  @Test(arguments: ChannelKind.allCases) func `a closed direction leaves the other one open`(_ kind: ChannelKind) throws
  {
    let (one, other) = try kind.makeStreams()
    one.closeWriting()
    one.closeWriting()
    #expect(try read(9, other) == [] && write([5, 6], other) == 2 && read(9, one) == [5, 6])
    one.closeReading()
    one.closeReading()
    #expect(throws: ByteStreamError.brokenPipe) { try write([7], other) }
    #expect(one.unreadByteCount == 0)
  }

  @Test(arguments: ChannelKind.allCases)
  func `a wait never ends before its deadline, and bytes that are there need none`(
    _ kind: ChannelKind
  ) throws {
    let (one, other) = try kind.makeStreams()
    for nanoseconds in [0, 1, 999_999, 1_000_000, 20_000_000] as [Int64] {
      let deadline = MonotonicTime(nanoseconds: MonotonicTime.now.nanoseconds + nanoseconds)
      #expect(throws: ByteStreamError.timedOut) { try read(1, one, deadline) }
      #expect(MonotonicTime.now >= deadline)
    }
    for past in [-1, 0, 1, .min] as [Int64] {
      #expect(throws: ByteStreamError.timedOut) { try read(1, one, MonotonicTime(nanoseconds: past)) }
    }
    #expect(try write([1], other, MonotonicTime(nanoseconds: 0)) == 1 && one.unreadByteCount == 0)
    #expect(other.unreadByteCount == 1)
    #expect(try read(1, one, MonotonicTime(nanoseconds: 1)) == [1])
    // Fills the pipe.
    while (try? write([UInt8](repeating: 7, count: 65_536), other, MonotonicTime(nanoseconds: 1))) != nil {}
    let deadline = MonotonicTime(nanoseconds: MonotonicTime.now.nanoseconds + 5_000_000)
    #expect(throws: ByteStreamError.timedOut) { try write([8], other, deadline) }
    #expect(MonotonicTime.now >= deadline && other.unreadByteCount == 65_536)
    #expect(try read(70_000, one).count == 65_536)
  }

  @Test(arguments: ChannelKind.allCases) func `a reader and a writer wait for one another without a deadline`(
    _ kind: ChannelKind
  ) throws {
    let (one, other) = try kind.makeStreams()
    let total = 300_000
    let writer = Background { [self] in
      var sent = 0
      while sent < total { sent += try write([UInt8](repeating: UInt8(sent & 0xff), count: total - sent), other) }
    }
    var received = 0
    while received < total { received += try read(1_000, one).count }
    _ = try writer.value()
    #expect(received == total && other.unreadByteCount == 0)
  }

  // MARK: Descriptors

  @Test func `only the writing descriptor becomes non-blocking, and its other flags stay`() throws {
    for flags in [0, O_APPEND, O_NONBLOCK] {
      let (incoming, outgoing) = (try makePipe(), try makePipe())
      _ = fcntl(outgoing.write, F_SETFL, flags)
      let stream = DescriptorStream(reading: incoming.read, writing: outgoing.write)
      #expect(fcntl(incoming.read, F_GETFL) & (O_NONBLOCK | O_APPEND) == 0)
      #expect(fcntl(outgoing.write, F_GETFL) & (O_NONBLOCK | O_APPEND) == O_NONBLOCK | flags)
      // The peer's ends have flags of their own.
      #expect(fcntl(outgoing.read, F_GETFL) & O_NONBLOCK == 0 && fcntl(incoming.write, F_GETFL) & O_NONBLOCK == 0)
      withExtendedLifetime(stream) {}
      close(incoming.write)
      close(outgoing.read)
    }
  }

  @Test func `a non-blocking reading descriptor is waited for too`() throws {
    let (incoming, outgoing) = (try makePipe(), try makePipe())
    _ = fcntl(incoming.read, F_SETFL, O_NONBLOCK)
    let stream = DescriptorStream(reading: incoming.read, writing: outgoing.write)
    let peer = DescriptorStream(reading: outgoing.read, writing: incoming.write)
    #expect(throws: ByteStreamError.timedOut) { try read(1, stream, .now) }
    let reader = Background { [self] in try read(1, stream) }
    #expect(try write([9], peer) == 1)
    #expect(try reader.value() == [9])
    // Nothing to write is nothing written, also after a call that failed.
    #expect(throws: ByteStreamError.timedOut) { try read(1, stream, .now) }
    #expect(try write([], peer) == 0)
  }

  @Test func `a descriptor that can't be read or written reports the kernel's error`() throws {
    let directory = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let stream = DescriptorStream(reading: directory, writing: open("/dev/null", O_RDONLY | O_CLOEXEC))
    #expect(throws: ByteStreamError.failed(errno: EISDIR)) { try read(1, stream) }
    #expect(throws: ByteStreamError.failed(errno: EBADF)) { try write([1], stream) }
    stream.closeReading()
    stream.closeWriting()
    #expect(fcntl(directory, F_GETFD) == -1)
    #expect(throws: ByteStreamError.failed(errno: EBADF)) { try read(1, stream) }
    #expect(throws: ByteStreamError.failed(errno: EBADF)) { try write([1], stream) }
    #expect(stream.unreadByteCount == 0)
  }
}
