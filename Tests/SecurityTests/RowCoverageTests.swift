// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WallTrials

/// Each row of the attack table is covered by the trials or by another test.
@Suite struct RowCoverageTests {
  /// The groups and their numbers of rows.
  private static let groups = [
    ("FS", 44), ("PR", 36), ("NW", 14), ("IP", 10), ("KS", 24), ("RE", 16), ("IH", 13), ("PX", 23), ("LA", 10),
    ("EX", 10), ("CV", 6), ("HB", 18),
  ]

  /// Rows that attack by a bundle, a plan or a dialogue, with the name of the test that tries them.
  private static let elsewhere: [String: String] = [
    "FS44": "nested target", "PR36": "refuses an executable that asks for another loader",
    "PR35": "a late kill does not reach the process that reused the pid",
    "RE14": "quarantines at the second failed hello in a row", "EX03": "RE15.crash",
    "EX07": "gives a sealed process one request, takes one line, and ends it",
    "EX08": "a sealed and an unsealed process share no inode", "EX10": "keeps a bounded part of a process's output",
    "PX01": "sends a gigabyte without a line feed", "PX02": "sends 33 requests", "PX03": "stops within a line",
    "PX04": "reports an extension that does not read its data", "PX05": "exits in the middle of its reply",
    "PX06": "sends invalid UTF-8", "PX07": "nests 100000 deep", "PX08": "names a member twice",
    "PX09": "finds a duplicate among 256 names",
    "PX10": "replies to a request that was not sent", "PX11": "sends a message before its reply",
    "PX12": "an effect passes only at the points of its row and with its capability",
    "PX13": "counts a reply that violates the schema as a failure",
    "PX14": "looks names of assets up, never opens them",
    "PX15": "escapes terminal controls and text direction characters",
    "PX16": "writes well-formed pages without script, style attribute or outside reference",
    "PX17": "bounds text, labels and the canonical bytes",
    "PX18": "the host refuses an executable that changed since it was approved",
    "PX19": "chooses a protocol not offered", "PX20": "sends nothing", "PX21": "acknowledges twice",
    "PX22": "closes its end and stays", "PX23": "accepts a field up to its limit and refuses it beyond",
    "LA01": "the host refuses executables that are not plain files of its own",
    "LA02": "the host refuses an executable that changed since it was approved",
    "LA03": "the host refuses a bundle that another user can write",
    "LA04": "the host refuses containers that another user could have prepared",
    "LA05": "a host killed at this stage leaves no process",
    "LA06": "a failure at any stage of a root host's launch is reported and ends it",
    "LA07": "a machine that forbids namespaces is graded degraded, with their names",
    "LA08": "two launches racing on one container both see it intact",
    "LA09": "an extension keeps running after the thread that launched it exits",
    "LA10": "a hundred launches leave descriptors, mounts and children as they were",
    // HB: the program's file as the attack. Its recipes are cases of HostileBinaryTests.
    "HB01": "the account's home", "HB02": "the host's state", "HB03": "another family's bundle",
    "HB04": "a sealed copy", "HB05": "several places and $ORIGIN", "HB06": "a needed library by path",
    "HB07": "a needed library with dots", "HB08": "a bundled library that names an interpreter",
    "HB09": "a bundled library that needs one by path", "HB10": "a loader of the host's state",
    "HB11": "a relative loader", "HB12": "an executable stack", "HB13": "ten thousand needed libraries",
    "HB14": "a program cut off", "HB15": "an interpreter that its owner alone may read",
    "HB16": "an interpreter in the attacker's directory",
    "HB17": "an image contains no library that only root may read",
    "HB18": "reads a file that changes after it was opened, or refuses it",
  ]

  @Test func `every row of the attack table is attacked or tried by another test`() throws {
    let attacked = Set(Attack.all.map(\.row))
    let sources = try Self.testSources()
    for (group, count) in Self.groups {
      for number in 1...count {
        let row = group + (number < 10 ? "0" : "") + "\(number)"
        let ways = [attacked.contains(row), Self.elsewhere[row] != nil]
        #expect(ways.count { $0 } == 1, "\(row) is accounted for \(ways.count { $0 }) times")
        if let words = Self.elsewhere[row] { #expect(sources.contains(words), "\(row): no test says “\(words)”") }
      }
    }
  }

  /// The sources of all tests except this file, which contains every name itself.
  private static func testSources() throws -> String {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let walk = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    var text = try String(contentsOf: tests.appending(path: "SecurityTests/Attacks/resource.c"), encoding: .utf8)
    while let file = walk?.nextObject() as? URL {
      guard file.pathExtension == "swift", file.lastPathComponent != "RowCoverageTests.swift" else { continue }
      text += try String(contentsOf: file, encoding: .utf8)
    }
    return text
  }
}
