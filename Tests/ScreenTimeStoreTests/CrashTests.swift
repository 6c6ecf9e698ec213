// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import ScreenTimeRules
import ScreenTimeStore
import Testing

@Suite struct CrashTests {
  /// The child's loop updates the state and the outbox together in each transaction; a second thread kills the process
  /// at an unrelated time.
  @Test(arguments: [3, 11, 29, 47, 83, 140] as [UInt32])
  func `a killed host leaves state and outbox of the same transaction`(milliseconds: UInt32) async throws {
    let directory = StateDirectory()
    do {
      let store = try directory.open()
      try store.transaction { try $0.save(.sample(), replacing: nil) }
    }
    let path = directory.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, milliseconds] in
      let store = try DeviceStore(directory: path, durability: .simulated)
      let loaded = try store.read { try $0.loadState() }
      var state = try #require(loaded)
      state.shieldOrder = 0
      Thread.detachNewThread {
        usleep(milliseconds * 1_000)
        kill(getpid(), SIGKILL)
      }
      while true {
        let old = state
        state.shieldOrder += 1
        try store.transaction { transaction in
          try transaction.save(state, replacing: state.shieldOrder == 1 ? nil : old)
          try transaction.owe([
            PendingDelivery(
              family: "homework", sequence: state.shieldOrder, point: "monitor", callback: "intervalDidStart",
              dueAt: state.now, owedAt: state.now, body: [])
          ])
        }
      }
    }
    let store = try directory.open()
    let state = try #require(try store.read { try $0.loadState() })
    let owed = try store.read { try $0.owedDeliveries().map(\.sequence) }
    var expected = DeviceState.sample()
    if owed.isEmpty {
      #expect(state == expected)
    } else {
      expected.shieldOrder = state.shieldOrder
      #expect(state == expected)
      #expect(owed == Array(1...state.shieldOrder))
    }
  }
}
