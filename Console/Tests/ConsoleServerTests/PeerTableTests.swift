// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ConsoleServer

@Suite struct PeerTableTests {
  private static let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
       1: 0100007F:D431 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 2 1 0 20 4 30 10 -1
       2: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 3 1 0 20 4 30 10 -1
       3: 0100007F:D432 0100007F:1F90 06 00000000:00000000 03:00001234 00000000     0        0 0 3 0 20 4 30 10 -1
    """

  @Test func `finds the account of the other end of an established connection, and no other`() {
    #expect(PeerTable.account(ofPort: 0xD431, to: 0x1F90, in: Self.table) == 1_001)
    #expect(PeerTable.account(ofPort: 0x1F90, to: 0xD431, in: Self.table) == 1_000)
    // A connection that is over has no account any more: its row says 0.
    #expect(PeerTable.account(ofPort: 0xD432, to: 0x1F90, in: Self.table) == nil)
    #expect(PeerTable.account(ofPort: 0xD433, to: 0x1F90, in: Self.table) == nil)
    #expect(PeerTable.account(ofPort: 1, to: 2, in: "") == nil)
  }

  @Test func `the kernel names the account of one connection`() throws {
    let host = try FakeHost()
    let console = try ConsoleProcess(state: host.state)
    let client = try RawClient(port: console.port)
    let own = try port(of: client)
    let answer = SocketDiagnosis.account(local: own, remote: console.port)
    #expect(answer == .account(geteuid()) || answer == .unavailable)
    #expect(answer == .unavailable || SocketDiagnosis.account(local: own, remote: console.port + 1) == .none)
    // The listening socket is not a connection.
    #expect(SocketDiagnosis.account(local: console.port, remote: own + 1) != .account(geteuid()))
  }

  @Test func `the table is read to its end`() throws {
    let host = try FakeHost()
    let console = try ConsoleProcess(state: host.state)
    let clients = try (0..<150).map { _ in try RawClient(port: console.port) }
    // Rows may be missing while others come and go, so what counts is what was seen once.
    var seen: Set<Int> = []
    for _ in 0..<20 where seen.count < clients.count {
      let table = try #require(PeerTable.current())
      for (number, client) in clients.enumerated()
      where try PeerTable.account(ofPort: port(of: client), to: console.port, in: table) == geteuid() {
        seen.insert(number)
      }
    }
    #expect(seen.count == clients.count)
  }

  private func port(of client: RawClient) throws -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(client.descriptor, $0, &length) }
    }
    try #require(status == 0)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  @Test func `a reply for another socket, a short one or an error names no account`() {
    #expect(SocketDiagnosis.read([], local: 1, remote: 2) == .unavailable)
    #expect(SocketDiagnosis.read([UInt8](repeating: 0, count: 100), local: 1, remote: 2) == .unavailable)
    var reply = [UInt8](repeating: 0, count: 88)
    (reply[4], reply[17], reply[21], reply[23], reply[80]) = (20, 1, 1, 2, 7)
    #expect(SocketDiagnosis.read(reply, local: 1, remote: 2) == .account(7))
    #expect(SocketDiagnosis.read(reply, local: 1, remote: 3) == .none)
    reply[17] = 6
    #expect(SocketDiagnosis.read(reply, local: 1, remote: 2) == .none)
    (reply[4], reply[16], reply[17], reply[18], reply[19]) = (2, 0xFE, 0xFF, 0xFF, 0xFF)
    #expect(SocketDiagnosis.read(reply, local: 1, remote: 2) == .none)
  }
}
