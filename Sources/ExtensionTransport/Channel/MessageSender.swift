// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The sending half of a connection: one line at a time, whole or never again.
struct MessageSender {
  /// Set by `closeSending`, and when a line was cut: what followed would be read as its rest.
  var isClosed = false
  private var scanner: LineScanner

  init(limits: LineLimits) { scanner = LineScanner(limits: limits) }

  mutating func send(
    _ value: WireValue, limits: ChannelLimits, deadline: MonotonicTime?, on stream: any ByteStream
  ) throws(SendError) -> [UInt8] {
    guard !isClosed else { throw .closed }
    var line = CanonicalWriter.bytes(of: value)
    // §2 holds in both directions and on bytes: what protects us from the peer protects it from us.
    scanner.limits = limits.sent
    do throws(LineViolation) { _ = try scanner.scan(line.span) } catch { throw .violation(error) }
    line.append(0x0A)
    isClosed = true
    try write(line, noProgress: limits.noProgress, deadline: deadline, on: stream)
    isClosed = false
    line.removeLast()
    return line
  }

  private func write(
    _ line: [UInt8], noProgress: Duration?, deadline: MonotonicTime?, on stream: any ByteStream
  ) throws(SendError) {
    var written = 0
    while written < line.count {
      let patience = noProgress.map(MonotonicTime.after)
      let end = MonotonicTime.earlier(deadline, patience)
      do throws(ByteStreamError) {
        written += try unsafe line.span.withUnsafeBytes { (bytes) throws(ByteStreamError) in
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
  }
}
