// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

/// The store on a disk that loses power at each step that SQLite takes.
@Suite struct CutWriteTests {
  private let directory = StateDirectory()
  private let rebuilt = StateDirectory()

  /// The steps of a run of transactions, and the step after which each transaction was acknowledged.
  private struct Recording {
    var before: [String: [UInt8]]
    var steps: [StorageTape.Step]
    /// The number of steps when transaction n (from 1) had returned, at index n − 1.
    var acknowledged: [Int]
  }

  /// Records transactions over two opens of the store, with an orderly close in between. Each transaction updates four
  /// tables together.
  private func record(
    _ durability: DeviceStore.Durability,
    judge: @escaping @Sendable (Int, StorageTape.Step) -> StorageTape.Verdict = {
      _, _ in .done
    }
  ) throws -> Recording {
    do {
      let store = try directory.open(durability)
      try store.transaction { try $0.save(.sample(), replacing: nil) }
    }
    let before = try FileManager.default.storeFiles(in: directory.path).filter { $0.key != "state.sqlite.seal" }
    let tape = StorageTape(directory.path)
    tape.judge(judge)
    var acknowledged: [Int] = []
    for _ in 0..<2 {
      let store = try directory.open(durability)
      for _ in 0..<6 {
        try step(store, Int64(acknowledged.count + 1))
        acknowledged.append(tape.count)
      }
    }
    return Recording(before: before, steps: tape.steps, acknowledged: acknowledged)
  }

  private func step(_ store: DeviceStore, _ number: Int64) throws {
    let old = try #require(try store.read { try $0.loadState() })
    var new = old
    new.shieldOrder = 100 + number
    try store.transaction { transaction in
      try transaction.save(new, replacing: old)
      let owed = try transaction.owe([.sample(number)])
      if number % 2 == 0 {
        try transaction.settle(owed[0].id, as: .init(.applied, reason: "reply.ok", at: new.now))
      }
      try transaction.appendLedger(
        family: "homework", kind: "thresholdReached", day: "2026-10-19", salt: [1], chaining: PlainChain()
      ) { "entry \($0)" }
      // More than a page, so that a transaction spans several.
      try transaction.setMeta("number", to: Array(repeating: UInt8(number), count: 9_000))
    }
  }

  /// Opens the state left by a cut with production code, as a command does that only reads, and then again.
  ///
  /// - Returns: The number of transactions found, each of them whole.
  private func transactions(_ durability: DeviceStore.Durability) throws -> Int {
    let there = try read(durability)
    #expect(try read(durability) == there, "the store differs after it was only read")
    return there
  }

  private func read(_ durability: DeviceStore.Durability) throws -> Int {
    let store = try rebuilt.open(durability)
    return try store.read { reader in
      let state = try #require(try reader.loadState())
      let number = state.shieldOrder == 3 ? 0 : state.shieldOrder - 100
      let sequences = number > 0 ? Array(1...number) : []
      var expected = DeviceState.sample()
      expected.shieldOrder = state.shieldOrder
      #expect(state == expected)
      let history = try reader.deliveryHistory()
      #expect(history.map(\.sequence) == sequences)
      #expect(history.allSatisfy { ($0.settlement == nil) == ($0.sequence % 2 == 1) })
      #expect(try reader.ledger().map(\.seq) == sequences)
      let mark = try reader.meta("number")
      #expect(mark == (number > 0 ? Array(repeating: UInt8(number), count: 9_000) : nil))
      return Int(number)
    }
  }

  @Test(arguments: CutDisk.Luck.allCases)
  func `power loss at any step loses no acknowledged transaction and leaves none in part (PRIV-LG3)`(
    luck: CutDisk.Luck
  ) throws {
    let recording = try record(.full)
    var random = SeededGenerator(state: 7)
    #expect(recording.steps.count > 100)
    for cut in 0...recording.steps.count {
      var disk = CutDisk(files: recording.before)
      disk.play(recording.steps[..<cut], luck, &random)
      try disk.write(to: rebuilt.path)
      let there = try transactions(.simulated)
      let owed = recording.acknowledged.filter { $0 <= cut }.count
      #expect(owed...owed + 1 ~= there, "cut before step \(cut): \(there) transactions, \(owed) acknowledged")
    }
  }

  @Test func `a store that doesn't wait for the disk loses nothing to a kill at any step`() throws {
    let recording = try record(.simulated)
    var random = SeededGenerator(state: 8)
    #expect(!recording.steps.contains { if case .sync = $0.act { true } else { false } })
    for cut in 0...recording.steps.count {
      var disk = CutDisk(files: recording.before)
      disk.play(recording.steps[..<cut], .all, &random)
      try disk.write(to: rebuilt.path)
      let there = try transactions(.simulated)
      let owed = recording.acknowledged.filter { $0 <= cut }.count
      #expect(owed...owed + 1 ~= there, "cut before step \(cut): \(there) transactions, \(owed) acknowledged")
    }
  }

  /// SQLite gives no guarantee here: such a disk can lose acknowledged transactions. The result must be a whole earlier
  /// state.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a disk that fails to sync the log leaves a whole earlier state`(seed: UInt64) throws {
    let recording = try record(.full)
    var random = SeededGenerator(state: seed)
    // Before the first checkpoint the database file isn't written, so lost log data is at the end of the log.
    let isLog: (StorageTape.Step) -> Bool = { $0.file.hasSuffix("-wal") }
    let stop = try #require(recording.acknowledged.dropFirst(5).first)
    let start = try #require(recording.acknowledged.first)
    for cut in start...stop {
      let steps = recording.steps[..<cut].enumerated().filter { index, step in
        if case .sync = step.act, isLog(step), index >= start { return false }
        return true
      }.map(\.element)
      var disk = CutDisk(files: recording.before)
      disk.play(steps[...], cut % 2 == 0 ? .sectors : .steps, &random)
      try disk.write(to: rebuilt.path)
      #expect(1...6 ~= (try transactions(.simulated)))
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `a disk that loses one write gives a readable store or a refusal that names it`(
    seed: UInt64
  ) throws {
    let recording = try record(.full)
    var random = SeededGenerator(state: seed)
    for cut in stride(from: 20, through: recording.steps.count, by: 3) {
      let forgotten = Int.random(in: 0..<cut, using: &random)
      var disk = CutDisk(files: recording.before)
      disk.play(
        recording.steps[..<cut].enumerated().filter { $0.offset != forgotten }.map(\.element)[...], .all, &random)
      try disk.write(to: rebuilt.path)
      do {
        let store = try rebuilt.open(.simulated)
        _ = try store.read { (try $0.loadState(), try $0.deliveryHistory(), try $0.ledger()) }
      } catch let error as StoreError {
        #expect(error.description.contains(rebuilt.path) || error.code == .corrupt)
      }
    }
  }
}
