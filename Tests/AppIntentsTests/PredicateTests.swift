// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import ScreenTimeVocabulary
import Testing

/// Predicates on the criteria of notifications.
@Suite struct PredicateTests {
  private func fault(_ predicate: NSPredicate) -> PredicateFault? {
    do {
      _ = try CriteriaPredicate(predicate)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("TRUEPREDICATE", "x", true), ("falsepredicate", "x", false),
    ("SELF == 'a'", "a", true), ("self = \"a\"", "b", false), ("SELF != 'a'", "b", true), ("SELF <> 'a'", "a", false),
    ("SELF IN {'a', 'b'}", "b", true), ("SELF IN {}", "b", false), ("SELF IN 'xaby'", "ab", true),
    ("SELF CONTAINS 'b'", "abc", true), ("SELF BEGINSWITH 'ab'", "abc", true), ("SELF ENDSWITH 'ab'", "abc", false),
    ("SELF ENDSWITH 'bc'", "abc", true), ("{'a', 'b'} CONTAINS SELF", "a", true),
    ("NOT SELF == 'a' AND SELF != 'b'", "c", true), ("SELF == 'a' OR SELF == 'b' AND SELF == 'c'", "a", true),
    ("(SELF == 'a' || SELF == 'b') && !(SELF == 'b')", "b", false), ("SELF == nil", "a", false),
    ("SELF != NULL", "a", true), ("SELF == 'it\\'s'", "it's", true),
  ])
  func `accepts the forms of the grammar (FOCUS-F19)`(format: String, criteria: String, expected: Bool) throws {
    let predicate = NSPredicate(format: format)
    #expect(try CriteriaPredicate(predicate).accepts(criteria) == expected)
    #expect(predicate.evaluate(with: criteria) == expected)
  }

  @Test func `only a comparison with nil is true of a notification without criteria (FOCUS-F19)`() throws {
    #expect(NSPredicate(format: "SELF == nil").evaluate(with: nil))
    #expect(NSPredicate(format: "SELF != 'a'").evaluate(with: nil))
    #expect(!NSPredicate(format: "SELF != nil").evaluate(with: nil))
    #expect(!NSPredicate(format: "SELF CONTAINS ''").evaluate(with: nil))
  }

  @Test func `takes texts, arrays and sets as arguments (FOCUS-F18)`() throws {
    #expect(NSPredicate(format: "SELF == %@", "a").evaluate(with: "a"))
    #expect(NSPredicate(format: "SELF IN %@", ["a", "b"]).evaluate(with: "b"))
    #expect(NSPredicate(format: "%@ CONTAINS SELF", Set(["a", "b"])).evaluate(with: "a"))
    #expect(NSPredicate(format: "SELF IN %@", argumentArray: [["a"]]).evaluate(with: "a"))
  }

  @Test func `an argument is a value, whatever it contains (FOCUS-F18)`() {
    let hostile = "' OR TRUEPREDICATE OR SELF == '"
    #expect(!NSPredicate(format: "SELF == %@", hostile).evaluate(with: "anything"))
    #expect(NSPredicate(format: "SELF == %@", hostile).evaluate(with: hostile))
  }

  @Test func `reads constants and compound predicates (FOCUS-F18)`() throws {
    let either = NSCompoundPredicate(orPredicateWithSubpredicates: [
      NSPredicate(value: false), NSPredicate(format: "SELF == 'a'"),
    ])
    let predicate = NSCompoundPredicate(notPredicateWithSubpredicate: either)
    let comparison = CriteriaPredicate.comparison(CriteriaComparison(.equal, .text("a")))
    #expect(try CriteriaPredicate(predicate) == .not(.any([.constant(false), comparison])))
  }

  @Test(arguments: [
    ("SELF ==[c] 'STRASSE'", "strasse", true), ("SELF ==[c] 'Σας'", "σΑΣ", true), ("SELF ==[c] 'ı'", "I", false),
    ("SELF ==[d] 'café'", "cafe", true), ("SELF ==[d] 'café'", "Cafe", false), ("SELF CONTAINS[cd] 'É'", "cafe", true),
    ("SELF == 'caf\u{e9}'", "cafe\u{301}", true), ("SELF ==[c] 'ß'", "SS", false), ("SELF ==[c] 'ß'", "ẞ", true),
    ("SELF LIKE 'a*c'", "abbbc", true), ("SELF LIKE 'a?c'", "abbc", false), ("SELF LIKE '*'", "", true),
    ("SELF LIKE 'a\\*'", "a*", true), ("SELF LIKE 'a\\*'", "ab", false), ("SELF LIKE[c] 'A*B*C'", "axbxxc", true),
  ])
  func `compares scalars after NFC, without a locale (FOCUS-F21)`(format: String, criteria: String, expected: Bool) {
    #expect(NSPredicate(format: format).evaluate(with: criteria) == expected)
  }

  @Test func `a pattern of many stars takes no exponential time (FOCUS-F21)`() {
    let pattern = String(repeating: "a*", count: 500) + "b"
    let predicate = NSPredicate(format: "SELF LIKE %@", pattern)
    #expect(!predicate.evaluate(with: String(repeating: "a", count: 1024)))
  }

  @Test(arguments: [
    ("SELF ==", PredicateFault.Code.syntax, 8), ("SELF == 'a", .syntax, 9), ("(SELF == 'a'", .syntax, 13),
    ("SELF == 'a' SELF", .syntax, 13), ("", .syntax, 1), ("SELF == %@", .syntax, 9),
    ("SELF MATCHES 'a'", .unsupported, 6), ("name == 'a'", .unsupported, 1), ("ANY SELF == 'a'", .unsupported, 1),
    ("SELF BETWEEN {'a', 'b'}", .unsupported, 6), ("SELF == $name", .unsupported, 9),
    ("SELF == 'a' + 'b'", .unsupported, 13), ("SELF < 'b'", .unsupported, 6), ("%K == 'a'", .unsupported, 1),
    ("SELF == 5", .type, 9), ("SELF == %d", .type, 9), ("SELF BEGINSWITH {'a'}", .type, 6),
    ("SELF CONTAINS nil", .type, 6),
  ])
  func `names what is outside the grammar, with its column (FOCUS-F22)`(
    format: String, code: PredicateFault.Code, column: Int
  ) throws {
    let named = try #require(fault(NSPredicate(format: format)))
    #expect(named.code == code)
    #expect(named.column == column)
    #expect(!NSPredicate(format: format).evaluate(with: "a"))
  }

  @Test func `names closures, wrong arguments and too large predicates (FOCUS-F22)`() {
    #expect(fault(NSPredicate { _, _ in true })?.code == .opaque)
    #expect(fault(NSPredicate(format: "SELF == %@", 5))?.code == .type)
    let wide = Array(repeating: "SELF == 'a'", count: 64).joined(separator: " OR ")
    #expect(fault(NSPredicate(format: wide))?.code == .limit)
    #expect(fault(NSPredicate(format: "NOT NOT NOT NOT NOT NOT NOT SELF == 'a'")) == nil)
    #expect(fault(NSPredicate(format: "NOT NOT NOT NOT NOT NOT NOT NOT SELF == 'a'"))?.code == .limit)
    #expect(fault(NSPredicate(format: "SELF IN %@", (0...256).map(String.init)))?.code == .limit)
    let deep = String(repeating: "(", count: 100_000)
    #expect(fault(NSPredicate(format: deep))?.code == .limit)
  }
}
