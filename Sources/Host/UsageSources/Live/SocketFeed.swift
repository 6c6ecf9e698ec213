// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSampleFeeds
import Glibc
package import ScreenTimeRules

/// Records from agents that connect to a Unix socket (LIVE-SMP7). Only one account may connect, whatever the mode of
/// the socket's file; the kernel reports the peer's account.
package final class SocketFeed: SampleFeed {
  package let place = SourcePlace.socket
  package var descriptor: CInt { ready.descriptor }
  package let isOver = false

  private struct Connection {
    var descriptor: CInt
    var intake: LineIntake
  }

  /// The maximum number of simultaneous connections.
  static let maximumConnections = 16

  private let path: SocketPath
  private let account: UInt32
  private let ready: ReadySet
  private let listener: CInt
  private var reader = ByteReader()
  private var connections: [Int: Connection] = [:]
  private var accepted = 0

  /// - Parameter account: the user ID whose agents may connect.
  /// - Throws: `SampleFeedError` if the path can't be used, or if other accounts could replace the socket.
  package init(path: String, account: UInt32) throws(SampleFeedError) {
    self.path = try SocketPath(path)
    self.account = account
    ready = try ReadySet()
    do throws(SampleFeedError) { listener = try self.path.listen(for: account) } catch {
      ready.close()
      throw error
    }
    _ = ready.add(listener, as: 0)
  }

  package func read() -> [SampleFeedEvent] {
    var news = FeedNews()
    let tokens = ready.ready()
    // Each connection gets a share of the bound, so that a busy one doesn't block the others.
    let share = max(1, ByteReader.bound / max(1, tokens.count))
    for token in tokens where token > 0 { read(token, share, &news) }
    if tokens.contains(0) { accept(&news) }
    return news.finish()
  }

  package func close() {
    for connection in connections.values { _ = Glibc.close(connection.descriptor) }
    connections = [:]
    _ = Glibc.close(listener)
    path.remove()
    ready.close()
  }

  // MARK: - Connections

  private func accept(_ news: inout FeedNews) {
    // Accept at most as many as may be connected, plus as many to refuse, before other connections are read.
    for _ in 0..<(2 * Self.maximumConnections) {
      let descriptor = csamplefeeds_accept(listener)
      guard descriptor >= 0 else { return }
      accepted += 1
      if let error = refusal(of: descriptor) {
        news.reject(SampleRejection(connection: accepted, line: 0, error: error))
        hangUp(descriptor, because: error)
        continue
      }
      connections[accepted] = Connection(descriptor: descriptor, intake: LineIntake(connection: accepted))
      _ = ready.add(descriptor, as: accepted)
      news.events.append(.appeared)
    }
  }

  private func refusal(of descriptor: CInt) -> UsageSampleError? {
    var uid: UInt32 = 0
    guard unsafe csamplefeeds_peer_uid(descriptor, &uid) == 0, uid == account else {
      return UsageSampleError(.foreignPeer, "account \(uid) may not connect to this socket")
    }
    guard connections.count < Self.maximumConnections else {
      return UsageSampleError(
        .tooManyConnections, "\(connections.count) agents are connected; close one before the next connects")
    }
    return nil
  }

  private func read(_ number: Int, _ share: Int, _ news: inout FeedNews) {
    var count = 0
    while count < share, let descriptor = connections[number]?.descriptor {
      switch reader.read(descriptor, isSocket: true) {
      case .bytes(let bytes):
        count += bytes.count
        guard connections[number]?.intake.take(bytes, endsAtOverlong: true, into: &news) == true else {
          return end(number, .refused, &news)
        }
      case .nothing: return
      case .end: end(number, .writerLeft, &news)
      case .failed: end(number, .failed, &news)
      }
    }
  }

  private func end(_ number: Int, _ loss: SourceLoss, _ news: inout FeedNews) {
    guard var connection = connections.removeValue(forKey: number) else { return }
    connection.intake.end(into: &news)
    news.events.append(.lost(loss))
    ready.remove(connection.descriptor)
    if loss == .refused {
      hangUp(
        connection.descriptor,
        because: UsageSampleError(.lineTooLong, "a line has more than \(UsageSample.maximumLineBytes) bytes"))
    } else {
      _ = Glibc.close(connection.descriptor)
    }
  }

  /// Closes a connection after sending the reason as one line of JSON, without waiting for the peer.
  private func hangUp(_ descriptor: CInt, because error: UsageSampleError) {
    let line = Array("{\"v\":1,\"error\":\"\(error.name.rawValue)\"}\n".utf8)
    _ = unsafe line.withUnsafeBytes {
      unsafe send(descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
    }
    _ = Glibc.close(descriptor)
  }
}
