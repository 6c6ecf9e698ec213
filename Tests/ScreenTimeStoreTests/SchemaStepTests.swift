// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Migration of stores of every earlier schema to this build's.
@Suite struct SchemaStepTests {
  private let directory = StateDirectory()

  static let schemas = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Schemas").path

  static let versions: [Int] = ((try? FileManager.default.contentsOfDirectory(atPath: schemas)) ?? [])
    .filter { $0.hasSuffix(".sql") }.compactMap { Int($0.dropLast(4)) }.sorted()

  /// Makes a store as an older build did.
  private func make(_ version: Int, adding sql: String = "") throws {
    try FileManager.default.createDirectory(
      atPath: directory.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let text = try String(contentsOfFile: "\(Self.schemas)/\(version).sql", encoding: .utf8)
    try execute(text + sql + "; PRAGMA journal_mode = WAL", on: directory.database)
  }

  /// The tables that an older build filled, each with an SQL expression for a row as text.
  private func tables(_ path: String) throws -> [String: String] {
    var tables: [String: String] = [:]
    for table in ["meta", "state", "outbox", "audience", "identity", "issuance", "ledger", "journal"] {
      tables[table] = try execute(
        "SELECT group_concat('quote(' || quote(name) || ')', '||') FROM pragma_table_info('\(table)')"
          .replacing("quote(name)", with: "'\"' || name || '\"'"), on: path)
    }
    return tables
  }

  private func contents(_ path: String, _ tables: [String: String]) throws -> [String: String] {
    var contents: [String: String] = [:]
    for (table, row) in tables {
      contents[table] = try execute(
        "SELECT group_concat(line, x'0a') FROM (SELECT \(row) AS line FROM \(table) ORDER BY 1)", on: path)
    }
    return contents
  }

  @Test func `has a sample store of every earlier schema`() throws {
    _ = try directory.open()
    let steps = try #require(Int(try execute("SELECT count(*) FROM grdb_migrations", on: directory.database)))
    #expect(Self.versions == Array(1..<steps))
  }

  @Test(arguments: versions) func `migrates an older store to this schema and keeps the old file`(version: Int) throws {
    try make(version)
    let before = try Data(contentsOf: URL(filePath: directory.database))
    let tables = try tables(directory.database)
    let rows = try contents(directory.database, tables)
    #expect(rows["outbox"]?.split(separator: "\n").count == 5)
    do {
      let store = try directory.open(.full)
      #expect(try store.read { try $0.deliveryHistory().count } == 5)
      try store.transaction { try $0.setMeta("after", to: [1]) }
    }
    #expect(try execute("DELETE FROM meta WHERE key = 'after'; PRAGMA integrity_check", on: directory.database) == "ok")
    let kept = try contents(directory.database, tables)
    // The state moves between rows and columns; another test checks it.
    for (table, old) in rows where table != "state" {
      // A migration may add rows, such as the zone of its sums; existing rows stay.
      let lines = Set((kept[table] ?? "").split(separator: "\n"))
      #expect(Set(old.split(separator: "\n")).isSubset(of: lines), "\(table)")
    }
    #expect(try Data(contentsOf: URL(filePath: "\(directory.database).before-\(version + 1)")) == before)
    #expect(!FileManager.default.fileExists(atPath: directory.database + ".migrating"))
  }

  @Test func `loads the first version's rows from the new columns`() throws {
    try make(1)
    let state = try #require(try directory.open().read { try $0.loadState() })
    #expect(state.now.milliseconds == 1_792_407_600_000)
    #expect(state.front == Foreground(app: .application("org.gnome.TextEditor"), isInUse: true))
    let family = try #require(state.families[FamilyID("steady")])
    #expect(family.sequence == 5)
    let day = try #require(family.activities["day"])
    #expect(day.current?.span == TimeSpan(start: at(1_792_368_000_000), end: at(1_792_452_600_000)))
    #expect(day.current?.isOpen == true)
    #expect(day.next?.span.start == at(1_792_454_400_000))
    #expect(day.lastSpan == day.current?.span)
    #expect(day.settledStarts == [at(1_792_368_000_000)])
    #expect(day.nextBoundary == at(1_792_452_600_000))
    #expect(day.meters.map(\.counted) == [10_800_000])
    #expect(day.meters.map(\.nextLevel) == [3])
    #expect(day.meters.map(\.countsFrom) == [at(1_792_396_800_000)])
    #expect(day.meters.first?.levels.map(\.event) == ["first", "second", "third"])
  }

  @Test func `the sums of use of the first version's rows are those of the rows`() throws {
    try make(
      1,
      adding: """
        INSERT INTO usage (start, finish, app, web, isPresent, presenceKnown) VALUES
          (1792407600000, 1792407600001, 'a', NULL, 1, 1), (1792408000000, 1792411234567, 'a', 'site.example', 1, 0),
          (1792411234567, 1792500000000, NULL, NULL, 1, 1), (1792500000000, 1792500900000, 'b', NULL, 0, 1);
        """)
    try directory.open().read { reader in
      let use = try reader.use(from: .distantPast, to: .distantFuture)
      #expect(use.map(\.start.milliseconds).contains(1_792_396_800_000) && use.allSatisfy(\.isInUse))
      var sums: [Item: Int64] = [:]
      for span in use {
        for item in [span.app, span.web] {
          if let item { sums[item, default: 0] += span.end.milliseconds(since: span.start) }
        }
      }
      #expect(sums[.application("a")] == 3_234_568 && sums[.webDomain("site.example")] == 3_234_567)
      #expect(sums[.application("org.gnome.TextEditor")] == 10_800_000 && sums.count == 3)
      #expect(try reader.useTotals(from: at(0), to: at(1_792_512_000_000)) == sums)
    }
  }

  @Test func `a migration drops the table of samples`() throws {
    try make(
      1,
      adding: """
        INSERT INTO sample (stream, track, start, finish, identity, body) VALUES ('aw', 'focus', 1, 2, 'app:a', X'7B7D');
        """)
    _ = try directory.open()
    #expect(try execute("SELECT count(*) FROM sqlite_schema WHERE tbl_name = 'sample'", on: directory.database) == "0")
  }

  @Test func `notifications that the first version showed at once are not pending`() throws {
    try make(1)
    let count =
      "SELECT count(*) FROM state WHERE kind = 'family' AND CAST(body AS TEXT) -> '$.notifications' IS NOT NULL"
    #expect(try execute(count, on: directory.database) != "0")
    #expect(try directory.open().read { try $0.notifications() } == [:])
    #expect(try execute(count, on: directory.database) == "0")
  }

  @Test func `a new store or a migration removes the files that a killed host left behind`() throws {
    for (suffix, version) in [(".new", nil), (".migrating", 1)] as [(String, Int?)] {
      let directory = StateDirectory()
      try FileManager.default.createDirectory(
        atPath: directory.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      if let version {
        let text = try String(contentsOfFile: "\(Self.schemas)/\(version).sql", encoding: .utf8)
        try execute(text + "; PRAGMA journal_mode = WAL", on: directory.database)
      }
      let parts = ["", "-journal", "-wal", "-shm"].map { directory.database + suffix + $0 }
      for part in parts { try Data("half a page".utf8).write(to: URL(filePath: part)) }
      _ = try directory.open()
      #expect(parts.filter(FileManager.default.fileExists) == [], "\(suffix)")
    }
  }

  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  @Test(arguments: versions) func `reads the log that a killed older host left`(version: Int) throws {
    try make(version)
    do {
      // The checkpoint fails, so the log stays, as after a kill.
      let tape = StorageTape(directory.path)
      tape.judge { _, step in
        if case .write = step.act, step.file == DeviceStore.fileName { .fails(10) } else { .done }
      }
      try execute("INSERT INTO meta VALUES ('late', X'07')", on: directory.database)
    }
    #expect(try FileManager.default.storeFiles(in: directory.path)["state.sqlite-wal"]?.isEmpty == false)
    #expect(try directory.open().read { try $0.meta("late") } == [7])
  }

  @Test func `a failed migration leaves the old file unchanged and reports it`() throws {
    try make(1, adding: "CREATE TABLE pulse (somebody TEXT);")
    let before = try FileManager.default.storeFiles(in: directory.path)
    for _ in 0..<2 {
      let error = #expect(throws: StoreError.self) { try directory.open() }
      let sentence = "\(directory.database) could not be brought to this version and stays as it was: "
      #expect(error?.description.hasPrefix(sentence) == true, "\(String(describing: error))")
      #expect(try FileManager.default.storeFiles(in: directory.path).filter { !$0.key.hasSuffix("-wal") } == before)
    }
  }

  @Test func `a store that another program has open is not migrated until that program has closed it`() throws {
    try make(1)
    do {
      // SQLite leaves the log in place as long as another program has the database open.
      let tape = StorageTape(directory.path)
      tape.judge { _, step in
        if case .delete = step.act, step.file == "state.sqlite-wal" { .forgotten } else { .done }
      }
      let error = #expect(throws: StoreError.self) { try directory.open() }
      #expect(error?.code == .inUse)
      #expect(error?.description.hasSuffix("Another program has \(directory.database) open; stop it first.") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).allSatisfy { !$0.contains("before") })
    }
    #expect(try directory.open().read { try $0.deliveryHistory().count } == 5)
  }

  @Test func `a disk that fills up during a migration leaves the old file unchanged`() throws {
    try make(1)
    let before = try FileManager.default.storeFiles(in: directory.path)
    var failures = 0
    while failures < 500 {
      do {
        let tape = StorageTape(directory.path)
        let limit = failures
        tape.judge { index, step in
          if case .write = step.act, index >= limit { .fails(13) } else { .done }
        }
        _ = try directory.open()
        break
      } catch let error as StoreError {
        #expect(error.code == .failed)
        #expect(error.description.hasSuffix("the disk is full."), "\(error)")
        let after = try FileManager.default.storeFiles(in: directory.path)
        #expect(after["state.sqlite"] == before["state.sqlite"])
        failures += 1
      }
    }
    #expect(10..<500 ~= failures)
    #expect(try directory.open().read { try $0.deliveryHistory().count } == 5)
  }

  @Test func `a second migration does not overwrite the file that the first one kept`() throws {
    for _ in 0..<2 {
      try make(1)
      _ = try directory.open()
      for suffix in ["", ".seal"] { try? FileManager.default.removeItem(atPath: directory.database + suffix) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.contains("before") }
    #expect(names.sorted() == ["state.sqlite.before-2", "state.sqlite.before-2.2"])
  }
}
