// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The deliberate faults of `make planted-mutants`: each patch changes one line of the current tree and documents what it
/// breaks.
@Suite struct MutantTests {
  static let patches = Repository.files(in: "Tests/Mutants", endings: ["patch"])

  private func lines(_ patch: String) throws -> [Substring] { try Repository.text(patch).split(separator: "\n") }

  @Test func `there are at least thirty faults, in rules, store, supervisor and host`() throws {
    #expect(Self.patches.count >= 30)
    for target in ["ScreenTimeRules", "ScreenTimeStore", "ProcessSupervision", "HostCore"] {
      let hasOne = try Self.patches.contains { try Repository.text($0).contains("+++ b/Sources/Host/\(target)/") }
      #expect(hasOne, "\(target)")
    }
  }

  @Test(arguments: patches) func `the header names what breaks, which rule, and which tests must fail`(
    patch: String
  ) throws {
    let head = try lines(patch).prefix(3)
    #expect(head.map { $0.prefix { $0 != ":" } } == ["Breaks", "Rule", "Tests"])
    #expect(head.first?.hasSuffix(".") == true)
    for tests in head.dropFirst(2) {
      let suite = tests.dropFirst("Tests: ".count).prefix { $0 != "." }
      let isFolder = FileManager.default.fileExists(atPath: Repository.root.appending(path: "Tests/\(suite)").path)
      #expect(isFolder, "\(suite)")
    }
  }

  @Test(arguments: patches) func `a patch changes one line that the tree still has`(patch: String) throws {
    let body = try lines(patch).filter { !$0.hasPrefix("---") && !$0.hasPrefix("+++") }
    #expect(body.count { $0.hasPrefix("-") } == 1 && body.count { $0.hasPrefix("+") } == 1)
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    // The lines around it may change, the line itself may not.
    git.arguments = ["git", "apply", "--check", "-C0", patch]
    git.currentDirectoryURL = Repository.root
    git.standardError = FileHandle.nullDevice
    try git.run()
    git.waitUntilExit()
    #expect(git.terminationStatus == 0, "\(patch) no longer applies: recreate it from the current line.")
  }

  @Test(arguments: ["HostMutants", "ConsoleGuards"]) func `every fault of a folder applies to the current tree`(
    folder: String
  ) throws {
    let check = Process()
    check.executableURL = Repository.root.appending(path: "Tests/\(folder)/run")
    check.arguments = ["--check"]
    let complaints = Pipe()
    check.standardError = complaints
    try check.run()
    let text = String(decoding: try complaints.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    check.waitUntilExit()
    #expect(check.terminationStatus == 0, "\(text)")
  }
}
