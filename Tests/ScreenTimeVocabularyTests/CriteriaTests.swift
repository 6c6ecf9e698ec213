// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeVocabulary

/// Predicates on the criteria of a notification, as data.
@Suite struct CriteriaTests {
  // MARK: Wildcards

  /// The definition of `LIKE`, by recursion.
  private func isLike(_ text: Substring, _ pattern: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*": return isLike(text, rest) || !text.isEmpty && isLike(text.dropFirst(), pattern)
    case "?": return !text.isEmpty && isLike(text.dropFirst(), rest)
    case "\\" where !rest.isEmpty: return text.first == rest.first && isLike(text.dropFirst(), rest.dropFirst())
    default: return text.first == first && isLike(text.dropFirst(), rest)
    }
  }

  private func words(_ alphabet: String, upTo length: Int) -> [String] {
    var words = [""]
    var last = [""]
    for _ in 0..<length {
      last = last.flatMap { word in alphabet.map { word + String($0) } }
      words += last
    }
    return words
  }

  @Test func `LIKE agrees with its definition on every short pattern and text (FOCUS-F21)`() {
    let texts = words("ab*", upTo: 3) + ["abab", "aab\\", "baab", "aaaab"]
    for pattern in words("ab*?\\", upTo: 4) {
      let compiled = WildcardPattern(Array(pattern.unicodeScalars))
      for text in texts where compiled.matches(Array(text.unicodeScalars)) != isLike(text[...], pattern[...]) {
        Issue.record("“\(text)” LIKE “\(pattern)”")
      }
    }
  }

  // MARK: Comparisons

  @Test(arguments: [
    (CriteriaComparison.Operator.equal, "ab", [false, true, false, false, false]),
    (.notEqual, "ab", [true, false, true, true, true]), (.contained, "ab", [true, true, false, false, false]),
    (.contains, "ab", [false, true, true, true, true]), (.beginsWith, "ab", [false, true, true, false, true]),
    (.endsWith, "ab", [false, true, false, true, true]), (.like, "ab?", [false, false, true, false, false]),
  ])
  func `each operator compares the criteria with a text (FOCUS-F19)`(
    _ operation: CriteriaComparison.Operator, _ value: String, _ expected: [Bool]
  ) {
    let predicate = CriteriaPredicate.comparison(CriteriaComparison(operation, .text(value)))
    #expect(["b", "ab", "abc", "cab", "abxab"].map { predicate.accepts($0) } == expected)
    // Only `!=` holds for a notification without criteria.
    #expect(predicate.accepts(nil) == (operation == .notEqual))
  }

  @Test(arguments: [
    CriteriaComparison.Operator.equal, .notEqual, .contained, .contains, .beginsWith, .endsWith, .like,
  ])
  func `only equality and its opposite compare with nil (FOCUS-F19)`(_ operation: CriteriaComparison.Operator) {
    let absent = CriteriaPredicate.comparison(CriteriaComparison(operation, .absent))
    #expect(absent.accepts(nil) == (operation == .equal))
    #expect(absent.accepts("a") == (operation == .notEqual))
    let list = CriteriaPredicate.comparison(CriteriaComparison(operation, .list(["a", "B"])))
    #expect(["a", "b", "B", ""].map { list.accepts($0) } == [true, false, true, false])
    #expect(list.accepts(nil) == (operation == .notEqual))
  }

  @Test(arguments: [
    (false, false, [true, false, false, false]), (true, false, [true, true, false, false]),
    (false, true, [true, false, true, false]), (true, true, [true, true, true, true]),
  ])
  func `case and marks count unless a comparison ignores them (FOCUS-F21)`(
    _ ignoresCase: Bool, _ ignoresMarks: Bool, _ expected: [Bool]
  ) {
    let comparison = CriteriaComparison(
      .equal, .text("cafe\u{301}"), ignoresCase: ignoresCase, ignoresMarks: ignoresMarks)
    #expect(
      ["caf\u{e9}", "CAF\u{c9}", "cafe", "CAFE"].map { CriteriaPredicate.comparison(comparison).accepts($0) }
        == expected)
  }

  @Test func `folds case one scalar at a time, and leaves others alone (FOCUS-F21)`() {
    func folded(_ text: String) -> [Unicode.Scalar] {
      ComparableText.scalars(of: text, ignoringCase: true, ignoringMarks: false)
    }
    for value in UInt8(0)..<128 {
      let text = String(Unicode.Scalar(value))
      #expect(folded(text) == Array(text.lowercased().unicodeScalars), "ASCII \(value)")
    }
    for (one, other) in [("Ä", "ä"), ("Σ", "ς"), ("Ω", "ω"), ("ẞ", "ß"), ("Ж", "ж"), ("ſ", "S")] {
      #expect(folded(one) == folded(other), "\(one) and \(other)")
    }
    for (one, other) in [("ı", "i"), ("ß", "ss"), ("ﬁ", "fi"), ("é", "e")] {
      #expect(folded(one) != folded(other), "\(one) and \(other)")
    }
  }

  @Test(arguments: ["e\u{301}", "e\u{20dd}", "\u{915}\u{93e}"])
  func `ignores marks of every kind, and only marks (FOCUS-F21)`(_ text: String) {
    let kept = ComparableText.scalars(of: text, ignoringCase: false, ignoringMarks: true)
    #expect(kept == Array(text.unicodeScalars.prefix(1)))
    let all = ComparableText.scalars(of: "a-1 _\u{200b}€", ignoringCase: false, ignoringMarks: true)
    #expect(all == Array("a-1 _\u{200b}€".unicodeScalars))
  }

  @Test func `compounds combine their parts, and an empty one is neutral (FOCUS-F18)`() {
    let (yes, no) = (CriteriaPredicate.constant(true), CriteriaPredicate.constant(false))
    for criteria in ["a", nil] {
      #expect(yes.accepts(criteria))
      #expect(!no.accepts(criteria))
      for (parts, all, any) in [
        ([], true, false), ([yes], true, true), ([no], false, false), ([yes, no], false, true),
        ([no, yes], false, true),
        ([yes, yes], true, true), ([no, no], false, false),
      ] {
        #expect(CriteriaPredicate.all(parts).accepts(criteria) == all)
        #expect(CriteriaPredicate.any(parts).accepts(criteria) == any)
        #expect(CriteriaPredicate.not(.all(parts)).accepts(criteria) == !all)
      }
    }
  }

  // MARK: Limits

  private func limit(of predicate: CriteriaPredicate) -> String? {
    do {
      try predicate.checkLimits()
      return nil
    } catch {
      #expect(error.code == .limit)
      #expect(error.column == nil)
      #expect(error.description == "limit.predicate: \(error.detail).")
      return error.detail
    }
  }

  private func nested(_ depth: Int, _ wrap: (CriteriaPredicate) -> CriteriaPredicate) -> CriteriaPredicate {
    (1..<depth).reduce(.constant(true)) { inner, _ in wrap(inner) }
  }

  @Test func `a predicate at each limit is allowed, and one beyond it is named (FOCUS-F22)`() {
    func texts(_ count: Int) -> CriteriaPredicate {
      .comparison(CriteriaComparison(.equal, .list(Array(repeating: "a", count: count))))
    }
    func long(_ bytes: Int) -> CriteriaPredicate {
      .comparison(
        CriteriaComparison(.equal, .text(String(repeating: "é", count: bytes / 2) + (bytes % 2 == 0 ? "" : "a"))))
    }
    let absent = CriteriaPredicate.comparison(CriteriaComparison(.equal, .absent))
    let short = CriteriaPredicate.comparison(CriteriaComparison(.equal, .text("a")))
    for wrap in [{ .not($0) }, { .all([$0]) }, { .any([$0]) }] as [(CriteriaPredicate) -> CriteriaPredicate] {
      #expect(limit(of: nested(8, wrap)) == nil)
      #expect(limit(of: nested(9, wrap)) == "the predicate is nested 9 deep (limit 8)")
    }
    for wrap in [{ .all($0) }, { .any($0) }] as [([CriteriaPredicate]) -> CriteriaPredicate] {
      #expect(limit(of: wrap(Array(repeating: absent, count: 63))) == nil)
      #expect(limit(of: wrap(Array(repeating: absent, count: 64))) == "the predicate has 65 nodes (limit 64)")
      #expect(limit(of: wrap([texts(200), texts(55), short])) == nil)
      #expect(limit(of: wrap([texts(200), texts(56), short])) == "the predicate has 257 values (limit 256)")
      #expect(limit(of: wrap([long(4096), short, absent])) == nil)
      #expect(limit(of: wrap([long(4097), short])) == "the predicate has a text of 4097 bytes (limit 4096)")
      #expect(limit(of: wrap([short, long(4098)])) == "the predicate has a text of 4098 bytes (limit 4096)")
    }
    #expect(PredicateFault(.syntax, column: 3, "x").description == "predicate.syntax at column 3: x.")
  }
}
