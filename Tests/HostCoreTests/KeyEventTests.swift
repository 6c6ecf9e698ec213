// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeStore
import Testing

/// The ledger records what happened to the token key, even if the host that did it stopped early.
@Suite struct KeyEventTests {
  private let scratch = Scratch()
  private var keys: String { scratch.path + "/state/keys" }

  /// The key events of the ledger after one more host was opened.
  private func told() throws -> [String] {
    let live = try LiveHost("one", in: scratch)
    defer { try? live.close() }
    return try live.host.facts.store.read { try $0.ledger() }.filter { $0.kind == "keyEvent" }.compactMap(\.entry)
  }

  @Test func `a host that stops between a key and its ledger entry leaves the entry pending (PRIV-TK8)`() throws {
    // A directory blocks the write of the second file; the first is already there.
    let obstacle = keys + "/root.key.copy.new"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
    #expect(throws: TokenKeyError.self) { try told() }
    #expect(FileManager.default.fileExists(atPath: keys + "/root.key"))
    try FileManager.default.removeItem(atPath: obstacle)
    // The next host finds a key without its copy, and records that the key was made.
    #expect(try told().map { $0.contains("made") } == [true])
    #expect(try told().count == 1, "recorded once")
    try FileManager.default.removeItem(atPath: keys + "/root.key")
    #expect(try told().last?.contains("restored") == true)
  }
}
