// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The receiving half of a connection: framing, decoding, and the time at which an unfinished line began.
struct MessageReceiver {
  private var framer: LineFramer
  private let codec: JSONCodec
  private var unfinished: (line: Int, since: MonotonicTime)?
  private var isAtEnd = false

  init(limits: LineLimits) {
    framer = LineFramer(lineBytes: limits.lineBytes)
    codec = JSONCodec(limits: limits)
  }

  mutating func receive(
    limits: ChannelLimits, deadline: MonotonicTime?, on stream: any ByteStream
  ) throws(ReceiveError) -> ReceivedLine {
    framer.lineBytes = limits.received.lineBytes
    codec.limits = limits.received
    while true {
      switch framer.next() {
      case .line(let bytes)?: return try decode(bytes)
      case .tooLong(let prefix)?:
        throw .violation(LineViolation(.tooLong, .lineBytes, at: limits.received.lineBytes), line: prefix)
      case nil: try read(stall: limits.stall, deadline: deadline, from: stream)
      }
    }
  }

  private func decode(_ bytes: [UInt8]) throws(ReceiveError) -> ReceivedLine {
    do throws(LineViolation) {
      let decoded = try codec.decode(bytes.span)
      return ReceivedLine(value: decoded.value, bytes: bytes, depth: decoded.depth)
    } catch {
      throw .violation(error, line: bytes)
    }
  }

  /// Reads available bytes. Time counts against the peer only if there are none.
  private mutating func read(
    stall: Duration?, deadline: MonotonicTime?, from stream: any ByteStream
  ) throws(ReceiveError) {
    guard !isAtEnd else { throw .endOfFile }
    noteUnfinishedLine(at: stream.clock)
    let stallEnd = stall.flatMap { stall in unfinished.map { $0.since + stall } }
    let end = MonotonicTime.earlier(deadline, stallEnd)
    let count: Int
    do throws(ByteStreamError) {
      count = try unsafe framer.fill { (buffer) throws(ByteStreamError) in
        try unsafe stream.read(into: buffer, until: end)
      }
    } catch {
      switch error {
      case .timedOut where end == stallEnd:
        throw .violation(LineViolation(.stalled, .firstByteToLF, at: framer.halfLineBytes), line: framer.halfLine)
      case .timedOut: throw .timedOut
      case .brokenPipe: throw .endOfFile
      case .failed(let errno): throw .failed(errno: errno)
      }
    }
    noteUnfinishedLine(at: stream.clock)
    guard count == 0 else { return }
    isAtEnd = true
    guard framer.halfLineBytes == 0 else { throw .halfLine(byteCount: framer.halfLineBytes) }
  }

  private mutating func noteUnfinishedLine(at clock: DeadlineClock) {
    let line = framer.unfinishedLine
    guard line != unfinished?.line else { return }
    unfinished = line.map { ($0, clock.now) }
  }
}
