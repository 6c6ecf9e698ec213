// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// docs/rules.md against the tests. With `SALLYPORT_UPDATE_RULES=1` (`make rules`) the test writes it.
@Suite struct RuleTests {
  let page: RulePage

  /// Built once, because it reads every test of the repository.
  private static let current = Result {
    let tests = try NamedTest.all()
    return RulePage(
      book: try RuleBook.current(), tests: tests, others: try PageRules.current(tests: tests),
      faults: try PlantedFaults.current(), generated: try GeneratedFaults.current())
  }

  init() throws { page = try Self.current.get() }

  @Test func `no test names a rule that does not exist`() {
    #expect(page.complaints == [])
  }

  @Test func `every rule has a test`() {
    for rule in page.unproved { Issue.record("\(rule.id) has no test: \(rule.statement)") }
  }

  @Test func `of every rule a test was seen to fail`() {
    for rule in page.unbroken { Issue.record("\(rule.id) has no fault: \(rule.statement)") }
  }

  @Test func `every generated fault has its line and its test`() throws {
    let complaints = try GeneratedFaults.current().complaints(proofs: page.proofs, text: Repository.text)
    for complaint in complaints { Issue.record("\(complaint); update the faults with: make rule-mutants") }
  }

  @Test func `every rule of widgets, Focus and notifications is stated and has a test`() {
    #expect(page.others.unstated == [])
    #expect(page.others.unproved == [])
  }

  @Test func `reads the rules of a page and the tests that name them`() {
    let rules = PageRules(
      pages: ["| <a id=\"widget-w2\"></a>WIDGET-W2 | Two. |\n"],
      tests: [NamedTest(target: "SomeTests", name: "two widgets (WIDGET-W2)")])
    #expect(!rules.unstated.contains("WIDGET-W2") && rules.unstated.contains("WIDGET-W1"))
    #expect(!rules.unproved.contains("WIDGET-W2") && rules.unproved.contains("FOCUS-N10"))
    #expect(rules.markdown.contains("| WIDGET-W2 | Two. | SomeTests: two widgets (WIDGET-W2) |\n"))
  }

  @Test func `the page of rules matches the generated one`() throws {
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try Data(page.markdown.utf8).write(to: Repository.root.appending(path: "docs/rules.md"))
    }
    let known = (try? Repository.text("docs/rules.md")) ?? ""
    let isCurrent = known == page.markdown
    #expect(isCurrent, "docs/rules.md differs from the names of the tests; update it with: make rules")
  }

  @Test func `lists every chapter and every vector`() {
    let counts = [16, 13, 13, 14, 14, 17, 11, 12, 10, 26, 11, 3, 8, 18, 8, 5, 11, 16]
    #expect(page.book.chapters.map(\.rules.count) == counts)
  }

  // MARK: - Reading names

  @Test(arguments: [
    ("fires once (D11)", ["D11"]),
    ("fires once (N25, D11)", ["N25", "D11"]),
    ("finds weekdays (N3–N5, D3)", ["N3", "N4", "N5", "D3"]),
    ("refuses rows (§8.2–§8.3, §4)", ["§8.2", "§8.3"]),
    ("no event twice (E4), none before its start (C7)", ["E4", "C7"]),
    ("V8 and G1 outside parentheses", []),
    ("opens for a grant (GRT-1, CS4) and draws (views V4)", []),
    ("keeps prose (a domain, D as in day)", []),
  ])
  func `reads the ids of a name`(name: String, ids: [String]) {
    #expect(RuleCitation(name: name).ids == ids)
    #expect(RuleCitation(name: name).unreadable == [])
  }

  @Test(arguments: ["x (D11a)", "x (N9–N3)", "x (N3–D9)", "x (N3-N9)", "x (C01)", "x (D11 and E4x)"])
  func `refuses a malformed id`(name: String) {
    #expect(RuleCitation(name: name).unreadable.count == 1)
  }

  @Test func `finds raw names, display names and plain names, but no disabled test`() {
    let source = """
      @Test func `a raw name (D1)`() {}
      @Test(arguments: [1]) func `one for each (D2)`(n: Int) {}
      @Test("a display name (D3)", .timeLimit(.minutes(20))) func short() {}
      @Test func plainName() async throws {}
      @Test(.disabled("later")) func `sleeps (D4)`() {}
      // @Test func `is a remark (D5)`() {}
      @Test(.enabled(if: isBuilt))
      func
        `a name on a line of its own (D6)`()
      {}
      """
    let names = NamedTest.found(in: source, target: "SomeTests").map(\.name)
    #expect(
      names == [
        "a raw name (D1)", "one for each (D2)", "a display name (D3)", "plainName", "a name on a line of its own (D6)",
      ])
  }

  @Test func `reports an unknown rule and a rule without a test`() throws {
    let book = try RuleBook(table: "## D Days\nD1\tone\tours\nD2\ttwo\tApple\n")
    let page = RulePage(
      book: book, tests: [NamedTest(target: "SomeTests", name: "does it (D1, D3)")],
      faults: PlantedFaults([("Tests/Mutants/a.patch", "Breaks: it.\nRule: D1, E4\nTests: SomeTests\n")]),
      generated: try GeneratedFaults(
        table: "# faults\nD1\tSomeTests: does it (D1, D3)\tSources/A/B.swift\tnegate\ta\tb || c → d"))
    #expect(page.complaints == [#"SomeTests: "does it (D1, D3)" names D3, which docs/rules.tsv does not list"#])
    #expect(page.unproved.map(\.id) == ["D2"])
    let row = "| D1 | one | ours | SomeTests: does it (D1, D3) | [a](../Tests/Mutants/a.patch)"
    #expect(page.markdown.contains(row + "<br>[B.swift](../Sources/A/B.swift): negate `b \\|\\| c → d` |\n"))
    #expect(page.unbroken.map(\.id) == ["D2"])
    #expect(page.markdown.contains("| D2 | two | Apple |  |  |\n"))
  }

  @Test func `a generated fault needs its line and a test that names the rule`() throws {
    let test = NamedTest(target: "SomeTests", name: "does it (D1)")
    let faults = try GeneratedFaults(table: "D1\tSomeTests: does it (D1)\tA.swift\tnegate\tif a { b() }\ta → !(a)")
    let complaints = { (proofs: [String: [NamedTest]], source: String) in
      faults.complaints(proofs: proofs) { _ in source }
    }
    #expect(complaints(["D1": [test]], "  x\n    if a { b() }\n") == [])
    #expect(complaints(["D1": [test]], "if a { c() }") == ["D1: A.swift does not have the line “if a { b() }”"])
    #expect(
      complaints(["D2": [test]], "if a { b() }") == [
        "D1: no test of SomeTests with the rule is named “does it (D1)”"
      ])
    #expect { try GeneratedFaults(table: "D1\tdoes it\tA\tb\tc\td") } throws: { "\($0)".contains("line 1 is not") }
  }

  @Test(arguments: [
    ("D1\tone\tours", "docs/rules.tsv line 1 is not id, statement and source below a heading"),
    ("## D\nD1\tone", "docs/rules.tsv line 2 is not id, statement and source below a heading"),
    ("## D\nD1\tone\tours\nD1\tone\tours", "docs/rules.tsv line 3 repeats D1"),
    ("## D\nd1\tone\tours", "docs/rules.tsv line 2 has no id: d1"),
  ])
  func `refuses a malformed list`(table: String, complaint: String) {
    #expect { try RuleBook(table: table) } throws: { "\($0)" == complaint }
  }
}
