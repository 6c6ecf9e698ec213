// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import Testing

/// Files that name what a person used are for their owner alone.
@Suite struct PrivateFileTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `closes an existing file to others and replaces its content`() throws {
    let scratch = Scratch()
    let path = try scratch.write("a longer text", to: "page.html")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try PrivateFile.write(Data("new".utf8), to: path)
    #expect(try mode(path) == 0o600)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(throws: (any Error).self) { try PrivateFile.write(Data(), to: scratch.path + "/none/page.html") }
  }

  @Test func `a run's state and pages are for their owner alone`() throws {
    let scratch = Scratch()
    let (pages, state) = (scratch.path + "/pages", scratch.path + "/state")
    let finished = try HostProgram.run([
      "run", "--synthetic-week", "--days", "1", "--manifests", HostProgram.root + "/manifests", "--state", state,
      "--output", pages, "--patience", "1000", "--approve-all",
    ])
    #expect(finished.status == 0, "\(finished.complaints)")
    for (folder, least) in [(pages, 1), (state, 2)] {
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        // Programs and containers belong to the extensions.
        .filter { !$0.hasPrefix("programs") && !$0.hasPrefix("containers") }
        .map { "\(folder)/\($0)" }
        .filter { path in
          try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular
        }
      #expect(files.count >= least, "\(folder)")
      for file in files { #expect(try mode(file) == 0o600, "\(file)") }
    }
  }
}
