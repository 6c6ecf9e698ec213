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
    let recording = scratch.path + "/recording.ndjson"
    let replayed = try HostProgram.run([
      "run", "--synthetic-week", "--days", "1", "--manifests", HostProgram.root + "/manifests", "--state",
      scratch.path + "/other", "--patience", "1000", "--approve-all", "--record", recording,
    ])
    #expect(replayed.status == 0, "\(replayed.complaints)")
    let ledger = scratch.path + "/ledger.html"
    #expect(try HostProgram.run(["ledger", "--state", state, "--html", ledger]).status == 0)
    #expect(try mode(ledger) == 0o600)
    #expect(try mode(recording) == 0o600)
    for (folder, least) in [(pages, 1), (state, 2)] {
      let files = try written(in: folder)
      #expect(files.count >= least, "\(folder)")
      for file in files { #expect(try mode(file) == 0o600, "\(file)") }
    }
  }

  /// A name is shown to everybody who can list a directory, whatever the mode of the file.
  @Test func `no file of a run is named after an item that a person used`() throws {
    let scratch = Scratch()
    let (pages, state) = (scratch.path + "/pages", scratch.path + "/state")
    let finished = try HostProgram.run([
      "run", "--synthetic-week", "--days", "2", "--manifests", HostProgram.root + "/manifests", "--state", state,
      "--output", pages, "--patience", "1000", "--answers", HostProgram.root + "/demo/answers.json",
      "--record", scratch.path + "/recording.ndjson",
    ])
    let report = try HostProgram.run(["report", "worklog", "pie", "--state", state, "--format", "json"])
    let items = try JSONDecoder().decode(Report.self, from: Data(report.output.utf8)).totals
    #expect(items.count > 3, "\(finished.complaints) \(report.output) \(report.complaints)")
    // Images hold copies of the system's files under their own names.
    let names = try FileManager.default.subpathsOfDirectory(atPath: scratch.path).filter { !$0.contains("/.images") }
      .map { $0.lowercased() }
    // The run did draw shields, which used to be named after what they cover.
    #expect(names.contains { $0.contains("shield-") }, "\(names)")
    for item in items {
      for text in [item.id, item.name].map({ $0.lowercased() }) where text.count > 2 {
        #expect(!names.contains { $0.contains(text) }, "\(text)")
      }
    }
  }

  private struct Report: Decodable {
    struct Total: Decodable {
      var id: String
      var name: String
    }
    var totals: [Total]
  }

  /// The regular files that the host wrote for itself. Copies of programs and containers are read by extensions.
  private func written(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { !$0.hasPrefix("containers") && (!$0.hasPrefix("programs") || $0.hasSuffix("record.json")) }
      .map { "\(folder)/\($0)" }
      .filter { path in
        try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular
      }
  }
}
