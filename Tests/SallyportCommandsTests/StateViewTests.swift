// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Commands that only read answer while a host runs, because that is when a guardian needs them.
@Suite struct StateViewTests {
  private static let questions: [[String]] = [
    ["state"], ["ledger"], ["ledger", "entries"], ["ledger", "verify"], ["tokens"], ["consent", "homework"],
    ["explain", "activity", "homework"], ["explain", "shield", "org.gnome.TextEditor"],
  ]

  /// A state, and the lock that a running host holds on it.
  private func heldState() throws -> (state: String, lock: FileHandle) {
    let state = try SallyportProgram.ownDay()
    let lock = open(state + "/host.lock", O_RDWR | O_CREAT, 0o600)
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    return (state, FileHandle(fileDescriptor: lock, closeOnDealloc: true))
  }

  @Test(arguments: questions)
  func `gives the same answer while a host runs, with a note`(question: [String]) throws {
    let (state, lock) = try heldState()
    let file = URL(filePath: state + "/state.sqlite")
    let before = try Data(contentsOf: file)
    let held = try SallyportProgram.run(question + ["--state", state])
    #expect(try Data(contentsOf: file) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: state + "/views").isEmpty, "the copy holds the key")
    flock(lock.fileDescriptor, LOCK_UN)
    let free = try SallyportProgram.run(question + ["--state", state])
    #expect(free.status == 0 && held.status == 0, "\(held.complaints)")
    #expect(held.output == free.output)
    #expect(held.complaints.contains("a host is running; this is its state of a moment ago"))
    #expect(!free.complaints.contains("a host is running"))
  }

  @Test func `the next command removes a copy left by a killed one`() throws {
    let (state, lock) = try heldState()
    let left = state + "/views/\(Int32.max)-left"
    try FileManager.default.createDirectory(atPath: left + "/keys", withIntermediateDirectories: true)
    #expect(try SallyportProgram.run("state", "--state", state).status == 0)
    #expect(!FileManager.default.fileExists(atPath: left))
    withExtendedLifetime(lock) {}
  }

  @Test(arguments: [
    ["revoke", "homework"], ["remove", "homework"], ["tokens", "rotate", "homework"], ["reset", "homework.monitor"],
    ["ledger", "export", "--family", "homework"],
  ])
  func `refuses changes while a host runs`(act: [String]) throws {
    let (state, lock) = try heldState()
    let finished = try SallyportProgram.run(act + ["--state", state])
    #expect(finished.status == 1 && finished.complaints.contains("Another host is running"), "\(finished)")
    withExtendedLifetime(lock) {}
  }
}
