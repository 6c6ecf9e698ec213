// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import Testing

@testable import HostCore

/// Where the guardian's file can't be read, locked or written, no act of a guardian is possible, and nothing is lost.
@Suite struct GuardianFileTests {
  private static let cheap = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)

  private let scratch = Scratch()
  private let verifier: PasscodeVerifier
  private var file: GuardianFile { GuardianFile(state: scratch.path) }
  private var path: String { scratch.path + "/guardian.json" }

  init() throws {
    verifier = try PasscodeVerifier(of: try #require(Passcode("first passcode")), cost: Self.cheap)
  }

  private func setPasscode() throws {
    try file.change { contents throws(HostError) in contents.passcode = verifier }
  }

  private func remove(_ file: GuardianFile) throws {
    try file.change { contents throws(HostError) in contents.passcode = nil }
  }

  /// The error without its path and its consequences; `nil` if there is none.
  private func fault(_ file: GuardianFile, _ body: (GuardianFile) throws -> Void) -> String? {
    do {
      try body(file)
      return nil
    } catch let error as HostError {
      let end = "; no act of a guardian is possible until it is restored from a backup."
      guard error.code == .failed, error.description.hasSuffix(end),
        let name = error.description.firstRange(of: "/guardian.json ")
      else { return error.description }
      return String(error.description[name.upperBound...].dropLast(end.count))
    } catch { return "another error: \(error)" }
  }

  @Test func `only the host's account may read the file and its lock, and no other file stays`() throws {
    try setPasscode()
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    #expect(names == ["guardian.json", "guardian.lock"])
    for name in names {
      var facts = stat()
      #expect(lstat(scratch.path + "/" + name, &facts) == 0 && facts.st_mode & 0o7777 == 0o600, "\(name)")
    }
    #expect(try file.passcode() == verifier)
  }

  @Test func `a file of one mebibyte is read, and a longer one is damaged`() throws {
    try setPasscode()
    var text = try String(contentsOfFile: path, encoding: .utf8)
    text += String(repeating: " ", count: 1 << 20 - text.utf8.count)
    try scratch.write(text, to: "guardian.json")
    #expect(try file.passcode() == verifier)
    try scratch.write(text + " ", to: "guardian.json")
    #expect(fault(file) { _ = try $0.passcode() } == "is damaged")
  }

  @Test func `a file that can't be reached is not one that is absent`() throws {
    try scratch.write("", to: "state")
    let file = GuardianFile(state: scratch.path + "/state")
    #expect(fault(file) { _ = try $0.passcode() } == "can't be opened")
    #expect(fault(file) { _ = try $0.recovery() } == "can't be opened")
    #expect(fault(file) { _ = try $0.hasReplacement() } == "can't be opened")
  }

  @Test func `a file whose lock is a link or has no directory is not changed`() throws {
    try setPasscode()
    let before = try Data(contentsOf: URL(filePath: path))
    let lock = scratch.path + "/guardian.lock"
    try FileManager.default.removeItem(atPath: lock)
    try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: scratch.path + "/elsewhere")
    #expect(fault(file, remove) == "can't be locked")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/elsewhere"))
    let missing = GuardianFile(state: scratch.path + "/missing")
    #expect(fault(missing, remove) == "can't be locked")
  }

  @Test(arguments: [false, true])
  func `a change that can't be written is an error, even if it was itself refused`(_ isRefused: Bool) throws {
    try setPasscode()
    // The next file can't be opened for writing if its path is a directory.
    try FileManager.default.createDirectory(atPath: path + ".next", withIntermediateDirectories: true)
    let found = fault(file) { file in
      try file.change { contents throws(HostError) in
        contents.passcode = nil
        if isRefused { throw HostError(.failed, "refused") }
      }
    }
    #expect(found == "can't be written")
    #expect(try file.passcode() == verifier)
  }
}
