// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import Testing

@testable import HostCore

/// The stored form of the guardian's file, and other files in its place.
@Suite struct GuardianFormTests {
  private static let cheap = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)

  private let scratch = Scratch()
  private var file: GuardianFile { GuardianFile(state: scratch.path) }
  private var path: String { scratch.path + "/guardian.json" }

  @Test func `a file that is a link is damaged, even if it leads to a sound one`() throws {
    let verifier = try PasscodeVerifier(of: try #require(Passcode("first passcode")), cost: Self.cheap)
    try file.change { contents throws(HostError) in contents.passcode = verifier }
    let other = scratch.path + "/other.json"
    try FileManager.default.moveItem(atPath: path, toPath: other)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    let error = #expect(throws: HostError.self) { _ = try file.passcode() }
    let says = try #require(error?.description)
    #expect(says.hasPrefix(path + " is damaged; "), "\(says)")
  }

  @Test func `before the first attempt nothing is stored of any, and after it the whole day is left`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var limit = TryLimit()
    func stored() throws -> String { String(decoding: try encoder.encode(limit), as: UTF8.self) }
    #expect(try stored() == #"{"accounts":{},"leftOfDay":0,"today":0}"#)
    try limit.take(7, at: BootTime(boot: "one", milliseconds: 5))
    let account = #""accounts":{"7":{"count":1,"wait":0}}"#
    let mark = #""mark":{"boot":"one","milliseconds":5}"#
    #expect(try stored() == "{\(account),\"leftOfDay\":86400000,\(mark),\"today\":1}")
  }
}
