// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The state in memory against its store, without a device around it.
@Suite struct DeviceMemoryTests {
  private static let day: Int64 = 86_400_000
  private let scratch = Scratch()

  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  private func store() throws -> DeviceStore {
    try DeviceStore(directory: scratch.path + "/state-\(UUID().uuidString)", durability: .simulated)
  }

  private func memory(in store: DeviceStore, start: Int64) throws -> DeviceMemory {
    try DeviceMemory(store, rules: DeviceRules(), start: at(start), place: CalendarPlace(timeZone: "UTC"))
  }

  @Test(
    arguments: [
      (0, 0), (1, 0), (day - 1, 0), (day, day), (day + 1, day), (-1, -day), (-day, -day), (-day - 1, -2 * day),
    ] as [(Int64, Int64)])
  func `the daily job is due once for each day since 1970, and before`(_ now: Int64, _ due: Int64) throws {
    let memory = try self.memory(in: store(), start: now)
    #expect(memory.maintenanceDue == due)
    memory.wasMaintained(on: due - Self.day)
    #expect(memory.maintenanceDue == due)
    memory.wasMaintained(on: due)
    #expect(memory.maintenanceDue == nil)
  }

  @Test func `an input that is refused costs nothing, and memory is ahead of the store after any other error`() throws {
    let memory = try self.memory(in: store(), start: 0)
    func refuse() {
      #expect(throws: HostError.self) { try memory.transact { _ in throw HostError(.failed, "no") } }
    }
    try memory.transact { _ in }
    #expect(memory.phase == .clean && memory.commits == 1 && !memory.isUnsaved)
    refuse()
    #expect(memory.phase == .clean && memory.commits == 1)
    memory.change { _, state in state.shieldOrder = 5 }
    #expect(memory.phase == .dirty && memory.isUnsaved)
    refuse()
    #expect(memory.phase == .dirty && memory.isUnsaved)
    try memory.transact { _ in }
    #expect(memory.phase == .clean && memory.commits == 2 && !memory.isUnsaved)
    memory.change { _, state in state.shieldOrder = 6 }
    #expect(throws: CancellationError.self) { try memory.transact { _ in throw CancellationError() } }
    memory.change { _, state in state.shieldOrder = 7 }
    #expect(memory.phase == .behindStore && memory.commits == 2)
    try memory.reload()
    #expect(memory.phase == .clean && memory.state.shieldOrder == 5 && !memory.isUnsaved)
  }

  @Test func `the end of the newest sample never moves back, and the next host knows it`() throws {
    let store = try store()
    let memory = try self.memory(in: store, start: 1_000)
    #expect(memory.newestSample == at(1_000))
    for (end, newest) in [(3_000, 3_000), (2_000, 3_000), (3_001, 3_001)] as [(Int64, Int64)] {
      memory.sampleArrived(until: at(end))
      #expect(memory.newestSample == at(newest))
    }
    try memory.transact { _ in }
    memory.sampleArrived(until: at(9_000))
    try memory.reload()
    #expect(memory.newestSample == at(3_001))
    let next = try self.memory(in: store, start: 20_000)
    #expect(next.newestSample == at(3_001) && next.state.now == at(1_000))
  }

  @Test(arguments: [50_000, 100_000, 150_000] as [Int64])
  func `time stops where the host came up again, wherever a span begins`(_ start: Int64) throws {
    let store = try store()
    try self.memory(in: store, start: 1_000).transact { _ in }
    let memory = try self.memory(in: store, start: 100_000)
    let span = UseSpan(start: at(start), end: at(200_000), isPresent: false)
    for stop in [100_000, 200_000, 200_000] as [Int64] {
      _ = memory.advance(through: span)
      #expect(memory.state.now == at(stop))
    }
  }

  @Test func `a span that ends before the host restarted is counted to its own end`() throws {
    let store = try store()
    try self.memory(in: store, start: 1_000).transact { _ in }
    let memory = try self.memory(in: store, start: 100_000)
    _ = memory.advance(through: UseSpan(start: at(2_000), end: at(60_000), isPresent: false))
    #expect(memory.state.now == at(60_000))
    _ = memory.advance(through: UseSpan(start: at(60_000), end: at(200_000), isPresent: false))
    #expect(memory.state.now == at(100_000))
  }

  @Test func `use that was counted waits for the next transaction and is written once`() throws {
    let store = try store()
    let memory = try self.memory(in: store, start: 1_000)
    try memory.transact { _ in }
    let span = UseSpan(start: at(1_000), end: at(61_000), app: .application("chess"), isPresent: true)
    _ = memory.advance(through: span)
    func written() throws -> [Int64] {
      try store.read { try $0.use(from: .distantPast, to: .distantFuture) }.filter(\.isPresent).map {
        $0.end.milliseconds(since: $0.start)
      }
    }
    #expect(try memory.isUnsaved && written() == [])
    for _ in 0..<2 {
      try memory.transact { _ in }
      #expect(try !memory.isUnsaved && written() == [60_000])
    }
  }
}
