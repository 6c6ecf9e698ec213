// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import ScreenTimeStore

/// What happens to the state that a restore is about to replace.
@Suite struct ReplacedStateTests {
  private let directory = StateDirectory()
  private var state: String { directory.path + "/state" }
  private let made: StoreBackup

  init() throws {
    mkdir(directory.path, 0o700)
    let state = directory.path + "/state"
    do {
      let store = try DeviceStore(directory: state, durability: .simulated)
      try store.transaction { try $0.setMeta("number", to: [5]) }
    }
    made = try StoreBackup.make(
      of: state, parts: [], at: directory.path + "/backup", madeAt: Timestamp(milliseconds: 0), version: "1")
  }

  private func expectUnchanged() throws {
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["backup", "state"])
    #expect(try DeviceStore(directory: state, durability: .simulated).read { try $0.meta("number") } == [5])
  }

  @Test func `no host can start on a state while it is being replaced`() throws {
    var isJudged = false
    let old = try made.restore(to: state) { _ in
      isJudged = true
      let error = #expect(throws: StoreError.self) { try DeviceStore(directory: state, durability: .simulated) }
      #expect(error?.code == .inUse)
    }
    #expect(isJudged && old == state + ".before-restore")
    for path in [state, state + ".before-restore"] {
      #expect(try DeviceStore(directory: path, durability: .simulated).read { try $0.meta("number") } == [5])
    }
  }

  @Test func `a new state that disappears before it is in place leaves the old one there`() throws {
    for target in [state, directory.path + "/other"] {
      let error = #expect(throws: StoreError.self) {
        try made.restore(to: target) { try FileManager.default.removeItem(atPath: $0) }
      }
      #expect(
        error?.description
          == "Could not open \(target).restoring: No such file or directory; "
          + "check that you own it and may write there.")
      try expectUnchanged()
    }
  }

  @Test func `a directory that a host would refuse is not replaced`() throws {
    chmod(state, 0o777)
    let open = #expect(throws: StoreError.self) { try made.restore(to: state) { _ in Issue.record("judged") } }
    #expect(
      open?.description
        == "The state directory \(state) can be written by others; look at what is in it, then run chmod 700 on it.")
    chmod(state, 0o700)
    let link = directory.path + "/link"
    symlink(state, link)
    let linked = #expect(throws: StoreError.self) { try made.restore(to: link) { _ in Issue.record("judged") } }
    #expect(
      linked?.description
        == "The state directory \(link) is a symbolic link; name the directory it leads to.")
    unlink(link)
    try expectUnchanged()
  }

  @Test func `the backup of an older store is restored as a store of this build`() throws {
    let (old, target) = (directory.path + "/old", directory.path + "/new")
    mkdir(old, 0o700)
    let text = try String(contentsOfFile: SchemaStepTests.schemas + "/1.sql", encoding: .utf8)
    try execute(text + "; PRAGMA journal_mode = WAL", on: old + "/state.sqlite")
    let backup = try StoreBackup.make(
      of: old, parts: [], at: directory.path + "/older", madeAt: Timestamp(milliseconds: 0), version: "0")
    #expect(try backup.restore(to: target, judge: { _ in }) == nil)
    #expect(
      try execute("SELECT count(*) FROM grdb_migrations", on: target + "/state.sqlite")
        == "\(SchemaStepTests.versions.count + 1)")
    #expect(
      try DeviceStore(directory: target, durability: .simulated).read { try $0.deliveryHistory().count } == 5)
    let names = try FileManager.default.contentsOfDirectory(atPath: target)
    #expect(names.allSatisfy { !$0.contains("before") })
  }
}
