// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The socket on which a running host is spoken to: one JSON object per line, from the host's own account only. It never
/// waits for a peer (H8): what a connection can't take now is kept for it, up to a limit.
final class HostSocket {
  /// The maximum number of connections. When one more arrives, the one that was silent the longest is closed, so that
  /// half-open connections can't keep a person out.
  static let maximumConnections = 128
  /// The lines of a connection that are answered before other work goes on.
  static let linesAtOnce = 8

  private let address: HostSocketAddress
  private let listener: CInt
  private let account: uid_t
  /// The connections; the one that was heard last is last.
  private var connections: [HostConnection] = []

  /// Creates the socket. The host holds the lock of its state, so a socket that is there belongs to a host that is gone.
  ///
  /// - Throws: `HostError` if it can't be created.
  init(state: String, account: uid_t = geteuid()) throws(HostError) {
    address = try HostSocketAddress(state: state)
    self.account = account
    listener = HostSocketAddress.socket()
    address.remove()
    // The mode of the unbound socket becomes the mode of its file, before anybody can connect.
    let isBound =
      listener >= 0 && fchmod(listener, 0o600) == 0 && address.with { bind(listener, $0, $1) } == 0
      && listen(listener, 64) == 0
    guard isBound else {
      let reason = HostSocketAddress.text(of: errno)
      close()
      throw HostError(.failed, "The socket of the host in \(state) can't be created: \(reason)")
    }
  }

  deinit { close() }

  private var isClosed = false
  private var announced: Int64 = 0

  func close() {
    guard !isClosed else { return }
    isClosed = true
    for connection in connections { connection.close() }
    connections = []
    _ = Foundation.close(listener)
    address.remove()
    address.close()
  }

  /// The descriptors to wait for.
  var polled: [pollfd] {
    [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      + connections.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
  }

  /// Whether a connection has more complete lines than were answered at once.
  var hasMore: Bool { connections.contains(where: \.hasLine) }

  /// Answers the lines that have arrived.
  func serve(_ answer: (HostLine) throws -> HostAnswer) throws {
    accept()
    for connection in connections where connection.read() {
      // The silent ones come first.
      connections.removeAll { $0 === connection }
      connections.append(connection)
    }
    for connection in connections {
      var count = 0
      while count < Self.linesAtOnce, let line = connection.nextLine() {
        connection.write(try answer(line))
        count += 1
      }
    }
    for connection in connections where connection.isOver { connection.close() }
    connections.removeAll(where: \.isOver)
  }

  /// Tells the connections that watch of the number of changes so far.
  func announce(_ changes: Int64) {
    guard changes != announced else { return }
    announced = changes
    for connection in connections where connection.watches { connection.tell(changes) }
  }

  private func accept() {
    for _ in 0..<Self.maximumConnections {
      let descriptor = Foundation.accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0,
        HostConnection.peer(of: descriptor) == account
      else {
        _ = Foundation.close(descriptor)
        continue
      }
      if connections.count == Self.maximumConnections { connections.removeFirst().close() }
      connections.append(HostConnection(descriptor))
    }
  }
}
