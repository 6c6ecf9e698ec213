// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Sandboxing

/// What the census can't read, it does not take for empty.
@Suite struct ViewCensusTests {
  private let directory = NSTemporaryDirectory() + "view-census-\(UUID().uuidString)"

  private func tree(_ name: String) throws -> ViewCensus.Tree {
    let path = "\(directory)/\(name)"
    try FileManager.default.createDirectory(atPath: path + "/inner", withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: path + "/inner/file", contents: Data(name.utf8))
    return try ViewCensus.Tree(Descriptor.open(path, flags: Descriptor.pathOnly | O_DIRECTORY))
  }

  @Test func `finds a file that a sealed and an unsealed tree share`() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let census = ViewCensus()
    let (sealed, unsealed) = (try tree("sealed"), try tree("unsealed"))
    census.enter([unsealed])
    #expect(census.sharing(of: [sealed]) == .nothing)
    let other = try tree("other")
    try FileManager.default.linkItem(atPath: directory + "/sealed/inner/file", toPath: directory + "/other/linked")
    census.enter([other])
    guard case .file = census.sharing(of: [sealed]) else {
      Issue.record("the shared file was not found")
      return
    }
  }

  @Test func `a tree that is no directory any more is unknown, and a removed one is empty`() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let census = ViewCensus()
    let (sealed, removed) = (try tree("sealed"), try tree("removed"))
    census.enter([removed])
    try FileManager.default.removeItem(atPath: directory + "/removed")
    #expect(census.sharing(of: [sealed]) == .nothing)
    let file = try ViewCensus.Tree(Descriptor.open(directory + "/sealed/inner/file", flags: O_RDONLY))
    census.enter([file])
    #expect(census.sharing(of: [sealed]) == .unknown)
    #expect(census.sharing(of: [sealed]) == .unknown, "and stays so")
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become another user"))
  func `a directory that can't be listed is unknown`() async {
    await #expect(processExitsWith: .success) {
      setuid(61004)
      let suite = ViewCensusTests()
      defer { try? FileManager.default.removeItem(atPath: suite.directory) }
      let census = ViewCensus()
      let (sealed, closed) = (try suite.tree("sealed"), try suite.tree("closed"))
      chmod(suite.directory + "/closed/inner", 0)
      defer { chmod(suite.directory + "/closed/inner", 0o700) }
      census.enter([closed])
      #expect(census.sharing(of: [sealed]) == .unknown)
      chmod(suite.directory + "/closed/inner", 0o700)
      #expect(census.sharing(of: [sealed]) == .nothing)
    }
  }
}
