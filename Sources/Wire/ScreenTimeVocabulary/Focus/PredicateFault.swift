// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a predicate can't be used (FOCUS-F22).
public struct PredicateFault: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Hashable, Sendable {
    case syntax = "predicate.syntax"
    case unsupported = "predicate.unsupported"
    case type = "predicate.type"
    case opaque = "predicate.opaque"
    case limit = "limit.predicate"
  }

  public var code: Code
  /// The position in the format, counted in characters from 1; `nil` for a predicate without a format.
  public var column: Int?
  public var detail: String

  public init(_ code: Code, column: Int? = nil, _ detail: String) {
    self.code = code
    self.column = column
    self.detail = detail
  }

  public var description: String {
    "\(code.rawValue)\(column.map { " at column \($0)" } ?? ""): \(detail)."
  }
}

extension CriteriaPredicate {
  public static let maximumNodes = 64
  public static let maximumDepth = 8
  public static let maximumValues = 256
  public static let maximumTextBytes = 4096

  /// Throws `limit.predicate` for a predicate that is larger than both sides accept.
  public func checkLimits() throws(PredicateFault) {
    var size = Size()
    measure(depth: 1, into: &size)
    if size.depth > Self.maximumDepth { throw fault("is nested \(size.depth) deep", Self.maximumDepth) }
    if size.nodes > Self.maximumNodes { throw fault("has \(size.nodes) nodes", Self.maximumNodes) }
    if size.values > Self.maximumValues { throw fault("has \(size.values) values", Self.maximumValues) }
    if size.longest > Self.maximumTextBytes {
      throw fault("has a text of \(size.longest) bytes", Self.maximumTextBytes)
    }
  }

  private struct Size {
    var nodes = 0
    var depth = 0
    var values = 0
    var longest = 0
  }

  private func fault(_ detail: String, _ limit: Int) -> PredicateFault {
    PredicateFault(.limit, "the predicate \(detail) (limit \(limit))")
  }

  private func measure(depth: Int, into size: inout Size) {
    size.nodes += 1
    size.depth = max(size.depth, depth)
    switch self {
    case .constant: break
    case .not(let predicate): predicate.measure(depth: depth + 1, into: &size)
    case .all(let predicates), .any(let predicates):
      for predicate in predicates { predicate.measure(depth: depth + 1, into: &size) }
    case .comparison(let comparison):
      let texts: [String] =
        switch comparison.value {
        case .absent: []
        case .text(let text): [text]
        case .list(let list): list
        }
      size.values += texts.count
      size.longest = max(size.longest, texts.map(\.utf8.count).max() ?? 0)
    }
  }
}
