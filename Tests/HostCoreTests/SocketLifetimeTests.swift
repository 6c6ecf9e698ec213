// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import HostCore

/// What a host's socket and its clients leave open: nothing that outlives them.
@Suite struct SocketLifetimeTests {
  private let scratch = Scratch()

  /// A socket that does not wait, connected to that of the host; `nil` if there is no place for it.
  private func connected() throws -> Int32? {
    try HostPeer.connected(state: scratch.path)
  }

  /// Whether the host has closed its end. An open connection has nothing to read.
  private func hasEnded(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
    return count == 0 || count < 0 && errno == ECONNRESET
  }

  /// How many descriptors of this process are the state directory. Other tests have directories of their own.
  private func openDirectories() throws -> Int {
    // The kernel names a directory without links.
    let state = URL(filePath: scratch.path).resolvingSymlinksInPath().path
    return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)) == state
    }
  }

  private func answer(_ line: HostLine) -> HostAnswer { HostAnswer(id: 1, body: .ok(["prompts": []])) }

  @Test func `a socket that closes ends its connections, those that wait for it, and its directory`() throws {
    let socket = try HostSocket(state: scratch.path)
    let accepted = try #require(try connected())
    try socket.serve(answer)
    let waiting = try #require(try connected())
    defer { for peer in [accepted, waiting] { close(peer) } }
    #expect(socket.polled.count == 2 && !hasEnded(accepted) && !hasEnded(waiting))
    #expect(try openDirectories() == 1)
    socket.close()
    #expect(hasEnded(accepted) && hasEnded(waiting) && socket.polled.count == 1)
    #expect(try openDirectories() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  @Test func `a socket that is forgotten is closed`() throws {
    var socket: HostSocket? = try HostSocket(state: scratch.path)
    let peer = try #require(try connected())
    defer { close(peer) }
    try socket?.serve(answer)
    #expect(!hasEnded(peer))
    socket = nil
    #expect(try hasEnded(peer) && openDirectories() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  @Test func `a socket takes the place of one whose host was killed, for its own account only`() throws {
    let left = try scratch.write("", to: HostSocketAddress.name)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: left)
    let socket = try HostSocket(state: scratch.path)
    var facts = stat()
    #expect(lstat(left, &facts) == 0 && facts.st_mode & S_IFMT == S_IFSOCK && facts.st_mode & 0o777 == 0o600)
    let peer = try #require(try connected())
    close(peer)
    socket.close()
  }

  @Test func `a socket that can't be made says why, and leaves nothing open`() throws {
    let folder = scratch.path + "/" + HostSocketAddress.name
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let error = #expect(throws: HostError.self) { try HostSocket(state: scratch.path) }
    #expect(error?.code == .failed)
    #expect(
      error?.description
        == "The socket of the host in \(scratch.path) can't be created: \(HostSocketAddress.text(of: EADDRINUSE))")
    #expect(try openDirectories() == 0)
  }

  @Test func `a host that is busy has room for 64 connections and the one that it takes next`() throws {
    let socket = try HostSocket(state: scratch.path)
    defer { socket.close() }
    var peers: [Int32] = []
    defer { for peer in peers { close(peer) } }
    while peers.count < 100, let peer = try connected() { peers.append(peer) }
    #expect(peers.count == 65)
    // One turn of the host takes all of them.
    try socket.serve(answer)
    #expect(socket.polled.count == 66)
  }

  @Test func `a client that is forgotten leaves its host, and keeps no directory open`() throws {
    let socket = try HostSocket(state: scratch.path)
    defer { socket.close() }
    var client = HostClient(state: scratch.path)
    #expect(try client != nil && openDirectories() == 1)
    try socket.serve(answer)
    #expect(socket.polled.count == 2)
    client = nil
    try socket.serve(answer)
    #expect(socket.polled.count == 1)
    #expect(HostClient(state: scratch.path + "/missing") == nil)
  }
}
