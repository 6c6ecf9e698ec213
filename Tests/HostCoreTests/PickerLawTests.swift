// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Pages
import ScreenTimeRules
import Testing

@testable import HostCore

/// The groups of a picker, over items that were used on any days.
@Suite struct PickerLawTests {
  private static let homework = FamilyID("homework")
  private static let day: Int64 = 86_400_000

  private static func app(_ number: Int) -> Item { .application("org.example.App\(number)") }

  private func life() throws -> PlayedLife {
    try PlayedLife { configuration in
      for number in 0..<16 {
        // In the order of their names, the last one is first.
        configuration.names[Self.app(number)] = "App \(UnicodeScalar(UInt8(90 - number)))"
        configuration.registry.categories[Self.app(number)] = .category("\(1 + number % 3)")
      }
    }
  }

  private func use(_ number: Int, onDay day: Int64, _ life: PlayedLife) throws {
    try life.pass(until: NotificationBench.start.advanced(by: day * Self.day + Int64(number) * 600_000))
    try life.use(Self.app(number), minutes: 2)
  }

  private func groups(_ life: PlayedLife) throws -> [(name: String, ids: [String])] {
    life.take(.operator(.saves))
    return try PageMaker(life.facts, hasPasscode: false).choices(for: Self.homework, includingItems: false).map {
      (name: "\($0.name)", ids: $0.choices.map(\.id))
    }
  }

  @Test func `the recent items are those of the last thirty days, by their last day and then by name`() throws {
    let life = try life()
    let days: [Int64: [Int]] = [0: [1, 2], 1: [3], 20: [1, 4, 5], 30: [6], 31: [4]]
    for (day, items) in days.sorted(by: { $0.key < $1.key }) {
      for item in items { try use(item, onDay: day, life) }
    }
    var last: [Int: Int64] = [:]
    for (day, items) in days { for item in items { last[item] = max(last[item] ?? 0, day) } }
    let expected = last.filter { $0.value >= 1 }.sorted { ($1.value, $1.key) < ($0.value, $0.key) }.map(\.key)
    let recent = try #require(try groups(life).first)
    #expect(recent.name.contains("Recent"))
    #expect(recent.ids == expected.map { Self.app($0).id })
  }

  @Test func `use until midnight belongs to the day that ends`() throws {
    let life = try life()
    let midnight = NotificationBench.start.advanced(by: Self.day)
    try life.pass(until: midnight.advanced(by: -120_000))
    try life.use(Self.app(2), minutes: 2)
    #expect(life.instant == midnight)
    try life.use(Self.app(1), minutes: 2)
    // On one day, the second application would come first by its name.
    #expect(try groups(life).first?.ids == [1, 2].map { Self.app($0).id })
  }

  @Test(arguments: [0, 1, 12, 13, 16]) func `at most twelve items are recent, and each category has all of its own`(
    _ count: Int
  ) throws {
    let life = try life()
    for number in 0..<count { try use(number, onDay: 0, life) }
    let groups = try groups(life)
    let recent = groups.first { $0.name.contains("Recent") }
    #expect(recent?.ids.count == (count == 0 ? nil : min(count, 12)))
    for code in 1...3 {
      let own = groups.first { $0.ids.first == "\(code)" }?.ids.dropFirst() ?? []
      let numbers = (0..<16).reversed().filter { 1 + $0 % 3 == code }
      let others = own.filter { !$0.hasPrefix("org.example.App") }
      #expect(own.filter { !others.contains($0) } == numbers.map { Self.app($0).id }, "category \(code)")
    }
  }
}
