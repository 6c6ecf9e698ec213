// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation

/// One connection to a host's socket.
final class HostConnection {
  /// The longest line of a command, and the most of answers that may wait to be read.
  static let maximumLine = 64 << 10
  static let maximumOutput = 4 << 20

  let descriptor: CInt
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var isRefused = false
  private var hasEnded = false
  private var isClosed = false
  /// Whether it receives changes.
  private(set) var watches = false
  private let codec = JSONCodec(limits: LineLimits(lineBytes: HostConnection.maximumLine))

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// The account of the peer, from the kernel; `nil` if it does not say.
  static func peer(of descriptor: CInt) -> uid_t? {
    // The members of `struct ucred`: process, user and group.
    var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(12)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, length == 12 else { return nil }
    return credentials.user
  }

  var hasLine: Bool { !isRefused && (input.contains(0x0A) || input.count >= Self.maximumLine) }
  /// Whether the connection is finished: the peer has left, or was refused and has read the reason.
  var isOver: Bool {
    output.isEmpty ? isRefused || hasEnded && !hasLine : output.count > Self.maximumOutput
  }

  /// A peer that reads no answers is not read either.
  private var canRead: Bool {
    !hasEnded && !isRefused && output.count < Self.maximumLine && input.count < 2 * Self.maximumLine
  }

  /// The events to wait for.
  var events: Int16 { (canRead ? Int16(POLLIN) : 0) | (output.isEmpty ? 0 : Int16(POLLOUT)) }

  /// Reads what has arrived, as far as a line may go, and writes what the peer can take.
  ///
  /// - Returns: whether anything was read.
  func read() -> Bool {
    flush()
    guard canRead else { return false }
    var buffer = [UInt8](repeating: 0, count: Self.maximumLine)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    if count > 0 { input += buffer[..<count] }
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { hasEnded = true }
    return count > 0
  }

  /// The next complete line, or a refusal of input that is not a valid line.
  func nextLine() -> HostLine? {
    guard !isRefused else { return nil }
    guard let end = input.firstIndex(of: 0x0A) else {
      guard input.count >= Self.maximumLine else { return nil }
      isRefused = true
      return .malformed("a line has more than \(Self.maximumLine) bytes")
    }
    let line = Array(input[..<end])
    input.removeFirst(end + 1)
    do throws(LineViolation) {
      return .value(try codec.decode(line))
    } catch {
      // After invalid JSON the start of the next message is unknown, so the connection ends.
      isRefused = true
      return .malformed("\(error)")
    }
  }

  /// Tells of changes, unless the peer has not even read the earlier ones: the next one says as much.
  func tell(_ changes: Int64) {
    guard output.count < Self.maximumLine else { return }
    output += codec.encode(["changes": .integer(changes)]) + [0x0A]
    flush()
  }

  func write(_ answer: HostAnswer) {
    watches = watches || answer.watches
    output += codec.encode(answer.wire) + [0x0A]
    flush()
  }

  private func flush() {
    guard !output.isEmpty else { return }
    let count = output.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    if count > 0 { output.removeFirst(count) }
    if count < 0, errno != EAGAIN, errno != EINTR { (output, hasEnded) = ([], true) }
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    _ = Foundation.close(descriptor)
  }
}

/// A line that arrived on a connection.
enum HostLine {
  case value(WireValue)
  /// The line is not JSON, or too long; the connection ends after the answer.
  case malformed(String)
}
