// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import HostCore

/// A refused peer of a host's socket reads the end of the connection, and any other reads nothing while nothing
/// changes.
@Suite struct RefusedPeerTests {
  private let scratch = Scratch()

  /// The lines that have arrived; `nil` at the end of the connection.
  private func heard(_ descriptor: Int32) -> [String]? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count == 0 { return nil }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func answer(_ line: HostLine) -> HostAnswer { HostAnswer(id: 1, body: .ok([:]), watches: true) }

  @Test func `a peer that was refused hears its answer and then the end`() throws {
    let socket = try HostSocket(state: scratch.path)
    defer { socket.close() }
    let peer = try #require(try HostPeer.connected(state: scratch.path))
    defer { close(peer) }
    #expect(send(peer, "no JSON\n", 8, 0) == 8)
    try socket.serve(answer)
    #expect(heard(peer) == [#"{"id":1,"ok":{}}"#])
    #expect(heard(peer) == nil && socket.polled.count == 1)
  }

  @Test func `a number of changes is told once`() throws {
    let socket = try HostSocket(state: scratch.path)
    defer { socket.close() }
    let peer = try #require(try HostPeer.connected(state: scratch.path))
    defer { close(peer) }
    #expect(send(peer, "{}\n", 3, 0) == 3)
    try socket.serve(answer)
    for changes: Int64 in [1, 1, 2, 2] { socket.announce(changes) }
    #expect(heard(peer) == [#"{"id":1,"ok":{}}"#, #"{"changes":1}"#, #"{"changes":2}"#])
  }
}
