// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A predicate on the criteria of a notification, as data.
///
/// Both sides can evaluate it, so a decision on a notification needs no process and is the same everywhere
/// (FOCUS-F20).
public indirect enum CriteriaPredicate: Hashable, Codable, Sendable {
  case constant(Bool)
  case not(CriteriaPredicate)
  case all([CriteriaPredicate])
  case any([CriteriaPredicate])
  case comparison(CriteriaComparison)

  /// The decision on one criterion; `nil` is a notification without criteria.
  public func accepts(_ criteria: String?) -> Bool {
    switch self {
    case .constant(let value): value
    case .not(let predicate): !predicate.accepts(criteria)
    case .all(let predicates): predicates.allSatisfy { $0.accepts(criteria) }
    case .any(let predicates): predicates.contains { $0.accepts(criteria) }
    case .comparison(let comparison): comparison.accepts(criteria)
    }
  }
}

/// `SELF`, an operator and a value.
public struct CriteriaComparison: Hashable, Codable, Sendable {
  public enum Operator: String, Hashable, Codable, Sendable {
    case equal, notEqual, contained, contains, beginsWith, endsWith, like
  }

  public enum Value: Hashable, Codable, Sendable {
    case absent
    case text(String)
    case list([String])
  }

  public var operation: Operator
  public var value: Value
  public var ignoresCase: Bool
  public var ignoresMarks: Bool

  public init(_ operation: Operator, _ value: Value, ignoresCase: Bool = false, ignoresMarks: Bool = false) {
    self.operation = operation
    self.value = value
    self.ignoresCase = ignoresCase
    self.ignoresMarks = ignoresMarks
  }

  func accepts(_ criteria: String?) -> Bool {
    guard let criteria else {
      // Only a comparison with nil says something about a notification without criteria.
      return (operation == .equal) == (value == .absent) && [.equal, .notEqual].contains(operation)
    }
    let subject = comparable(criteria)
    switch value {
    case .absent: return operation == .notEqual
    case .list(let texts): return texts.contains { comparable($0) == subject }
    case .text(let text):
      let other = comparable(text)
      switch operation {
      case .equal: return subject == other
      case .notEqual: return subject != other
      case .contained: return other.contains(subject)
      case .contains: return subject.contains(other)
      case .beginsWith: return subject.starts(with: other)
      case .endsWith: return subject.reversed().starts(with: other.reversed())
      case .like: return WildcardPattern(other).matches(subject)
      }
    }
  }

  private func comparable(_ text: String) -> [Unicode.Scalar] {
    ComparableText.scalars(of: text, ignoringCase: ignoresCase, ignoringMarks: ignoresMarks)
  }
}
