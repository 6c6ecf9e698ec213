// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import DeviceSimulation

@Suite struct SeedPoolTests {
  private struct Failure: Error, Equatable { var seed: UInt64 }

  @Test(arguments: [1, 2, 7])
  func `reports results in the order of their seeds, not of completion`(width: Int) throws {
    let told = Mutex([UInt64]())
    let second = DispatchSemaphore(value: 0)
    try SeedPool(width: width).run(1...50) { seed in
      // The first seed finishes only after the second, if another thread can run the second.
      if seed == 2 { second.signal() }
      if seed == 1, width > 1 { second.wait() }
      return seed
    } tell: { seed in
      told.withLock { $0.append(seed) }
      return true
    }
    #expect(told.withLock { $0 } == Array(1...50))
  }

  @Test func `reports nothing after the callback returns false`() throws {
    let told = Mutex([UInt64]())
    try SeedPool(width: 3).run(10...UInt64.max) {
      $0
    } tell: { seed in
      told.withLock { $0.append(seed) }
      return seed < 12
    }
    #expect(told.withLock { $0 } == [10, 11, 12])
  }

  @Test func `throws the error of the lowest failing seed and reports all results before it`() {
    let told = Mutex([UInt64]())
    #expect(throws: Failure(seed: 5)) {
      try SeedPool(width: 4).run(1...100) { seed in
        if seed >= 5 { throw Failure(seed: seed) }
        return seed
      } tell: { seed in
        told.withLock { $0.append(seed) }
        return true
      }
    }
    #expect(told.withLock { $0 } == [1, 2, 3, 4])
  }
}
