// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `backup` and `restore` on the state after one day.
@Suite struct BackupTests {
  private let place = SallyportProgram.scratch + "/backup-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true) }

  private var file: String { place + "/day.backup" }

  private func backUp(_ state: String) throws {
    let finished = try SallyportProgram.run("backup", file, "--state", state)
    #expect(finished.status == 0, "\(finished.complaints)")
    #expect(finished.output == file + "\n")
  }

  private func expectComplaint(_ finished: SallyportProgram.Finished, _ status: Int32, _ sentence: String) {
    #expect(finished.status == status)
    #expect(finished.output.isEmpty)
    #expect(finished.complaints == "sallyport: \(sentence)\n")
  }

  private func ledger(_ state: String) throws -> String {
    let finished = try SallyportProgram.run("ledger", "entries", "--state", state, "--format", "json")
    #expect(finished.status == 0, "\(finished.complaints)")
    return finished.output
  }

  @Test func `restores a state to another place, with its tokens valid`() throws {
    let state = try SallyportProgram.ownDay()
    try FileManager.default.createDirectory(atPath: state + "/containers/x/deep", withIntermediateDirectories: true)
    try Data([0, 1, 2]).write(to: URL(filePath: state + "/containers/x/deep/file"))
    try FileManager.default.createSymbolicLink(
      atPath: state + "/containers/x/link", withDestinationPath: "/etc/passwd")
    try backUp(state)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let back = place + "/back"
    let restored = try SallyportProgram.run("restore", file, "--state", back)
    #expect(restored.status == 0 && restored.output == back + "\n", "\(restored.complaints)")
    #expect(restored.complaints.hasPrefix("the state of 20"))
    #expect(try ledger(back) == ledger(state))
    #expect(!FileManager.default.fileExists(atPath: back + "/containers/x/link"))
    for name in ["keys/root.key", "keys/root.key.copy", "run.json", "containers/x/deep/file"] {
      #expect(FileManager.default.contentsEqual(atPath: back + "/" + name, andPath: state + "/" + name), "\(name)")
    }
    let key = try FileManager.default.attributesOfItem(atPath: back + "/keys/root.key")[.posixPermissions] as? Int
    #expect(key == 0o600)
    // The press uses a token that the family received before the backup.
    let pressed = try SallyportProgram.run("shield", "press", "SuperTux", "--button", "primary", "--state", back)
    #expect(pressed.status == 0, "\(pressed.complaints)")
  }

  @Test func `keeps the state it replaces`() throws {
    let state = try SallyportProgram.ownDay()
    try backUp(state)
    let before = try ledger(state)
    try Data("later".utf8).write(to: URL(filePath: state + "/containers/note"))
    for number in ["", ".2"] {
      let restored = try SallyportProgram.run("restore", file, "--state", state)
      #expect(restored.complaints.hasSuffix("; the old state is in \(state).before-restore\(number)\n"))
      #expect(try ledger(state) == before)
    }
    #expect(try String(contentsOfFile: state + ".before-restore/containers/note", encoding: .utf8) == "later")
    #expect(!FileManager.default.fileExists(atPath: state + "/containers/note"))
    #expect(try ledger(state + ".before-restore") == before)
    #expect(!FileManager.default.fileExists(atPath: state + ".restoring"))
  }

  @Test func `replaces a damaged state`() throws {
    let state = try SallyportProgram.ownDay()
    try backUp(state)
    let before = try ledger(state)
    try Data(repeating: 0x55, count: 8_192).write(to: URL(filePath: state + "/state.sqlite"))
    #expect(try SallyportProgram.run("ledger", "--state", state).status == 1)
    #expect(try SallyportProgram.run("restore", file, "--state", state).status == 0)
    #expect(try ledger(state) == before)
  }

  @Test func `backs up a state while a host runs on it, and refuses to restore over it`() throws {
    let state = try SallyportProgram.ownDay()
    let lock = open(state + "/host.lock", O_RDWR | O_CREAT, 0o600)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    try backUp(state)
    expectComplaint(
      try SallyportProgram.run("restore", file, "--state", state), 1,
      "Another host is running on \(state); stop it first, or choose another state directory.")
  }

  @Test func `does not overwrite a file, and needs a state to back up`() throws {
    let state = try SallyportProgram.ownDay()
    try backUp(state)
    expectComplaint(
      try SallyportProgram.run("backup", file, "--state", state), 1, "\(file) already exists; name a new file.")
    expectComplaint(
      try SallyportProgram.run("backup", place + "/none", "--state", place + "/nowhere"), 1,
      "There is no state in \(place)/nowhere; name another with --state.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["day.backup"])
  }

  @Test func `refuses to back up a state whose tokens would be invalid`() throws {
    let state = try SallyportProgram.ownDay()
    try FileManager.default.removeItem(atPath: state + "/keys")
    let finished = try SallyportProgram.run("backup", file, "--state", state)
    #expect(finished.status == 1)
    #expect(finished.complaints.contains("which tokens were issued with, is missing"))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `refuses a file that is not a backup and keeps the state unchanged`() throws {
    let state = try SallyportProgram.ownDay()
    let before = try ledger(state)
    let no = " is not a backup; name a file that `sallyport backup` made."
    for (name, bytes) in [("text", Data("a diary".utf8)), ("empty", Data())] {
      try bytes.write(to: URL(filePath: place + "/" + name))
      expectComplaint(
        try SallyportProgram.run("restore", place + "/" + name, "--state", state), 2, place + "/" + name + no)
    }
    let other = state + "/state.sqlite"
    expectComplaint(try SallyportProgram.run("restore", other, "--state", state), 2, other + no)
    expectComplaint(
      try SallyportProgram.run("restore", place + "/gone", "--state", state), 2,
      "There is no backup \(place)/gone; check the path.")
    #expect(try ledger(state) == before)
  }

  @Test(arguments: [5_000, 20_000, 60_000]) func `refuses a damaged backup`(offset: Int) throws {
    let state = try SallyportProgram.ownDay()
    try backUp(state)
    var bytes = try Data(contentsOf: URL(filePath: file))
    try #require(bytes.count > offset + 4_096)
    bytes.replaceSubrange(offset..<offset + 4_096, with: Data(repeating: 0xA5, count: 4_096))
    try bytes.write(to: URL(filePath: file))
    let before = try ledger(state)
    let finished = try SallyportProgram.run("restore", file, "--state", state)
    #expect(finished.status == 2, "\(finished.complaints)")
    #expect(finished.complaints.hasPrefix("sallyport: \(file) is damaged"))
    #expect(try ledger(state) == before)
  }
}
