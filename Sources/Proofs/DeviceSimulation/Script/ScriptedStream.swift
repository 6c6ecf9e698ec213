// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionTransport

/// The host's end of the pipes to a scripted process. The script handles the host's writes at once; its own output is
/// available at once or from a later instant. A read that waits advances only the simulated time.
///
/// SAFETY: `@unchecked Sendable` because one thread of a simulation runs at a time; see `Strand`.
final class ScriptedStream: ByteStream, @unchecked Sendable {
  private struct Chunk {
    var bytes: [UInt8]
    var from: MonotonicTime
  }

  private let time: SimulatedTime
  /// Called with each chunk that the host wrote.
  var onWrite: ([UInt8]) -> Void = { _ in }
  private var chunks: [Chunk] = []
  private(set) var hasLeft = false

  init(time: SimulatedTime) { self.time = time }

  var clock: DeadlineClock { time.clock }
  var unreadByteCount: Int { 0 }

  /// Makes bytes available after a delay.
  func say(_ bytes: [UInt8], after delay: Duration = .zero) {
    chunks.append(Chunk(bytes: bytes, from: time.now + delay))
  }

  /// Marks the process as exited; its earlier output can still be read.
  func leave() { hasLeft = true }

  /// Kills the process: output that is not available yet is dropped.
  func fall() {
    leave()
    chunks.removeAll { time.now < $0.from }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int {
    while !time.isOver {
      if let chunk = chunks.first, chunk.from <= time.now { return take(chunk, into: buffer) }
      // Without a deadline or pending output nothing would ever wake the host.
      guard let wake = [chunks.first?.from, deadline].compactMap(\.self).min(), !chunks.isEmpty || !hasLeft else {
        return 0
      }
      if let deadline, deadline <= time.now { throw .timedOut }
      time.wait(until: wake)
    }
    return 0
  }

  private func take(_ chunk: Chunk, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(chunk.bytes.count, buffer.count)
    buffer.copyBytes(from: chunk.bytes[..<count])
    if count == chunk.bytes.count { chunks.removeFirst() } else { chunks[0].bytes.removeFirst(count) }
    return count
  }

  func write(_ bytes: UnsafeRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int {
    guard !hasLeft, !time.isOver else { throw .brokenPipe }
    onWrite(Array(bytes))
    return bytes.count
  }

  func closeWriting() {}
  func closeReading() { chunks = [] }
}
