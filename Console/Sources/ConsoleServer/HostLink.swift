// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ExtensionProtocol
import ExtensionTransport
import Foundation
import Synchronization

/// Connections to a running host: one JSON object per line over the socket in its state directory.
final class HostLink: Sendable {
  /// The host's answer.
  enum Answer: Sendable {
    case ok(WireValue)
    case error(code: String, says: String)
    /// No host runs, or it ended before it answered.
    case gone
  }

  /// Calls at a time; further ones wait.
  private static let atOnce = 8
  private static let patienceSeconds = 30

  private let state: String
  private let queue = DispatchQueue(label: "host", attributes: .concurrent)
  private let turns = DispatchSemaphore(value: HostLink.atOnce)
  private let idle = Mutex([HostConnection]())

  init(state: String) { self.state = state }

  /// Asks the host. Waits on a thread of its own.
  func call(_ name: String, _ parameters: WireValue = [:]) async -> Answer {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        turns.wait()
        defer { turns.signal() }
        continuation.resume(returning: answer(name, parameters))
      }
    }
  }

  /// An idle connection may have been closed by a host that ended, so a call on one is repeated on a new one. The host
  /// takes an act of one name once, so nothing happens twice.
  private func answer(_ name: String, _ parameters: WireValue) -> Answer {
    if let connection = idle.withLock({ $0.popLast() }), let answer = connection.call(name, parameters) {
      idle.withLock { $0.append(connection) }
      return answer
    }
    guard let connection = HostConnection(state: state, patience: Self.patienceSeconds) else { return .gone }
    guard let answer = connection.call(name, parameters) else { return .gone }
    idle.withLock { $0.append(connection) }
    return answer
  }

  /// Follows the host's changes on a thread of its own, across hosts, until the process ends.
  ///
  /// - Parameter onChange: called at each change; `false` while no host runs.
  func watch(_ onChange: @escaping @Sendable (_ isThere: Bool) -> Void) {
    Thread.detachNewThread { [state] in
      while true {
        if let connection = HostConnection(state: state, patience: 0), connection.call("watch", [:]) != nil {
          onChange(true)
          while connection.nextLine() != nil { onChange(true) }
        }
        onChange(false)
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }
}

/// One connection to a host; used by one thread at a time.
///
/// SAFETY: `HostLink` hands a connection to one thread, which gives it back when it is done.
private final class HostConnection: @unchecked Sendable {
  private static let mostBytes = 4 << 20

  private let descriptor: CInt
  private let codec = JSONCodec(
    limits: LineLimits(lineBytes: HostConnection.mostBytes, depth: 64, elementsPerArray: 65_536, valuesPerLine: 524_288)
  )
  private var received: [UInt8] = []
  private var last: Int64 = 0

  /// - Parameter patience: the seconds that a read or write may take; 0 for any time.
  /// - Returns: `nil` if no host of this account runs.
  init?(state: String, patience: Int) {
    let directory = open(state, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return nil }
    defer { close(directory) }
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var time = timeval(tv_sec: patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    // Named by the descriptor, so that a path of any length fits.
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array("/proc/self/fd/\(directory)/host.sock".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected, Self.peer(of: descriptor) == geteuid() else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  private static func peer(of descriptor: CInt) -> uid_t? {
    // The members of `struct ucred`: process, user and group.
    var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(12)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, length == 12 else { return nil }
    return credentials.user
  }

  /// - Returns: `nil` if the host ended.
  func call(_ name: String, _ parameters: WireValue) -> HostLink.Answer? {
    last += 1
    var line = codec.encode(["call": .string(name), "id": .integer(last), "with": parameters]) + [0x0A]
    while !line.isEmpty {
      let count = send(descriptor, line, line.count, CInt(MSG_NOSIGNAL))
      guard count > 0 else { return nil }
      line.removeFirst(count)
    }
    guard let answer = nextLine(), case .object(let members) = answer else { return nil }
    if case .object(let error)? = members["error"], case .string(let code)? = error["code"],
      case .string(let says)? = error["says"]
    {
      return .error(code: code, says: says)
    }
    return members["ok"].map { .ok($0) }
  }

  func nextLine() -> WireValue? {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      if let end = received.firstIndex(of: 0x0A) {
        let line = Array(received[..<end])
        received.removeFirst(end + 1)
        return try? codec.decode(line)
      }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0, received.count < Self.mostBytes else { return nil }
      received += buffer[..<count]
    }
  }
}
