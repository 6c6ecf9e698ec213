// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct PromiseTests {
  @Test func `each numbered promise names places that exist and tests that exist`() throws {
    let complaints = try PromiseBook.current().complaints(
      promised: PromiseBook.statements().map(\.id), tests: Set(NamedTest.all()), text: Repository.text)
    #expect(complaints == [])
  }

  @Test func `the page of promises matches the generated one`() throws {
    let page = try PromiseBook.current().markdown(PromiseBook.statements())
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try Data(page.utf8).write(to: Repository.root.appending(path: "docs/promises.md"))
    }
    let isCurrent = (try? Repository.text("docs/promises.md")) == page
    #expect(isCurrent, "docs/promises.md differs from docs/promises.tsv; update it with: make rules")
  }

  @Test func `the pages promise the rows that they number`() throws {
    let ids = try PromiseBook.statements().map(\.id)
    let expected =
      (1...10).map { "WIRE-S\($0)" } + (1...19).map { "WIRE-B\($0)" } + (1...15).map { "CONF-\($0)" }
      + (1...4).map { "WALL-L\($0)" } + (1...14).map { "WALL-X\($0)" }
    #expect(ids == expected)
  }

  @Test(arguments: [
    ("WIRE-S1\ta.swift#b", "docs/promises.tsv line 1 is not id, places and tests"),
    ("WIRE-S1\t\tT: t", "docs/promises.tsv line 1 has an empty cell"),
    ("WIRE-S1\ta.swift#b\t", "docs/promises.tsv line 1 has an empty cell"),
    ("WIRE-S1\ta.swift\tT: t", "docs/promises.tsv line 1 has a place without a symbol: a.swift"),
    ("WIRE-S1\ta.swift#b\tt", "docs/promises.tsv line 1 has a test without a target: t"),
    ("S1\ta.swift#b\tT: t", "docs/promises.tsv line 1 has no id: S1"),
    ("WIRE-S1\ta#b\tT: t\nWIRE-S1\ta#b\tT: t", "docs/promises.tsv line 2 repeats WIRE-S1"),
  ])
  func `refuses a malformed list of promises`(table: String, complaint: String) {
    #expect { try PromiseBook(table: table) } throws: { "\($0)" == complaint }
  }

  @Test func `reports a promise without a row and pointers that lead nowhere`() throws {
    let book = try PromiseBook(
      table: "WIRE-S1\ta.swift#one | b.swift#one\tT: does it\nWIRE-S2\ta.swift#two\tT: does not\n")
    let complaints = book.complaints(
      promised: ["WIRE-S1", "WIRE-S3"], tests: [NamedTest(target: "T", name: "does it")],
      text: { file in
        guard file == "a.swift" else { throw CocoaError(.fileNoSuchFile) }
        return "// two\nfunc one() { twofold() }\n"
      })
    #expect(
      complaints == [
        "WIRE-S1: there is no file b.swift", "WIRE-S2: a.swift does not hold “two”",
        "WIRE-S2: there is no test “T: does not”", "WIRE-S3 has no row", "no page promises WIRE-S2",
      ])
  }
}
