// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The commands of README.md and docs/getting-started.md that `GettingStartedTests` does not run.
///
/// They run one after the other in a copy of the files they need. `make` builds the repository or runs this suite, so a
/// dry run shows that its target exists. In a new package, a small extension takes the place of the programs it builds.
@Suite struct PageCommandTests {
  private static let pages = ["README.md", "docs/getting-started.md"]

  @Test(arguments: pages)
  func `each command of the page runs, and each target of make exists`(page: String) throws {
    let blocks = try PageBlock.all(in: page).filter { $0.language == "sh" && $0.name.isEmpty }
    #expect(!blocks.isEmpty)
    let failures = try Self.failures(of: blocks)
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }

  @Test(arguments: [
    "sallyport familes manifests", "make hots", "cd manifest",
    "sallyport call screen-rest.monitor eventDidReach --manifests manifests",
  ])
  func `a wrong command fails the check of a page`(command: String) throws {
    let page = "\n```sh\nsallyport new screen-rest\ncd screen-rest\nmake\n\(command)\n```\n"
    let failures = try Self.failures(of: PageBlock.all(inText: page))
    #expect(failures.count == 1 && failures.first?.hasPrefix(command) == true, "\(failures)")
  }

  /// `GettingStartedTests` runs the blocks that name the directory `garden`.
  @Test(arguments: pages)
  func `no block of the page escapes the tests by its language or name`(page: String) throws {
    let blocks = try PageBlock.all(in: page)
    let languages = Set(blocks.map(\.language))
    #expect(languages.isSubset(of: ["json", "python", "sh", "swift", "text"]), "\(languages)")
    let names = Set(blocks.filter { $0.language == "sh" }.map(\.name))
    #expect(names.isSubset(of: page == "README.md" ? [""] : ["", "garden"]), "\(names)")
  }

  /// A sentence for each command that fails. The commands of a block run in order.
  private static func failures(of blocks: [PageBlock]) throws -> [String] {
    let place = try workplace()
    let programs = (SallyportProgram.path as NSString).deletingLastPathComponent
    var failures: [String] = []
    for block in blocks {
      var folder = place
      for command in block.lines {
        // The build of these tests takes precedence, even if the page changes the search path.
        let script = "cd '\(folder)' && \(tried(command, programs: programs))"
        let finished = try SallyportProgram.run(["-c", script], program: "/bin/sh")
        guard finished.status == 0 else {
          failures.append("\(command): status \(finished.status), \(finished.complaints)")
          continue
        }
        if command.hasPrefix("cd ") { folder += "/" + command.dropFirst(3) }
        if isMake(command), folder != place { try addPrograms(to: folder, from: programs) }
      }
    }
    return failures
  }

  private static func tried(_ command: String, programs: String) -> String {
    let path = "export PATH='\(programs)':\"$PATH\"; "
    return path + (isMake(command) ? "make --dry-run " + command.dropFirst(4) : command)
  }

  private static func isMake(_ command: String) -> Bool { command.split(separator: " ").first == "make" }

  /// Copies a correct extension to each place where the manifests of a new package expect a program.
  private static func addPrograms(to package: String, from programs: String) throws {
    struct Manifest: Decodable {
      struct Program: Decodable { var executable: String }
      var bundle: String
      var extensions: [Program]
    }
    let manager = FileManager.default
    for file in try manager.contentsOfDirectory(atPath: package + "/manifests") where file.hasSuffix(".json") {
      let data = try Data(contentsOf: URL(filePath: "\(package)/manifests/\(file)"))
      let manifest = try JSONDecoder().decode(Manifest.self, from: data)
      let bundle = "\(package)/manifests/\(manifest.bundle)"
      try manager.createDirectory(atPath: bundle, withIntermediateDirectories: true)
      for program in manifest.extensions where !manager.fileExists(atPath: "\(bundle)/\(program.executable)") {
        try manager.copyItem(atPath: programs + "/faulty-sealed", toPath: "\(bundle)/\(program.executable)")
      }
    }
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
