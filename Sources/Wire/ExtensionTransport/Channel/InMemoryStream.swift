// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One end of two in-memory byte pipes.
final class InMemoryStream: ByteStream {
  private let incoming: InMemoryBytes
  private let outgoing: InMemoryBytes

  init(incoming: InMemoryBytes, outgoing: InMemoryBytes) {
    self.incoming = incoming
    self.outgoing = outgoing
  }

  deinit {
    closeWriting()
    closeReading()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int {
    try unsafe incoming.read(into: buffer, until: deadline)
  }

  func write(_ bytes: UnsafeRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int {
    try unsafe outgoing.write(bytes, until: deadline)
  }

  var unreadByteCount: Int { outgoing.byteCount }

  func closeWriting() { outgoing.closeWriting() }

  func closeReading() { incoming.closeReading() }
}
