// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CStorageFaults
import ExtensionProtocol
import Foundation
import Testing

@testable import HostCore

/// One connection to the host's socket: lines that arrive in pieces, lines that are too long or no JSON, and a peer that
/// does not read.
@Suite final class HostConnectionTests {
  private let connection: HostConnection
  private let peer: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (connection, peer) = (HostConnection(ends[0]), ends[1])
  }

  deinit {
    connection.close()
    connection.close()
    close(peer)
  }

  @Test func `a host that is not there and a socket that can't be made close each descriptor once`() throws {
    let state = FileManager.default.temporaryDirectory.path + "/closed-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: state) }
    // The host doesn't remove a directory at the socket's path, so it can't bind the socket.
    try FileManager.default.createDirectory(atPath: state + "/host.sock", withIntermediateDirectories: true)
    let failures = storage_failed_closes()
    #expect(HostClient(state: state) == nil)
    #expect(throws: HostError.self) { try HostSocket(state: state) }
    #expect(storage_failed_closes() == failures)
  }

  private func say(_ text: String) { #expect(send(peer, text, text.utf8.count, 0) == text.utf8.count) }

  private func heard() -> String {
    var bytes = [UInt8](repeating: 0, count: 8 << 20)
    let count = recv(peer, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func value() -> WireValue? { if case .value(let value)? = connection.nextLine() { value } else { nil } }

  private func fault() -> String? { if case .malformed(let says)? = connection.nextLine() { says } else { nil } }

  @Test func `lines are taken in order, however they arrive`() {
    #expect(!connection.read() && !connection.hasLine && connection.nextLine() == nil)
    say(#"{"a":1}"# + "\n" + #"{"b":"#)
    #expect(connection.read() && connection.hasLine)
    #expect(value() == ["a": 1] && !connection.hasLine && connection.nextLine() == nil)
    say("2}\n\n")
    #expect(connection.read() && value() == ["b": 2] && connection.hasLine)
    // An empty line isn't a message, and nothing after it is read.
    #expect(fault() != nil && !connection.hasLine && connection.events == 0)
    say(#"{"c":3}"# + "\n")
    #expect(!connection.read() && connection.nextLine() == nil && connection.isOver)
  }

  @Test func `a connection whose peer has left ends once its lines are taken`() {
    say(#"{"a":1}"# + "\n" + #"{"b":2}"# + "\nrest")
    shutdown(peer, Int32(SHUT_WR))
    #expect(connection.events == Int16(POLLIN) && connection.read())
    #expect(!connection.read() && connection.events == 0 && !connection.isOver)
    #expect(value() == ["a": 1] && !connection.isOver)
    #expect(value() == ["b": 2] && connection.isOver && connection.nextLine() == nil)
  }

  @Test(arguments: [(65_535, true), (65_536, false), (70_000, false)])
  func `a line has less than 64 KiB`(_ count: Int, _ isTaken: Bool) {
    let text = #"{"a":""# + String(repeating: "x", count: count - 8) + #""}"#
    #expect(text.utf8.count == count)
    say(text)
    while connection.read() {}
    #expect(connection.hasLine == !isTaken)
    if isTaken {
      #expect(connection.nextLine() == nil)
      say("\n")
      #expect(connection.read() && value() != nil && !connection.isOver)
    } else {
      #expect(fault() == "a line has more than 65536 bytes" && connection.isOver)
    }
  }

  @Test func `changes wait for a peer that doesn't read, and so do its own lines`() {
    var told = 0
    while connection.events & Int16(POLLOUT) == 0, told < 100_000 {
      told += 1
      connection.tell(Int64(told))
    }
    #expect(told > 100 && connection.events == Int16(POLLIN | POLLOUT) && !connection.isOver)
    for number in 0..<20_000 as Range<Int64> { connection.tell(number) }
    #expect(connection.events == Int16(POLLOUT) && !connection.isOver)
    say(#"{"a":1}"# + "\n")
    #expect(!connection.hasLine)
    // It reads, and goes on where it was.
    var lines: [Substring] = []
    var text = ""
    repeat {
      text += heard()
      _ = connection.read()
    } while connection.events & Int16(POLLOUT) != 0
    text += heard()
    lines = text.split(separator: "\n")
    #expect(lines.prefix(told).map(String.init) == (1...told).map { #"{"changes":\#($0)}"# })
    #expect(lines.count < told + 10_000)
    #expect(connection.read() || connection.hasLine)
    #expect(value() == ["a": 1])
  }

  @Test func `a connection ends when its peer is gone`() {
    shutdown(peer, Int32(SHUT_RDWR))
    connection.tell(1)
    #expect(!connection.read() && connection.isOver && connection.events == 0)
    #expect(HostConnection.peer(of: connection.descriptor) == geteuid() && HostConnection.peer(of: -1) == nil)
  }

  @Test func `a connection that is closed twice closes no descriptor that took its number`() throws {
    // A high number, which nothing else in this process is given.
    let number = fcntl(peer, F_DUPFD_CLOEXEC, 900)
    try #require(number >= 900)
    let connection = HostConnection(number)
    connection.close()
    #expect(fcntl(number, F_GETFD) < 0)
    try #require(dup2(peer, number) == number)
    defer { close(number) }
    connection.close()
    #expect(fcntl(number, F_GETFD) >= 0)
  }

  @Test func `a connection that was refused has no line to answer, although more has arrived`() {
    say("no JSON\n" + #"{"a":1}"# + "\n")
    #expect(connection.read() && connection.hasLine && fault() != nil)
    #expect(!connection.hasLine && connection.nextLine() == nil && connection.isOver)
  }

  @Test func `a connection ends as soon as more than 4 MiB of its answers wait to be read`() {
    let text = String(repeating: "x", count: 100_000)
    let line = text.utf8.count + #"{"id":1,"ok":{"text":""}}"#.utf8.count + 1
    var written = 0
    while !connection.isOver, written < 100 * line {
      connection.write(HostAnswer(id: 1, body: .ok(["text": .string(text)])))
      written += line
    }
    let waiting = written - heard().utf8.count
    #expect(waiting > 4 << 20 && waiting - line <= 4 << 20, "\(waiting) of \(written)")
  }
}
