// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import Testing

@testable import HostCore

/// The bytes of the guardian's file, and the descriptors and temporary files of a change.
@Suite struct GuardianWriteTests {
  private static let cheap = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)

  private let scratch = Scratch()
  private var file: GuardianFile { GuardianFile(state: scratch.path) }
  private var path: String { scratch.path + "/guardian.json" }

  private func setPasscode() throws {
    let verifier = try PasscodeVerifier(of: try #require(Passcode("first passcode")), cost: Self.cheap)
    try file.change { contents throws(HostError) in
      (contents.passcode, contents.recovery) = (verifier, verifier)
      contents.pending = GuardianFile.Pending(passcode: verifier, recovery: verifier)
    }
  }

  @Test func `the members of the file are in the order of their names`() throws {
    try setPasscode()
    let data = try Data(contentsOf: URL(filePath: path))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(try encoder.encode(JSONDecoder().decode(GuardianFile.Contents.self, from: data)) == data)
  }

  @Test func `a change leaves neither the file, its lock nor its directory open`() throws {
    for _ in 0..<3 { try setPasscode() }
    let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    #expect(own.filter { $0.hasPrefix(scratch.path) } == [])
  }

  @Test func `a file that could not be written does not replace the old one`() throws {
    // It can't be opened for writing, but it could be synchronized and renamed.
    try FileManager.default.createDirectory(atPath: path + ".next", withIntermediateDirectories: true)
    let error = #expect(throws: HostError.self) { try setPasscode() }
    #expect(error?.description.hasPrefix(path + " can't be written; ") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
