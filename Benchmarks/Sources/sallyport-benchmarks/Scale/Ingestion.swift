// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore

/// The production path of a sample: rules, then one transaction with the use, its roll-ups and the rules' state.
final class Ingestion {
  static let zone = "Europe/Berlin"
  private(set) var store: DeviceStore
  private var state: DeviceState
  private var saved: DeviceState?
  private var person: Person

  init(_ directory: Scratch, _ durability: DeviceStore.Durability, _ state: DeviceState, intervalsADay: Int) throws {
    store = try DeviceStore(directory: directory.path + "/state", durability: durability)
    self.state = state
    person = Person(seed: 1, from: state.now, intervalsADay: intervalsADay)
  }

  func next(_ count: Int) -> [UseSpan] { person.next(count) }

  func take(_ batch: some Sequence<UseSpan>) throws {
    var counted: [UseSpan] = []
    for span in batch { Household.live(through: span, in: &state) { counted.append($0) } }
    try store.transaction { transaction in
      try transaction.recordUse(counted, in: Self.zone)
      try transaction.save(state, replacing: saved)
    }
    saved = state.withoutHistory
  }
}

extension Array {
  func batches(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
