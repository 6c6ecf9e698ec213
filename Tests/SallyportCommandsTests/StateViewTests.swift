// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Who asks gets an answer while a host runs: that is when a guardian wants to know.
@Suite struct StateViewTests {
  private static let questions: [[String]] = [
    ["state"], ["ledger"], ["ledger", "entries"], ["ledger", "verify"], ["tokens"], ["consent", "homework"],
    ["explain", "activity", "homework"], ["explain", "shield", "org.gnome.TextEditor"],
  ]

  /// A state, and the lock that a host would hold on it.
  private func heldState() throws -> (state: String, lock: FileHandle) {
    let state = try SallyportProgram.ownDay()
    let lock = open(state + "/host.lock", O_RDWR | O_CREAT, 0o600)
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    return (state, FileHandle(fileDescriptor: lock, closeOnDealloc: true))
  }

  @Test(arguments: questions)
  func `answers the same while a host runs, and says so`(question: [String]) throws {
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

  @Test func `a copy that a killed question left is gone after the next one`() throws {
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
  func `changes nothing while a host runs`(act: [String]) throws {
    let (state, lock) = try heldState()
    let finished = try SallyportProgram.run(act + ["--state", state])
    #expect(finished.status == 1 && finished.complaints.contains("Another host is running"), "\(finished)")
    withExtendedLifetime(lock) {}
  }
}
