// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionTransport

/// The host's end of the pipes to a scripted process: what the host writes is heard at once, what the script says lies
/// ready, at once or from some moment on. Waiting for what will not come moves the simulated seconds and nothing else.
///
/// SAFETY: `@unchecked Sendable` because a simulation is one thread: host, supervisor and script take turns.
final class ScriptedStream: ByteStream, @unchecked Sendable {
  private struct Chunk {
    var bytes: [UInt8]
    var from: MonotonicTime
  }

  private let time: SimulatedTime
  /// Told each chunk the host wrote.
  var onWrite: ([UInt8]) -> Void = { _ in }
  private var chunks: [Chunk] = []
  private(set) var hasLeft = false

  init(time: SimulatedTime) { self.time = time }

  var clock: DeadlineClock { time.clock }
  var unreadByteCount: Int { 0 }

  /// Says something, so many milliseconds from now.
  func say(_ bytes: [UInt8], after delay: Duration = .zero) {
    chunks.append(Chunk(bytes: bytes, from: time.now + delay))
  }

  /// The process is gone; what it said before can still be read.
  func leave() { hasLeft = true }

  func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int {
    guard let chunk = chunks.first else {
      if hasLeft { return 0 }
      // Without a deadline nobody would ever wake the host.
      guard let deadline else { return 0 }
      time.advance(to: deadline)
      throw .timedOut
    }
    if let deadline, deadline < chunk.from {
      time.advance(to: deadline)
      throw .timedOut
    }
    time.advance(to: chunk.from)
    let count = min(chunk.bytes.count, buffer.count)
    buffer.copyBytes(from: chunk.bytes[..<count])
    if count == chunk.bytes.count { chunks.removeFirst() } else { chunks[0].bytes.removeFirst(count) }
    return count
  }

  func write(_ bytes: UnsafeRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int {
    guard !hasLeft else { throw .brokenPipe }
    onWrite(Array(bytes))
    return bytes.count
  }

  func closeWriting() {}
  func closeReading() { chunks = [] }
}
