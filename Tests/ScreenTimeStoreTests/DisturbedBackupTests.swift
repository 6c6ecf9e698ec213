// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Synchronization
import Testing

@testable import ScreenTimeStore

/// Backups and restores in whose directory something else is in the way.
@Suite struct DisturbedBackupTests {
  private let directory = StateDirectory()

  @Test func `a file that another program makes during the backup is not replaced`() throws {
    mkdir(directory.path, 0o700)
    let (state, file, theirs) = (directory.path + "/state", directory.path + "/backup", Array("theirs".utf8))
    do {
      let store = try DeviceStore(directory: state, durability: .simulated)
      try store.transaction { try $0.setMeta("number", to: [5]) }
    }
    try FileManager.default.createDirectory(atPath: state + "/containers/one", withIntermediateDirectories: true)
    for number in 0..<500 { try Data([1]).write(to: URL(filePath: "\(state)/containers/one/\(number)")) }
    // The other program is late if the thread doesn't run while the backup is being made.
    for _ in 0..<50 {
      let isOver = Atomic(false)
      let isTaken = Atomic(false)
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        while access(file + ".new", F_OK) != 0, !isOver.load(ordering: .relaxed) { sched_yield() }
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        if write(descriptor, theirs, theirs.count) == theirs.count { isTaken.store(true, ordering: .relaxed) }
        if descriptor >= 0 { close(descriptor) }
        done.signal()
      }
      let made = Result {
        try StoreBackup.make(
          of: state, parts: ["containers"], at: file, madeAt: Timestamp(milliseconds: 0), version: "1")
      }
      isOver.store(true, ordering: .relaxed)
      done.wait()
      guard isTaken.load(ordering: .relaxed) else {
        unlink(file)
        continue
      }
      let error = #expect(throws: StoreError.self) { try made.get() }
      #expect(error?.description == "\(file) was created by another program during the backup.")
      #expect(try Array(Data(contentsOf: URL(filePath: file))) == theirs)
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(names.sorted() == ["backup", "state"], "a backup that failed left a file")
      return
    }
    Issue.record("the other program was always late")
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become another user"))
  func `remains that can't be removed are reported, and the state stays`() async {
    await #expect(processExitsWith: .success) {
      let directory = StateDirectory()
      let (state, backup) = (directory.path + "/state", directory.path + "/backup")
      mkdir(directory.path, 0o700)
      do {
        let store = try DeviceStore(directory: state, durability: .simulated)
        try store.transaction { try $0.setMeta("number", to: [5]) }
      }
      let remains = state + ".restoring/keys"
      try FileManager.default.createDirectory(atPath: remains, withIntermediateDirectories: true)
      try Data([1]).write(to: URL(filePath: remains + "/root.key"))
      // All but the remains themselves.
      chmod(state + ".restoring", 0o700)
      let own = try FileManager.default.contentsOfDirectory(atPath: state).map { state + "/" + $0 }
      for path in own + [directory.path, state, state + ".restoring"] { chown(path, 61_002, 61_002) }
      try #require(setgroups(0, nil) == 0 && setgid(61_002) == 0 && setuid(61_002) == 0)
      let made = try StoreBackup.make(
        of: state, parts: [], at: backup, madeAt: Timestamp(milliseconds: 0), version: "1")
      let error = #expect(throws: StoreError.self) {
        try made.restore(to: state) { _ in Issue.record("judged") }
      }
      #expect(error?.code == .unavailable && error?.description.hasPrefix(remains) == true)
      #expect(try DeviceStore(directory: state, durability: .simulated).read { try $0.meta("number") } == [5])
    }
  }
}
