// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import ScreenTimeVocabulary

/// Lets `NSPredicate` have an initializer with a format: Foundation on Linux declares it as unavailable, and only a
/// protocol's initializer may return an object of a subclass.
public protocol _PredicateWithFormat {}

extension NSPredicate: _PredicateWithFormat {}

extension _PredicateWithFormat where Self == NSPredicate {
  /// A predicate on the criteria of notifications.
  ///
  /// ### On Linux
  /// `SELF` is compared with texts and lists of texts. Anything else is a fault with a name, which the host shows, and
  /// never a crash; `evaluate(with:)` is then always false.
  public init(format: String, _ arguments: Any...) {
    self = ParsedPredicate(format: format, arguments: arguments)
  }

  public init(format: String, argumentArray: [Any]?) {
    self = ParsedPredicate(format: format, arguments: argumentArray ?? [])
  }
}

/// A predicate that keeps its syntax tree, so that it can cross to the host (FOCUS-F18).
final class ParsedPredicate: NSPredicate {
  let format: String
  let outcome: Result<CriteriaPredicate, PredicateFault>

  init(format: String, arguments: [Any]) {
    self.format = format
    outcome = Result { () throws(PredicateFault) in
      try PredicateParser.predicate(format: format, arguments: arguments.map(PredicateArgument.init))
    }
    super.init(value: false)
  }

  required init?(coder: NSCoder) { nil }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool { (object as? ParsedPredicate)?.outcome == outcome }

  override var hash: Int { outcome.hashValue }

  override var predicateFormat: String { format }

  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    guard case .success(let predicate) = outcome else { return false }
    return predicate.accepts(object as? String)
  }
}

/// An argument of `%@`.
struct PredicateArgument {
  let argument: Any

  init(_ argument: Any) { self.argument = argument }

  func value(_ column: Int) throws(PredicateFault) -> CriteriaComparison.Value {
    switch argument {
    case let text as String: return .text(text)
    case let list as [String]: return .list(list)
    // A set has no order; sorted, equal sets are equal predicates.
    case let set as Set<String>: return .list(set.sorted())
    default:
      throw PredicateFault(
        .type, column: column, "\(type(of: argument)) is not a text, an array or a set of texts")
    }
  }
}

extension CriteriaPredicate {
  /// The tree of a predicate, compound ones included.
  ///
  /// - Throws: `PredicateFault`: the format's own, or `predicate.opaque` for a predicate that is a closure.
  package init(_ predicate: NSPredicate) throws(PredicateFault) {
    self = try Self.tree(of: predicate, depth: 1)
    try checkLimits()
  }

  private static func tree(of predicate: NSPredicate, depth: Int) throws(PredicateFault) -> CriteriaPredicate {
    // A chain of compound predicates may be of any length; the limit ends the walk.
    guard depth <= maximumDepth else { throw PredicateFault(.limit, "nested deeper than \(maximumDepth)") }
    if let parsed = predicate as? ParsedPredicate { return try parsed.outcome.get() }
    if let compound = predicate as? NSCompoundPredicate {
      var parts: [CriteriaPredicate] = []
      for part in compound.subpredicates { parts.append(try tree(of: part, depth: depth + 1)) }
      switch compound.compoundPredicateType {
      case .and: return .all(parts)
      case .or: return .any(parts)
      case .not:
        guard let part = parts.first else { throw PredicateFault(.opaque, "NOT has no part") }
        return .not(part)
      @unknown default: throw PredicateFault(.unsupported, "an unknown connective")
      }
    }
    if predicate.isEqual(NSPredicate(value: true)) { return .constant(true) }
    if predicate.isEqual(NSPredicate(value: false)) { return .constant(false) }
    throw PredicateFault(.opaque, "a closure can’t be read; use a format")
  }
}
