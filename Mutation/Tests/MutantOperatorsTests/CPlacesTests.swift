// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MutantOperators

@Suite struct CPlacesTests {
  private func changes(_ text: String) -> [String] {
    CPlaces(file: "a.c", text: text).places.map { "\($0.operation.rawValue): \($0.before) → \($0.after)" }
  }

  @Test func `finds conditions, statements, constants and early returns`() {
    #expect(
      changes("int f(int a) {\n  // if (a) b();\n  if (a < 5) g(a);\n  return h;\n}\n") == [
        "return-early: { → { return 0;", "drop-condition: a < 5 → 1", "drop-statement: a < 5 → 0",
        "negate: a < 5 → !(a < 5)", "boundary: a < 5 → a <= 5", "constant: 5 → 5 + 1", "drop-statement: g(a); → ",
      ])
  }

  @Test func `drops a flag, and swaps arguments`() {
    #expect(
      changes("void f(int a) { g(a, b->c, MS_BIND | MS_REC); }") == [
        "return-early: { → { return;", "drop-statement: g(a, b->c, MS_BIND | MS_REC); → ",
        "swap-arguments: a, b->c → b->c, a", "drop-flag: MS_BIND → 0", "drop-flag: MS_REC → 0",
      ])
  }

  @Test func `drops the second operand of a conjunction`() {
    #expect(changes("int f(void) { return a && b(c) || d; }").contains("drop-condition: b(c) → 1"))
    #expect(changes("int f(void) { return a && b(c) || d; }").contains("drop-condition: d → 0"))
  }

  @Test func `leaves the operand of sizeof alone, and nothing behind it`() {
    for operand in ["a", "a[0]", "plan->argv[0]", "a.b[1].c", "(a[0])", "*a[2]"] {
      #expect(
        changes("int *f(void) { return g(h, sizeof \(operand) + 5); }").filter { $0.hasPrefix("constant") }
          == ["constant: 5 → 5 + 1"], "\(operand)")
    }
  }

  @Test func `leaves code outside functions alone`() {
    #expect(changes("#define A(b) if (b) c(5);\nstatic const int a = 5;\nenum { B = 6 };\n") == [])
  }

  @Test func `knows where main begins`() {
    #expect(CPlaces(file: "a.c", text: "int main(void) {}").mainAt == 16)
    #expect(CPlaces(file: "a.c", text: "int other(void) {}").mainAt == nil)
  }
}
