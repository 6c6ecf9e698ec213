// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Each part of the rules' state has rows of its own, so a step writes no more than it changes.
@Suite struct StateRowTests {
  private let directory = StateDirectory()

  /// A change of one part of the sample state, and the tables whose rows it changes.
  struct Change: Sendable, CustomTestStringConvertible {
    var part: String
    var rows: String
    var make: @Sendable (inout DeviceState) -> Void

    init(_ part: String, _ rows: String, _ make: @escaping @Sendable (inout DeviceState) -> Void) {
      (self.part, self.rows, self.make) = (part, rows, make)
    }

    var testDescription: String { part }

    /// A change of the family that the sample state calls homework.
    static func family(
      _ part: String, _ rows: String, _ make: @escaping @Sendable (inout FamilyState) -> Void
    ) -> Change {
      Change(part, rows) { state in
        guard var family = state.families[FamilyID("homework")] else { return }
        make(&family)
        state.families[FamilyID("homework")] = family
      }
    }
  }

  static let changes: [Change] = [
    Change("the clock", "clock") { $0.now = $0.now.advanced(by: 1) },
    Change("the foreground", "clock") { $0.front.web = .webDomain("example.net") },
    Change("whether the device is in use", "clock") { $0.front.isInUse = false },
    Change("whether presence is known", "clock") { $0.front.presenceKnown.toggle() },
    Change("a grant", "state device") { $0.grants[.application("org.example.reader")] = Timestamp(milliseconds: 1) },
    Change("the zone", "state device") { $0.place = CalendarPlace(timeZone: "Asia/Karachi") },
    Change("the order of shields", "state device") { $0.shieldOrder += 1 },
    Change("a store of the operator", "state operatorStore") { $0.operatorStores["device"]?.isActive.toggle() },
    .family("the number of its last delivery", "sequence") { $0.sequence += 1 },
    .family("a family's revision", "state family") { $0.revision += 1 },
    .family("an authorization", "state family") { $0.authorization = .denied },
    .family("a setting", "state store") { $0.stores["limits"]?[.denySiri] = .bool(true) },
    .family("a new store", "state store") { $0.stores["new"] = SettingsStore(isActive: false) },
    .family("a removed store", "state store") { $0.stores["Default"] = nil },
    .family("a default", "state defaults") { $0.defaults["group.org.example"]?["count"] = .integer(4) },
    .family("removed defaults", "state defaults") { $0.defaults["group.org.example"] = nil },
  ]

  /// Every row of the state with its contents, by table and kind.
  private func contents() throws -> [String: String] {
    var contents: [String: String] = [:]
    let kinds = ["device", "operatorStore", "family", "store", "activity", "defaults"]
    for kind in kinds {
      contents["state \(kind)"] = try lines("family || name || hex(body)", "state WHERE kind = '\(kind)'")
    }
    contents["clock"] = try lines(
      "now || ' ' || ifnull(app, '') || ' ' || ifnull(web, '') || isInUse || presenceKnown", "clock")
    contents["sequence"] = try lines("family || last", "sequence")
    return contents
  }

  private func lines(_ columns: String, _ table: String) throws -> String {
    try execute("SELECT group_concat(line) FROM (SELECT \(columns) AS line FROM \(table))", on: directory.database)
  }

  @Test(arguments: changes) func `a change of one part writes one row, of that part alone`(_ change: Change) throws {
    let old = DeviceState.sample()
    var new = old
    change.make(&new)
    try #require(new != old)
    let store = try directory.open()
    try store.transaction { try $0.save(old, replacing: nil) }
    let before = try contents()
    let written = try store.transaction { transaction in
      let count = transaction.rowsWritten
      try transaction.save(new, replacing: old)
      return transaction.rowsWritten - count
    }
    #expect(written == 1)
    let after = try contents()
    #expect(before.keys.filter { before[$0] != after[$0] } == [change.rows])
    #expect(try store.read { try $0.loadState() } == new)
  }

  @Test func `saving a state without its predecessor replaces everything that was stored`() throws {
    let store = try directory.open()
    try store.transaction { try $0.save(.sample(), replacing: nil) }
    var other = DeviceState(now: Timestamp(milliseconds: 5), place: CalendarPlace(timeZone: "UTC"))
    other.families[FamilyID("homework")] = FamilyState(authorization: .denied)
    // The sequence of a family that is gone would number the deliveries of the next one with that name.
    for family in ["homework", "worklog"] {
      try store.transaction { try $0.save(other, replacing: nil) }
      #expect(try store.read { try $0.loadState() } == other)
      other.families[FamilyID(family)] = nil
      #expect(try lines("family", "sequence").contains("worklog") == false)
    }
  }

  @Test func `a named value is replaced by a new one and removed by none`() throws {
    let store = try directory.open()
    for value in [[1, 2], [], nil, [3], nil, nil] as [[UInt8]?] {
      try store.transaction {
        try $0.setMeta("other", to: [9])
        try $0.setMeta("key", to: value)
      }
      #expect(try store.read { try $0.meta("key") } == value)
      #expect(try store.read { try $0.meta("other") } == [9])
    }
  }
}
