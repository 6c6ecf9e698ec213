// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// The log and the seal beside a store.
@Suite struct StoreLogTests {
  private let directory = StateDirectory()
  private var log: String { directory.database + "-wal" }
  private var seal: String { directory.database + ".seal" }

  private func make() throws { try directory.open().transaction { try $0.setMeta("number", to: [1]) } }

  @Test func `the log of a host shrinks to 4 MiB after a large transaction`() throws {
    let store = try directory.open()
    try store.transaction { try $0.setMeta("large", to: [UInt8](repeating: 7, count: 6 << 20)) }
    #expect(try #require(DurableFile.size(of: log)) > 6 << 20)
    for number in 1...2 as ClosedRange<UInt8> { try store.transaction { try $0.setMeta("small", to: [number]) } }
    #expect(try #require(DurableFile.size(of: log)) <= 4 << 20)
    #expect(try store.read { try $0.meta("small") } == [2])
  }

  @Test func `a store that another program set to write without a log gets one again`() throws {
    try make()
    #expect(try execute("PRAGMA journal_mode = DELETE", on: directory.database) == "delete")
    try DurableFile.remove(seal)
    let store = try directory.open()
    try store.transaction { try $0.setMeta("number", to: [2]) }
    #expect(try #require(DurableFile.size(of: log)) > 0)
    #expect(try store.read { try $0.meta("number") } == [2])
  }

  @Test func `the seal of an older store doesn't condemn the migrated one`() throws {
    mkdir(directory.path, 0o700)
    let text = try String(contentsOfFile: SchemaStepTests.schemas + "/1.sql", encoding: .utf8)
    try execute(text + "; PRAGMA journal_mode = WAL", on: directory.database)
    try DurableFile.write(try StoreSeal(sealing: directory.database).bytes, to: seal, syncs: false)
    for _ in 0..<2 { #expect(try directory.open().read { try $0.deliveryHistory().count } == 5) }
  }

  /// A power failure can bring back the seal that a host had removed.
  @Test func `an older seal doesn't condemn the store of a host that was killed`() throws {
    try make()
    let older = try Data(contentsOf: URL(filePath: seal))
    let store = try directory.open()
    try store.transaction { try $0.setMeta("number", to: [2]) }
    var files = try withExtendedLifetime(store) { try FileManager.default.storeFiles(in: directory.path) }
    try #require(files["state.sqlite-wal"]?.isEmpty == false && files["state.sqlite.seal"] == nil)
    files["state.sqlite.seal"] = Array(older)
    let killed = StateDirectory()
    try CutDisk(files: files).write(to: killed.path)
    #expect(try killed.open().read { try $0.meta("number") } == [2])
  }
}
