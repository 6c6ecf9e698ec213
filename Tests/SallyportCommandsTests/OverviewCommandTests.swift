// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The person's pages without a server.
@Suite struct OverviewCommandTests {
  private static func files(_ state: String, _ options: [String] = []) throws -> (directory: String, names: [String]) {
    let directory = SallyportProgram.scratch + "/" + UUID().uuidString
    let finished = try SallyportProgram.run(["overview", "--html", directory, "--state", state] + options)
    try #require(finished.status == 0, "\(finished.complaints)")
    return (directory, try FileManager.default.contentsOfDirectory(atPath: directory).sorted())
  }

  @Test func `writes pages that only their owner may read, and whose links all lead to pages (CON-29, CON-40)`() throws
  {
    let (directory, names) = try Self.files(try SallyportProgram.ownDay())
    #expect(names.contains("today.html") && names.contains("device.html") && names.count > 20)
    #expect(names.contains { $0.hasPrefix("use-") } && names.contains { $0.hasPrefix("item-") })
    var status = stat()
    #expect(stat(directory, &status) == 0 && status.st_mode & 0o777 == 0o700)
    for name in names {
      #expect(stat(directory + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
      let html = try String(contentsOfFile: directory + "/" + name, encoding: .utf8)
      #expect(html.utf8.count <= 2 << 20 && html.contains("Private: this file names what a person used."), "\(name)")
      #expect(!html.contains("<script") && html.firstMatch(of: /(src|href)="(https?:|\/\/)/) == nil, "\(name)")
      for link in html.matches(of: /href="([^"#]+)"/) {
        #expect(names.contains(String(link.output.1)), "\(name): \(link.output.1)")
      }
    }
  }

  @Test func `the same state gives the same bytes, as files and as text (CON-28)`() throws {
    let state = try SallyportProgram.ownDay()
    let (first, names) = try Self.files(state)
    // Writing the pages is an export, which the ledger's page may tell; the others stay.
    let (second, _) = try Self.files(state)
    for name in names where !name.hasPrefix("ledger") && !name.hasPrefix("famil") {
      #expect(FileManager.default.contentsEqual(atPath: first + "/" + name, andPath: second + "/" + name), "\(name)")
    }
    #expect(
      try SallyportProgram.run("overview", "--state", state).output
        == SallyportProgram.run("overview", "--state", state).output)
  }

  @Test func `a figure of use and its explanation agree to the second (CON-24)`() throws {
    let state = try SallyportProgram.ownDay()
    let day = try SallyportProgram.run("overview", "--state", state, "--format", "json").json as? [String: Any]
    let sections = try #require(day?["sections"] as? [[String: Any]])
    let table = try #require(sections.compactMap { $0["table"] as? [String: Any] }.first)
    let rows = try #require(table["rows"] as? [[[String: Any]]])
    #expect(rows.count > 2)
    for row in rows {
      let link = try #require(row[2]["link"] as? String)
      let milliseconds = try #require(row[2]["milliseconds"] as? Int)
      let explained = try SallyportProgram.run(
        "overview", String(link.dropFirst()).replacing("%3A", with: ":").replacing("%7E", with: "~"), "--state", state,
        "--format", "json")
      // A path is named as the console writes it.
      let page = try SallyportProgram.run("overview", String(link.dropFirst()), "--state", state, "--format", "json")
      #expect(page.status == 0, "\(page.complaints) \(explained.complaints)")
      let shown = try #require(
        ((try page.json as? [String: Any])?["sections"] as? [[String: Any]])?.first?["table"] as? [String: Any])
      let sum = (shown["rows"] as? [[[String: Any]]] ?? []).compactMap { $0[2]["milliseconds"] as? Int }.reduce(0, +)
      #expect(sum == milliseconds, "\(link)")
    }
  }

  @Test func `without names no name of an item is in any page (CON-35)`() throws {
    let state = try SallyportProgram.ownDay()
    let items =
      try SallyportProgram.run("items", "--state", state, "--format", "json").json as? [[String: String]] ?? []
    let names = items.filter { $0["kind"] != "category" }.flatMap { [$0["id"] ?? "", $0["name"] ?? ""] }
    #expect(names.count > 10)
    let (directory, files) = try Self.files(state, ["--no-names"])
    for file in files {
      let html = try String(contentsOfFile: directory + "/" + file, encoding: .utf8)
      for name in names { #expect(!html.contains(name), "\(name) in \(file)") }
    }
  }

  @Test func `a page that is none is refused, and a directory that can't be written is named`() throws {
    let state = try SallyportProgram.ownDay()
    for page in ["nothing", "item/nothing", "day/2026-13-01", "family/nobody"] {
      #expect(try SallyportProgram.run("overview", page, "--state", state).status == 2, "\(page)")
    }
    let refused = try SallyportProgram.run("overview", "--html", "/proc/nothing", "--state", state)
    #expect(refused.status == 1 && refused.complaints.contains("/proc/nothing"))
    #expect(try SallyportProgram.run("overview", "--from", "2026-10-19", "--state", state).status == 2)
  }

  @Test func `the console says how to get it where it is not installed`() throws {
    // A console may have been built beside the program.
    let folder = SallyportProgram.scratch + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(atPath: SallyportProgram.path, toPath: folder + "/sallyport")
    let finished = try SallyportProgram.run(
      ["console", "--state", try SallyportProgram.ownDay()], program: folder + "/sallyport")
    #expect(
      finished.status == 1 && finished.complaints.contains("make console") && finished.complaints.contains("overview"))
  }
}
