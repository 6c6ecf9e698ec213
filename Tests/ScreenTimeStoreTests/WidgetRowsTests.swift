// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// The rows of placed widgets and the drawings of their timelines.
@Suite struct WidgetRowsTests {
  private let directory = StateDirectory()
  private let now = Timestamp(milliseconds: 1_800_000_000_000)

  private func widget(_ id: String, place: Int = 0) -> WidgetInstance {
    var instance = WidgetInstance(
      id: id, family: FamilyID("homework"), kind: "Countdown", size: "systemSmall",
      parameters: [StoredParameter(name: "subject", json: #"{"string":"maths"}"#)], place: place, at: now)
    _ = instance.content.accept(
      [WidgetArchive.Entry(date: now, score: 5, number: 0)], .after(now.advanced(by: 9)), digest: "d", at: now)
    _ = instance.reloads.ask(.effect, source: "app", at: now)
    return instance
  }

  @Test func `a widget reads back as it was saved, with its timeline and its credit (WIDGET-W1)`() throws {
    let store = try directory.open()
    let (one, two) = (widget("one", place: 1), widget("two"))
    try store.transaction { try $0.save(["one": one, "two": two], replacing: [:]) }
    let read = try store.read { try $0.widgets() }
    #expect(read.all == [two, one] && read.damaged.isEmpty && read.tooNew.isEmpty)
  }

  @Test func `a timeline without a format is of the first one, one of a later format is left alone (WIDGET-W41)`()
    throws
  {
    let store = try directory.open()
    try store.transaction { transaction in
      try transaction.save(["one": widget("one"), "two": widget("two")], replacing: [:])
      for (id, body) in [("one", "replace(CAST(body AS TEXT), '\"format\":2,', '')"), ("two", "'{\"format\":9}'")] {
        try transaction.execute("UPDATE widget SET body = CAST(\(body) AS BLOB) WHERE id = '\(id)'")
      }
    }
    let read = try store.read { try $0.widgets() }
    #expect(read.damaged.isEmpty && read.tooNew == ["two"])
    #expect(read.all.first { $0.id == "one" } == widget("one"))
    #expect(read.all.first { $0.id == "two" }?.content.archive == nil)
    #expect(read.all.first { $0.id == "two" }?.parameters == widget("two").parameters)
  }

  @Test func `a timeline that is of another widget, or of none, is damaged (WIDGET-W40)`() throws {
    let own = ["one": widget("one"), "two": widget("two", place: 1)]
    for (body, isDamaged) in [
      ("body", false), ("(SELECT body FROM widget WHERE id = 'two')", true), ("CAST('{}' AS BLOB)", true),
      ("CAST('' AS BLOB)", true), ("CAST(replace(CAST(body AS TEXT), 'maths', 'music') AS BLOB)", false),
    ] {
      let directory = StateDirectory()
      let store = try directory.open()
      try store.transaction { transaction in
        try transaction.save(own, replacing: [:])
        try transaction.execute("UPDATE widget SET body = \(body) WHERE id = 'one'")
      }
      let read = try store.read { try $0.widgets() }
      #expect(read.damaged == (isDamaged ? ["one"] : []) && read.tooNew == [], "\(body)")
      #expect(read.all.map(\.id) == ["one", "two"] && read.all.last == own["two"])
      #expect((read.all.first?.content.archive == nil) == isDamaged)
      #expect(read.all.first?.kind == "Countdown" && read.all.first?.family == FamilyID("homework"))
    }
  }

  @Test func `a timeline that a newer host wrote stays byte for byte until it is replaced (WIDGET-W41)`() throws {
    let store = try directory.open()
    let newer = #"{"format":9,"unknown":[1,2]}"#
    func body(_ id: String) throws -> String {
      try execute("SELECT CAST(body AS TEXT) FROM widget WHERE id = '\(id)'", on: directory.database)
    }
    let all = ["one": widget("one"), "two": widget("two")]
    try store.transaction { transaction in
      try transaction.save(all, replacing: [:])
      try transaction.execute("UPDATE widget SET body = CAST('\(newer)' AS BLOB) WHERE id = 'two'")
    }
    #expect(try body("one").contains(#""format":2,"#))
    // The host moves both widgets. It holds no timeline of the second one.
    var read = Dictionary(uniqueKeysWithValues: try store.read { try $0.widgets() }.all.map { ($0.id, $0) })
    let old = read
    for id in read.keys { read[id]?.place = id == "one" ? 4 : 3 }
    try store.transaction { try $0.save(read, replacing: old, keeping: ["two"]) }
    #expect(try body("two") == newer)
    var after = try store.read { try $0.widgets() }
    #expect(after.all.map(\.id) == ["two", "one"] && after.all.map(\.place) == [3, 4] && after.tooNew == ["two"])
    #expect(after.all.last?.content == widget("one").content)
    // Its own timeline, and only that, takes the place of the newer one.
    let accepted = read.merging(["two": widget("two", place: 3)]) { $1 }
    try store.transaction { try $0.save(accepted, replacing: read, keeping: ["two"]) }
    after = try store.read { try $0.widgets() }
    #expect(after.tooNew.isEmpty && after.all.first == widget("two", place: 3))
    #expect(try body("two").contains(#""format":2,"#))
  }

  @Test func `a widget's place is the one of its column, whatever its timeline says (WIDGET-W41)`() throws {
    let store = try directory.open()
    let bodies = [("whole", "body"), ("newer", "'{\"format\":9}'"), ("damaged", "'['"), ("other", "'{\"id\":\"x\"}'")]
    try store.transaction { transaction in
      try transaction.save(Dictionary(uniqueKeysWithValues: bodies.map { ($0.0, widget($0.0)) }), replacing: [:])
      for (index, (id, body)) in bodies.enumerated() {
        try transaction.execute(
          "UPDATE widget SET place = \(7 - index), body = CAST(\(body) AS BLOB) WHERE id = '\(id)'")
      }
    }
    let read = try store.read { try $0.widgets() }
    #expect(read.all.map(\.id) == ["other", "damaged", "newer", "whole"] && read.all.map(\.place) == [4, 5, 6, 7])
    #expect(read.tooNew == ["newer"] && Set(read.damaged) == ["damaged", "other"])
    #expect(read.all.last == widget("whole", place: 7))
  }

  @Test func `entries stored by the first hosts are read, and a text that is none costs the timeline (WIDGET-W40)`()
    throws
  {
    let store = try directory.open()
    let old = #"[{"date":1800000000000,"durationS":0,"number":0,"score":5}]"#
    let changes = [("one", old), ("two", "\"1 2 3\""), ("three", "\"1 0 0 0 x\""), ("four", "7")]
    try store.transaction { transaction in
      try transaction.save(
        Dictionary(uniqueKeysWithValues: changes.map { ($0.0, widget($0.0)) }), replacing: [:])
      for (id, entries) in changes {
        let body = "replace(CAST(body AS TEXT), '\"entries\":\"1800000000000 0 0 0 5\"', '\"entries\":\(entries)')"
        try transaction.execute("UPDATE widget SET body = CAST(\(body) AS BLOB) WHERE id = '\(id)'")
      }
    }
    let read = try store.read { try $0.widgets() }
    #expect(Set(read.damaged) == ["two", "three", "four"])
    #expect(read.all.first { $0.id == "one" } == widget("one"))
  }

  @Test func `removing a widget deletes its drawings and no other's (WIDGET-W1)`() throws {
    let store = try directory.open()
    let tree = WidgetTree(number: 0, variant: "light", bytes: [1, 2])
    try store.transaction {
      try $0.save(["one": widget("one"), "two": widget("two")], replacing: [:])
      try $0.put([tree], of: "one", generation: 1)
      try $0.put([tree], of: "two", generation: 1)
    }
    try store.transaction {
      try $0.save(["two": widget("two")], replacing: ["one": widget("one"), "two": widget("two")])
    }
    #expect(try store.read { try $0.widgets() }.all.map(\.id) == ["two"])
    #expect(try store.read { try $0.widgetTrees(of: "one", generation: 1, number: 0) }.isEmpty)
    #expect(try store.read { try $0.widgetTrees(of: "two", generation: 1, number: 0) } == [tree])
  }

  @Test func `only the drawings of timelines that are still needed are kept (WIDGET-W39)`() throws {
    let store = try directory.open()
    let tree = WidgetTree(number: 3, variant: "dark", bytes: [7])
    try store.transaction {
      for generation in 1...3 as ClosedRange<Int64> { try $0.put([tree], of: "one", generation: generation) }
      try $0.forgetTrees(of: "one", keeping: [2, 3])
    }
    #expect(try store.read { try $0.widgetTrees(of: "one", generation: 1, number: 3) }.isEmpty)
    #expect(try store.read { try $0.widgetTrees(of: "one", generation: 2, number: 3) } == [tree])
    #expect(try store.read { try $0.widgetTrees(of: "one", generation: 3, number: 3) } == [tree])
    try store.transaction { try $0.forgetTrees(of: "one") }
    #expect(try store.read { try $0.widgetTrees(of: "one", generation: 3, number: 3) }.isEmpty)
  }

  @Test(arguments: 0...5) func `any number of timelines can be kept`(count: Int64) throws {
    let store = try directory.open()
    let tree = WidgetTree(number: 0, variant: "light", bytes: [7])
    let kept = Array(stride(from: 0, to: 2 * count, by: 2))
    try store.transaction {
      for owner in ["one", "two"] {
        for generation in 0..<10 as Range<Int64> { try $0.put([tree], of: owner, generation: generation) }
      }
      try $0.forgetTrees(of: "one", keeping: kept)
    }
    func generations(of owner: String) throws -> [Int64] {
      try (0..<10).filter { generation in
        try store.read { try !$0.widgetTrees(of: owner, generation: generation, number: 0).isEmpty }
      }
    }
    #expect(try generations(of: "one") == kept)
    #expect(try generations(of: "two") == Array(0..<10))
  }

  @Test func `a widget that did not change writes no row`() throws {
    let store = try directory.open()
    let (one, two) = (widget("one"), widget("two"))
    try store.transaction {
      try $0.save(["one": one, "two": two], replacing: [:])
      let before = $0.rowsWritten
      try $0.save(["one": one, "two": two], replacing: ["one": one, "two": two])
      #expect($0.rowsWritten == before)
    }
  }
}
