// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import HostCore

/// How many connections and lines a host's socket takes at a time, and whose.
@Suite struct SocketBoundTests {
  private let scratch = Scratch()

  private func connected() throws -> Int32 { try #require(try HostPeer.connected(state: scratch.path)) }

  private func answer(_ line: HostLine) -> HostAnswer { HostAnswer(id: 1, body: .ok([:])) }

  private func heard(_ descriptor: Int32) -> Int {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return bytes.prefix(max(0, count)).count { $0 == 0x0A }
  }

  @Test func `a socket holds 128 connections`() throws {
    let socket = try HostSocket(state: scratch.path)
    defer { socket.close() }
    var peers: [Int32] = []
    defer { for peer in peers { close(peer) } }
    var held: [Int] = []
    // The queue of a listening socket has room for 64.
    for batch in [64, 63, 1, 1, 3] {
      for _ in 0..<batch { peers.append(try connected()) }
      try socket.serve(answer)
      held.append(socket.polled.count - 1)
    }
    #expect(held == [64, 127, 128, 128, 128])
  }

  @Test func `eight lines of a connection are answered at once`() throws {
    let socket = try HostSocket(state: scratch.path)
    defer { socket.close() }
    let peer = try connected()
    defer { close(peer) }
    let lines = String(repeating: "{}\n", count: 17)
    #expect(send(peer, lines, lines.utf8.count, 0) == lines.utf8.count)
    var counts: [Int] = []
    repeat {
      try socket.serve(answer)
      counts.append(heard(peer))
    } while socket.hasMore
    #expect(counts == [8, 8, 1])
  }

  @Test func `a socket waits for connections, and for what each of them says`() throws {
    let socket = try HostSocket(state: scratch.path)
    defer { socket.close() }
    let peers = [try connected(), try connected()]
    defer { for peer in peers { close(peer) } }
    try socket.serve(answer)
    #expect(socket.polled.map(\.events) == [Int16(POLLIN), Int16(POLLIN), Int16(POLLIN)])
    #expect(socket.polled.map(\.revents) == [0, 0, 0])
  }

  @Test func `a connection of another account is closed unheard, and the next is taken`() throws {
    let socket = try HostSocket(state: scratch.path, account: geteuid() + 1)
    defer { socket.close() }
    let peers = [try connected(), try connected()]
    defer { for peer in peers { close(peer) } }
    for peer in peers { #expect(send(peer, "{}\n", 3, Int32(MSG_NOSIGNAL)) == 3) }
    var answers = 0
    try socket.serve { line in
      answers += 1
      return answer(line)
    }
    #expect(answers == 0 && socket.polled.count == 1)
    for peer in peers {
      var byte: UInt8 = 0
      let count = recv(peer, &byte, 1, Int32(MSG_DONTWAIT))
      // Its last bytes were not read, so the connection is reset.
      let isClosed = count == 0 || count < 0 && errno == ECONNRESET
      #expect(isClosed)
    }
  }
}
