// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionTransport

/// One direction of the in-memory pipe behaves as pipe(7).
@Suite(.timeLimit(.minutes(5))) struct InMemoryBytesTests {
  private func write(_ data: [UInt8], _ bytes: InMemoryBytes, _ deadline: MonotonicTime? = .now) throws -> Int {
    try unsafe data.withUnsafeBytes { try unsafe bytes.write($0, until: deadline) }
  }

  private func read(_ count: Int, _ bytes: InMemoryBytes, _ deadline: MonotonicTime? = .now) throws -> [UInt8] {
    var data = [UInt8](repeating: 0, count: count)
    let read = try unsafe data.withUnsafeMutableBytes { try unsafe bytes.read(into: $0, until: deadline) }
    return Array(data.prefix(read))
  }

  @Test func `takes as much as fits, and gives it back in order`() throws {
    let bytes = InMemoryBytes(capacity: 4)
    #expect(try write([1, 2, 3], bytes) == 3)
    #expect(try write([4, 5], bytes) == 1)
    #expect(throws: ByteStreamError.timedOut) { try write([6], bytes) }
    #expect(bytes.byteCount == 4)
    #expect(try read(3, bytes) == [1, 2, 3])
    #expect(try write([7, 8], bytes) == 2)
    #expect(try read(9, bytes) == [4, 7, 8])
    #expect(throws: ByteStreamError.timedOut) { try read(1, bytes) }
  }

  @Test func `after the writer closes, the reader gets the rest and then the end`() throws {
    let bytes = InMemoryBytes(capacity: 4)
    #expect(try write([1, 2], bytes) == 2)
    bytes.closeWriting()
    #expect(throws: ByteStreamError.brokenPipe) { try write([3], bytes) }
    #expect(try read(4, bytes, nil) == [1, 2])
    #expect(try read(4, bytes, nil) == [])
  }

  @Test func `a closed reader drops what waits and breaks the pipe`() throws {
    let bytes = InMemoryBytes(capacity: 2)
    #expect(try write([1, 2], bytes) == 2)
    bytes.closeReading()
    #expect(bytes.byteCount == 0)
    #expect(throws: ByteStreamError.brokenPipe) { try write([3], bytes, nil) }
  }
}
