// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MutantOperators

@Suite struct MutatedFileTests {
  private func mutated(_ text: String, c isC: Bool = false) -> MutatedFile {
    let places = isC ? CPlaces(file: "a.c", text: text).places : SwiftPlaces(file: "A.swift", text: text).places
    let numbered = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0 + 1, $1) })
    return MutatedFile(
      SourceText(text), mutants: numbered, language: isC ? .c(mainAt: nil) : .swift(importAt: 0))
  }

  @Test func `the original stays in the innermost branch`() {
    #expect(
      mutated("let a = b < 5").text
        == "import CMutantSwitch; let a = (sallyport_mutant(1) ? (b <= 5) : (b < (sallyport_mutant(2) ? (6) : (5))))")
  }

  @Test func `swapped arguments have one switch`() {
    #expect(
      mutated("let a = f(x: b, y: c)").text
        == "import CMutantSwitch; let a = f(x: (sallyport_mutant(1) ? (c) : (b)), y: (sallyport_mutant(1) ? (b) : (c)))"
    )
  }

  @Test func `statements are skipped and returns inserted`() {
    #expect(
      mutated("func f() { a(); b() }").text == """
        import CMutantSwitch; func f() { if sallyport_mutant(1) { return };  if !sallyport_mutant(2) { a() }; \
        if !sallyport_mutant(3) { b() } }
        """)
  }

  @Test func `an else in C stays with its if when the statement before it may be skipped`() {
    let text = mutated("void f(void) { if (a) g(); else h(); }", c: true).text
    #expect(text.contains("{ if (!sallyport_mutant("))
    // Without the outer braces, the else would belong to the switch.
    #expect(text.contains(" } } else { if (!sallyport_mutant("))
  }

  @Test func `a boundary in C adds the switch to an operand`() {
    #expect(
      mutated("int f(void) { return a < b; }", c: true).text == """
        #include "CMutantSwitch.h"
        int f(void) { if (sallyport_mutant(1)) { return 0; } return a < sallyport_mutant(2) + b; }
        """)
  }

  @Test func `a mutant's lines are those of the new file`() {
    let file = mutated("let a = 1\nlet b = f(\n  c < d)\n")
    #expect(file.spans.map(\.lines) == [1...1, 3...3])
    #expect(mutated("int f(void) {\n  return 5;\n}\n", c: true).spans.map(\.lines) == [2...2, 3...3])
  }
}
