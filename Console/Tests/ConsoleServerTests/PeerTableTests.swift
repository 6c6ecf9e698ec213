// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

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
}
