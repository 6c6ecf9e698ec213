// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The order of callbacks that are decided together (C7), for random sets of them.
@Suite struct PendingOrderTests {
  private func callback(_ random: inout SeededGenerator) -> PendingCallback {
    let callback = MonitorCallback.allCases.randomElement(using: &random) ?? .intervalDidEnd
    let start = Timestamp(milliseconds: Int64.random(in: 0...1, using: &random) * 1_000)
    return PendingCallback(
      family: FamilyID(Bool.random(using: &random) ? "f" : "g"), activity: Bool.random(using: &random) ? "a" : "b",
      event: callback.isOfEvent ? (Bool.random(using: &random) ? "d" : "e") : nil, callback: callback, cause: .natural,
      dueAt: Timestamp(milliseconds: Int64.random(in: 0...2, using: &random)),
      span: TimeSpan(start: start, end: start.advanced(by: 500)), registration: Int64.random(in: 1...2, using: &random))
  }

  private func key(_ due: PendingCallback) -> [String] {
    ["\(due.dueAt.milliseconds)", "\(due.callback.rank)", due.activity, due.event ?? "", due.family.rawValue]
  }

  private func isSameInterval(_ one: PendingCallback, _ other: PendingCallback) -> Bool {
    one.family == other.family && one.activity == other.activity && one.span == other.span
      && one.registration == other.registration
  }

  @Test func `sorts by due time, then warnings and events, ends, starts, then by name (C7)`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let dues = (0..<5).map { _ in callback(&random) }.filter { $0.callback != .intervalDidStart }
      let keys = PendingCallback.ordered(dues).map(key)
      #expect(keys == dues.map(key).sorted { $0.lexicographicallyPrecedes($1) })
    }
  }

  @Test func `a start precedes every callback of its interval but its own warning, and moves no other (C7)`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let dues = (0..<6).map { _ in callback(&random) }
      let ordered = PendingCallback.ordered(dues)
      #expect(
        ordered.map(key).sorted { $0.lexicographicallyPrecedes($1) }
          == dues.map(key).sorted { $0.lexicographicallyPrecedes($1) })
      for (index, due) in ordered.enumerated() where due.callback == .intervalDidStart {
        let early = ordered[..<index].filter {
          isSameInterval($0, due) && $0.callback != .intervalWillStartWarning && $0.callback != .intervalDidStart
        }
        #expect(early.isEmpty)
      }
      // Without the intervals that have a start, the order is the plain one.
      let others = ordered.filter { other in
        !dues.contains { $0.callback == .intervalDidStart && isSameInterval($0, other) }
      }
      #expect(others.map(key) == others.map(key).sorted { $0.lexicographicallyPrecedes($1) })
    }
  }
}
