// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The order in which filters and what they were told are kept, whatever happened first.
@Suite struct FilterOrderTests {
  private static let keys = [
    FocusFilterKey(FamilyID("chat"), "Away"), FocusFilterKey(FamilyID("chat"), "Filter"),
    FocusFilterKey(FamilyID("mail"), "Filter"),
  ]
  static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  /// A state whose mode `work` has a filter for each key, set in this order.
  private static func state(setting order: [Int]) throws -> FocusState {
    var state = FocusState()
    _ = try state.make(.define(FocusMode(id: "work", name: "Work")))
    for index in order { _ = try state.make(.set(FocusFilter(keys[index], parameters: []), in: "work")) }
    return state
  }

  @Test(arguments: orders)
  func `a mode keeps its filters by key, in whatever order they were set`(_ order: [Int]) throws {
    let expected = try Self.state(setting: [0, 1, 2])
    var state = try Self.state(setting: order)
    #expect(state.mode("work")?.filters.map(\.key) == Self.keys)
    // Setting one again moves it no more than the first time.
    for index in order { _ = try state.make(.set(FocusFilter(Self.keys[index], parameters: []), in: "work")) }
    #expect(state == expected)
  }

  @Test(arguments: orders)
  func `filters are tracked by key, whichever was told last`(_ order: [Int]) throws {
    func told(_ order: [Int]) throws -> FocusState {
      var state = try Self.state(setting: [0, 1, 2])
      let owed = try state.make(.activate("work")).owed
      #expect(owed.map(\.key) == Self.keys)
      for index in order {
        state.started(owed[index])
        state.accepted(owed[index], FilterContext(title: "\(index)"), isNewest: true)
      }
      return state
    }
    let state = try told(order)
    #expect(state.tracked == Self.keys)
    #expect(try state == told([0, 1, 2]))
  }
}
