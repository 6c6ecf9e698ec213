// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import os

@Suite struct LogFormatTests {
  @Test func `a format inserts its arguments`() {
    #expect(LogFormat("%@ has %d").text(with: ["a", 3]) == "a has 3")
  }

  @Test func `a private argument of any type is written as <private>`() {
    #expect(LogFormat("%{public}@ %{private}ld %d").text(with: ["a", 77, 3]) == "a <private> 3")
  }

  @Test func `a doubled per cent sign is written as one`() { #expect(LogFormat("100%%").text(with: []) == "100%") }

  @Test func `a message hides private and sensitive values`() {
    let message: OSLogMessage = "\("a", privacy: .public) \(77, privacy: .private) \(8, privacy: .sensitive) \(9)"
    #expect(message.text == "a <private> <private> 9")
  }

  @Test func `a message formats and aligns numbers`() {
    let message: OSLogMessage =
      "\(255, format: .hex)|\(1.5, format: .fixed(precision: 2))|\(7, align: .right(columns: 3))"
    #expect(message.text == "ff|1.50|  7")
  }

  @Test func `a lock protects its state across threads`() async {
    let lock = OSAllocatedUnfairLock(initialState: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { lock.withLock { $0 += 1 } } }
    }
    #expect(lock.withLock { $0 } == 100)
  }
}
