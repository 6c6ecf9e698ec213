// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MutantOperators

@Suite struct SwiftPlacesTests {
  /// `operator: before → after` of each place.
  private func changes(_ text: String) -> [String] {
    SwiftPlaces(file: "A.swift", text: text).places.map { "\($0.operation.rawValue): \($0.before) → \($0.after)" }
  }

  @Test func `shifts the boundary of a comparison, a step and an extreme`() {
    #expect(changes("let a = b < c") == ["boundary: b < c → b <= c"])
    #expect(changes("let a = b >= c") == ["boundary: b >= c → b > c"])
    #expect(changes("let a = b + 1") == ["boundary: b + 1 → b"])
    #expect(changes("let a = min(b, c)") == ["boundary: min(b, c) → max(b, c)"])
  }

  @Test func `negates a condition, with its own operator if it has one`() {
    #expect(changes("let a = b == c") == ["negate: b == c → b != c"])
    #expect(changes("let a = !b") == ["negate: !b → b"])
    #expect(changes("let a = isOpen ? b : c") == ["negate: isOpen → !(isOpen)"])
  }

  @Test func `drops a condition, an operand, and the statement it guards`() {
    #expect(
      changes("func f() { if isOpen { g(b) } }") == [
        "drop-condition: isOpen → true", "drop-statement: isOpen → false", "negate: isOpen → !(isOpen)",
        "drop-statement: g(b) → ",
      ])
    #expect(changes("let a = b && c") == ["drop-condition: b && c → b", "drop-condition: b && c → c"])
    #expect(changes("for a in b where isOpen {}") == ["drop-condition: isOpen → true", "negate: isOpen → !(isOpen)"])
  }

  @Test func `keeps the last statement of a guard and the only one of a result`() {
    #expect(
      changes("func f() { guard let a = b else { return }; g(a); h(a) }") == [
        "return-early: { → { return", "drop-statement: g(a) → ", "drop-statement: h(a) → ",
      ])
    #expect(changes("func f() -> Text { g() }") == [])
  }

  @Test func `swaps neighbouring arguments that could have one type`() {
    #expect(changes("let a = f(x: b, y: c)") == ["swap-arguments: b, y: c → c, b"])
    #expect(changes("let a = f(b, { c })") == [])
    #expect(changes("let a = f(b, .c)") == [])
  }

  @Test func `returns early with a simple value of the type`() {
    #expect(
      changes("func f() -> Bool { g(); return h }").prefix(2) == [
        "return-early: { → { return false", "return-early: { → { return true",
      ])
    #expect(changes("var a: Int? { g.h }") == ["return-early: g.h → nil"])
  }

  @Test func `changes numbers and Boolean values, and drops flags`() {
    #expect(changes("let a = 59") == ["constant: 59 → 60"])
    #expect(changes("let a = true") == ["constant: true → false"])
    #expect(changes("let a: B = [.c, .d]") == ["drop-flag: [.c, .d] → [.c]", "drop-flag: [.c, .d] → [.d]"])
  }

  @Test func `leaves text, patterns, checks and raw values alone`() {
    #expect(changes(#"let a = "b < c \(d < e)""#) == [])
    #expect(changes("func f() { switch a { case 5: break; default: break } }") == [])
    #expect(changes("func f() { precondition(a < b) }") == [])
    #expect(changes("enum A: Int { case b = 4 }") == [])
  }

  @Test func `a key names file, operator, line and change, and no line number`() throws {
    let place = try #require(SwiftPlaces(file: "A.swift", text: "\n\n  let a = b < c  \n").places.first)
    #expect(place.line == 3)
    #expect(place.key == "A.swift | boundary | let a = b < c | b < c → b <= c")
  }
}
