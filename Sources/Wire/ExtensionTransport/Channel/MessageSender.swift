// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The sending half of a connection. It sends complete lines, and nothing more after an incomplete one.
struct MessageSender {
  /// Indicates whether sending is over: after `closeSending`, or after an incomplete line, because the peer would read
  /// more bytes as its rest.
  var isClosed = false
  private var scanner: LineScanner

  init(limits: LineLimits) { scanner = LineScanner(limits: limits) }

  mutating func send(
    _ value: WireValue, limits: ChannelLimits, deadline: MonotonicTime?, on stream: any ByteStream
  ) throws(SendError) -> [UInt8] {
    var line = try self.line(value, limits: limits)
    try write(line, noProgress: limits.noProgress, deadline: deadline, on: stream)
    line.removeLast()
    return line
  }

  /// Writes several lines at once, so that they are all available when the peer wakes.
  mutating func send(
    all values: [WireValue], limits: ChannelLimits, deadline: MonotonicTime?, on stream: any ByteStream
  ) throws(SendError) {
    var lines: [UInt8] = []
    for value in values { lines += try line(value, limits: limits) }
    try write(lines, noProgress: limits.noProgress, deadline: deadline, on: stream)
  }

  private mutating func line(_ value: WireValue, limits: ChannelLimits) throws(SendError) -> [UInt8] {
    var line = CanonicalWriter.bytes(of: value)
    // The limits apply in both directions, so check our own bytes as the peer will.
    scanner.limits = limits.sent
    do throws(LineViolation) { _ = try scanner.scan(line.span) } catch { throw .violation(error) }
    line.append(0x0A)
    return line
  }

  private mutating func write(
    _ lines: [UInt8], noProgress: Duration?, deadline: MonotonicTime?, on stream: any ByteStream
  ) throws(SendError) {
    guard !isClosed else { throw .closed }
    isClosed = true
    var written = 0
    while written < lines.count {
      let patience = noProgress.map(stream.clock.after)
      let end = MonotonicTime.earlier(deadline, patience)
      do throws(ByteStreamError) {
        written += try unsafe lines.span.withUnsafeBytes { (bytes) throws(ByteStreamError) in
          try unsafe stream.write(UnsafeRawBufferPointer(rebasing: bytes[written...]), until: end)
        }
      } catch {
        switch error {
        case .timedOut: throw end == deadline ? .timedOut : .noProgress
        case .brokenPipe: throw .closed
        case .failed(let errno): throw .failed(errno: errno)
        }
      }
    }
    isClosed = false
  }
}
