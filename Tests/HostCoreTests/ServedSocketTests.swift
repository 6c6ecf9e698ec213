// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import HostCore

/// The host's socket, served by the test itself: no host runs.
@Suite struct ServedSocketTests {
  private let scratch = Scratch()

  private func socket() throws -> HostSocket {
    try FileManager.default.createDirectory(atPath: scratch.path + "/state", withIntermediateDirectories: true)
    return try HostSocket(state: scratch.path + "/state")
  }

  /// A connection to the socket; nil if nothing listens.
  private func connected() throws -> Int32? {
    try HostPeer.connected(state: scratch.path + "/state")
  }

  @Test func `a directory that can't be opened is named`() {
    let state = scratch.path + "/missing"
    let error = #expect(throws: HostError.self) { try HostSocketAddress(state: state) }
    #expect(
      error?.description == "The state directory \(state) can't be opened: No such file or directory",
      "\(String(describing: error))")
  }

  private func say(_ text: String, _ descriptor: Int32) { _ = send(descriptor, text, text.utf8.count, 0) }

  private func heard(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func answer(_ line: HostLine) -> HostAnswer {
    switch line {
    case .value(let value): HostAnswer(id: 1, body: .ok(["echo": value]))
    case .malformed(let says): HostAnswer(id: 0, body: .error(.malformed, says))
    }
  }

  @Test func `closing a socket twice leaves that of the next host alone`() throws {
    let first = try socket()
    first.close()
    #expect(try connected() == nil)
    let second = try socket()
    first.close()
    let peer = try #require(try connected(), "the second host's socket is gone")
    defer { close(peer) }
    say("{\"a\":1}\n", peer)
    try second.serve(answer)
    #expect(heard(peer) == #"{"id":1,"ok":{"echo":{"a":1}}}"# + "\n")
    second.close()
  }

  @Test func `of many lines of a connection some are answered before others have their turn`() throws {
    let socket = try socket()
    let peers = try (0..<2).map { _ in try #require(try connected()) }
    defer { for peer in peers { close(peer) } }
    say(String(repeating: "{}\n", count: HostSocket.linesAtOnce * 2 + 1), peers[0])
    say("{}\n", peers[1])
    var counts: [[Int]] = []
    repeat {
      try socket.serve(answer)
      counts.append(peers.map { heard($0).count { $0 == "\n" } })
    } while socket.hasMore
    #expect(counts == [[HostSocket.linesAtOnce, 1], [HostSocket.linesAtOnce, 0], [1, 0]])
    socket.close()
  }

  @Test func `one connection more than the socket holds ends the one that was silent the longest`() throws {
    let socket = try socket()
    var peers: [Int32] = []
    defer { for peer in peers { close(peer) } }
    while peers.count < HostSocket.maximumConnections {
      // The queue of a listening socket is short.
      peers.append(try #require(try connected()))
      try socket.serve(answer)
    }
    say("{}\n", peers[0])
    try socket.serve(answer)
    #expect(heard(peers[0]) == #"{"id":1,"ok":{"echo":{}}}"# + "\n")
    #expect(socket.polled.count == HostSocket.maximumConnections + 1)
    peers.append(try #require(try connected()))
    try socket.serve(answer)
    #expect(socket.polled.count == HostSocket.maximumConnections + 1)
    // An end of file is nothing to wait for, and an open connection has nothing to say.
    var byte: UInt8 = 0
    let isOpen = peers.map { recv($0, &byte, 1, Int32(MSG_DONTWAIT)) != 0 }
    #expect(isOpen.count { !$0 } == 1 && !isOpen[1])
    socket.close()
  }

  @Test func `a connection whose line is no JSON is told why, and is then closed`() throws {
    let socket = try socket()
    let peer = try #require(try connected())
    defer { close(peer) }
    say("not JSON\n", peer)
    try socket.serve(answer)
    #expect(heard(peer).contains("request.malformed"))
    // Zero bytes are the end of the file; an open connection has nothing to read.
    var byte: UInt8 = 0
    let count = recv(peer, &byte, 1, Int32(MSG_DONTWAIT))
    #expect(count == 0 && socket.polled.count == 1)
    socket.close()
  }

  @Test func `a change is told once, and only to the connections that watch`() throws {
    let socket = try socket()
    let peers = try (0..<2).map { _ in try #require(try connected()) }
    defer { for peer in peers { close(peer) } }
    say("{\"watch\":true}\n", peers[0])
    say("{}\n", peers[1])
    try socket.serve { line in
      var reply = answer(line)
      if case .value(.object(let members)) = line { reply.watches = members["watch"] == true }
      return reply
    }
    for peer in peers { #expect(heard(peer).contains("echo")) }
    for changes in [0, 3, 3, 4] as [Int64] { socket.announce(changes) }
    #expect(heard(peers[0]) == "{\"changes\":3}\n{\"changes\":4}\n")
    #expect(heard(peers[1]).isEmpty)
    socket.close()
  }

  @Test func `the host waits for no connection, and its programs inherit none`() throws {
    let socket = try socket()
    let peer = try #require(try connected())
    defer { close(peer) }
    try socket.serve(answer)
    #expect(socket.polled.count == 2)
    for one in socket.polled {
      let (kept, mode) = (fcntl(one.fd, F_GETFD), fcntl(one.fd, F_GETFL))
      #expect(kept >= 0 && kept & FD_CLOEXEC != 0 && mode & O_NONBLOCK != 0)
    }
    socket.close()
  }
}
