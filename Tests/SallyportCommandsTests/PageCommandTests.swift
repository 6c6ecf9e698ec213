// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The commands of README.md and docs/getting-started.md that `GettingStartedTests` does not run.
///
/// They run one after the other in a copy of the files they need. Two kinds of command can't run fully in a test; the
/// test checks only a part of these.
@Suite struct PageCommandTests {
  private enum Kind {
    case runs
    /// Builds the repository or runs this suite. A dry run shows that the target exists, here or in a new package.
    case makes
    /// Calls a program that `make` has not built here. The host reports that it is missing.
    case needsBuild

    init(_ command: String) {
      let words = command.split(separator: " ")
      self = words.first == "make" ? .makes : words.starts(with: ["sallyport", "call"]) ? .needsBuild : .runs
    }
  }

  @Test(arguments: ["README.md", "docs/getting-started.md"])
  func `each command of the page runs or passes its partial check`(page: String) throws {
    let place = try Self.workplace()
    let programs = (SallyportProgram.path as NSString).deletingLastPathComponent
    let blocks = try PageBlock.all(in: page).filter { $0.language == "sh" && $0.name.isEmpty }
    #expect(!blocks.isEmpty)
    for block in blocks {
      var folder = place
      for command in block.lines {
        // The build of these tests takes precedence, even if the page changes the search path.
        let script = "cd '\(folder)' && \(Self.tried(command, programs: programs))"
        let finished = try SallyportProgram.run(["-c", script], program: "/bin/sh")
        switch Kind(command) {
        case .runs, .makes: #expect(finished.status == 0, "\(command): \(finished.complaints)\(finished.output)")
        case .needsBuild:
          #expect(finished.status == 2, "\(command): \(finished.complaints)")
          #expect(
            finished.complaints.contains("doesn't exist; build or install it"), "\(command): \(finished.complaints)")
        }
        if command.hasPrefix("cd ") { folder += "/" + command.dropFirst(3) }
      }
    }
  }

  private static func tried(_ command: String, programs: String) -> String {
    let path = "export PATH='\(programs)':\"$PATH\"; "
    return path + (Kind(command) == .makes ? "make --dry-run " + command.dropFirst(5) : command)
  }

  /// A directory with the files that the commands need, so that they write nothing into the repository.
  private static func workplace() throws -> String {
    let place = SallyportProgram.scratch + "/page-" + UUID().uuidString
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    for name in ["Makefile", "manifests", "demo", "scripts"] {
      try manager.copyItem(atPath: "\(SallyportProgram.root)/\(name)", toPath: "\(place)/\(name)")
    }
    let extensions = ".build-extensions"
    try manager.createSymbolicLink(
      atPath: "\(place)/\(extensions)", withDestinationPath: "\(SallyportProgram.root)/\(extensions)")
    return place
  }
}
