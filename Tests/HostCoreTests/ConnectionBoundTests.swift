// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import HostCore

/// How much of its peer's lines and of its own answers a connection holds, and when it has ended.
@Suite final class ConnectionBoundTests {
  private let connection: HostConnection
  private let peer: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Self.mode, 0, &ends) == 0)
    (connection, peer) = (HostConnection(ends[0]), ends[1])
  }

  deinit {
    connection.close()
    close(peer)
  }

  /// Neither end waits, and no program that another test starts keeps one of them open.
  private static let mode =
    Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)

  private func say(_ text: String) { #expect(send(peer, text, text.utf8.count, 0) == text.utf8.count) }

  private func value() -> WireValue? { if case .value(let value)? = connection.nextLine() { value } else { nil } }

  /// How many bytes of answers wait for the peer.
  private var waiting: Int? {
    let output = Mirror(reflecting: connection).children.first { $0.label == "output" }
    return (output?.value as? [UInt8])?.count
  }

  /// Writes one answer whose line has this many bytes.
  private func write(_ bytes: Int) {
    let empty = #"{"id":1,"ok":{"text":""}}"#.utf8.count + 1
    let text = String(repeating: "x", count: bytes - empty)
    connection.write(HostAnswer(id: 1, body: .ok(["text": .string(text)])))
  }

  /// Writes answers that the peer does not read, until exactly this many bytes wait.
  private func fill(to count: Int) throws {
    var writes = 0
    while waiting == 0, writes < 1_000 {
      write(40_000)
      writes += 1
    }
    let held = try #require(waiting)
    write(count - held)
    try #require(waiting == count)
  }

  @Test(arguments: [(65_535, true), (65_536, false)])
  func `a peer is heard and told of changes while less than 64 KiB of its answers wait`(
    _ count: Int, _ isHeard: Bool
  ) throws {
    try fill(to: count)
    #expect(connection.events == (isHeard ? Int16(POLLIN | POLLOUT) : Int16(POLLOUT)) && !connection.isOver)
    say("{}\n")
    #expect(connection.read() == isHeard)
    connection.tell(1)
    #expect(waiting == count + (isHeard ? #"{"changes":1}"#.utf8.count + 1 : 0))
  }

  @Test(arguments: [(4_194_304, false), (4_194_305, true)])
  func `a connection may hold 4 MiB of answers, and not one byte more`(_ count: Int, _ isOver: Bool) throws {
    try fill(to: count)
    #expect(connection.isOver == isOver)
  }

  @Test(arguments: [(131_071, true), (131_072, false)])
  func `a peer is read until 128 KiB of its lines wait to be answered`(_ count: Int, _ isRead: Bool) {
    // The first line is complete, so that the rest isn't refused.
    say("{}\n")
    #expect(connection.read())
    var left = count - 3
    while left > 0 {
      let part = min(left, 32_768)
      say(String(repeating: "x", count: part))
      #expect(connection.read())
      left -= part
    }
    #expect(connection.events == (isRead ? Int16(POLLIN) : 0))
    say("y")
    #expect(connection.read() == isRead)
    #expect(value() == [:] && !connection.isOver)
  }

  @Test(arguments: [EPIPE, EBADF, EINTR, EAGAIN, 0])
  func `the error of an earlier call does not end a connection`(_ reason: Int32) {
    say("{}\n")
    errno = reason
    let isRead = connection.read()
    #expect(isRead && connection.events == Int16(POLLIN) && value() == [:])
    errno = reason
    connection.write(HostAnswer(id: 1, body: .ok([:])))
    #expect(connection.events == Int16(POLLIN) && waiting == 0 && !connection.isOver)
  }

  @Test func `the lines of a peer that takes no answers any more are still taken`() {
    say("{}\n")
    shutdown(peer, Int32(SHUT_RDWR))
    #expect(connection.read() && value() == [:] && !connection.isOver)
    #expect(!connection.read() && connection.isOver)
  }

  @Test func `a connection has ended with the first answer that can't be sent`() {
    shutdown(peer, Int32(SHUT_RDWR))
    connection.tell(1)
    #expect(connection.isOver && connection.events == 0 && waiting == 0)
  }

  @Test func `a connection that its peer has reset has ended`() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Self.mode, 0, &ends) == 0)
    let connection = HostConnection(ends[0])
    defer { connection.close() }
    connection.write(HostAnswer(id: 1, body: .ok([:])))
    // The answer was not read, which resets the connection.
    close(ends[1])
    #expect(!connection.read() && connection.isOver && connection.events == 0)
  }

  @Test func `a connection that watches goes on watching after its other answers`() {
    connection.write(HostAnswer(id: 1, body: .ok([:])))
    #expect(!connection.watches)
    connection.write(HostAnswer(id: 2, body: .ok([:]), watches: true))
    connection.write(HostAnswer(id: 3, body: .ok([:])))
    #expect(connection.watches)
  }
}
