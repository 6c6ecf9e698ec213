// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A predicate as data: `op`, and the `args` of a connective or the `values` of a comparison (FOCUS-F20).
extension CriteriaPredicate: WireConvertible {
  private enum Word: String, WireWord {
    case `true`, `false`, not, and, or
    case eq, ne, `in`, inText, contains, beginsWith, endsWith, like
  }

  fileprivate enum OptionWord: String, WireWord {
    case c, d
  }

  public var wire: WireValue {
    switch self {
    case .constant(let value): ["op": value ? "true" : "false"]
    case .not(let predicate): ["args": [predicate.wire], "op": "not"]
    case .all(let predicates): ["args": .array(predicates.map(\.wire)), "op": "and"]
    case .any(let predicates): ["args": .array(predicates.map(\.wire)), "op": "or"]
    case .comparison(let comparison): Self.wire(comparison)
    }
  }

  private static func wire(_ comparison: CriteriaComparison) -> WireValue {
    let word: Word =
      switch comparison.operation {
      case .equal: .eq
      case .notEqual: .ne
      case .contained: if case .text = comparison.value { .inText } else { .in }
      case .contains: .contains
      case .beginsWith: .beginsWith
      case .endsWith: .endsWith
      case .like: .like
      }
    let values: [String] =
      switch comparison.value {
      case .absent: []
      case .text(let text): [text]
      case .list(let list): list
      }
    let options: [OptionWord] = (comparison.ignoresCase ? [.c] : []) + (comparison.ignoresMarks ? [.d] : [])
    return ["op": word.wire, "options": options.wireUnlessEmpty, "values": values.wire]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    try self.init(wire: value, at: pointer, from: origin, depth: 1)
  }

  private init(
    wire value: WireValue, at pointer: String, from origin: WireOrigin, depth: Int
  ) throws(WireError) {
    guard depth <= Self.maximumDepth else {
      throw WireError(.limit, at: pointer, "is nested deeper than \(Self.maximumDepth)").named(.predicate)
    }
    var reader = try WireReader(value, at: pointer, from: origin)
    switch try reader.required("op", as: Word.self) {
    case .true: self = .constant(true)
    case .false: self = .constant(false)
    case .not:
      let arguments = try Self.arguments(&reader, depth: depth)
      guard arguments.count == 1, let argument = arguments.first else {
        throw WireError(at: reader.path("args"), "has \(arguments.count) elements; “not” takes one")
      }
      self = .not(argument)
    case .and: self = .all(try Self.arguments(&reader, depth: depth))
    case .or: self = .any(try Self.arguments(&reader, depth: depth))
    case .eq: self = .comparison(try CriteriaComparison(.equal, &reader, .atMostOne))
    case .ne: self = .comparison(try CriteriaComparison(.notEqual, &reader, .atMostOne))
    case .in: self = .comparison(try CriteriaComparison(.contained, &reader, .any))
    case .inText: self = .comparison(try CriteriaComparison(.contained, &reader, .one))
    case .contains: self = .comparison(try CriteriaComparison(.contains, &reader, .one))
    case .beginsWith: self = .comparison(try CriteriaComparison(.beginsWith, &reader, .one))
    case .endsWith: self = .comparison(try CriteriaComparison(.endsWith, &reader, .one))
    case .like: self = .comparison(try CriteriaComparison(.like, &reader, .one))
    }
    try reader.finish()
  }

  private static func arguments(_ reader: inout WireReader, depth: Int) throws(WireError) -> [CriteriaPredicate] {
    let place = reader.path("args")
    guard let value = reader.value("args") else { return [] }
    guard case .array(let elements) = value else { throw WireError(at: place, "is not an array") }
    guard elements.count < maximumNodes else {
      throw WireError(.limit, at: place, "has \(elements.count) elements").named(.predicate)
    }
    var arguments: [CriteriaPredicate] = []
    for (index, element) in elements.enumerated() {
      arguments.append(
        try CriteriaPredicate(wire: element, at: "\(place)/\(index)", from: reader.origin, depth: depth + 1))
    }
    return arguments
  }

  /// The reason why the predicate is too large, or `nil`.
  var limitFault: String? {
    do {
      try checkLimits()
      return nil
    } catch { return error.detail }
  }
}

extension CriteriaComparison {
  fileprivate enum Count {
    case one, atMostOne, any
  }

  fileprivate init(_ operation: Operator, _ reader: inout WireReader, _ count: Count) throws(WireError) {
    let options = try reader.list("options", of: CriteriaPredicate.OptionWord.self)
      .checkedAsSet(at: reader.path("options"))
    let place = reader.path("values")
    let values = try reader.list("values", of: String.self)
    for (index, value) in values.enumerated() {
      do {
        try WireText.check(
          value, as: .text, atMost: CriteriaPredicate.maximumTextBytes, at: "\(place)/\(index)")
      } catch { throw error.named(.predicate) }
    }
    let value: Value
    switch (count, values.count) {
    case (.any, _): value = .list(values)
    case (.atMostOne, 0): value = .absent
    case (.one, 1), (.atMostOne, 1): value = .text(values[0])
    case (.one, let count), (.atMostOne, let count):
      throw WireError(at: place, "has \(count) elements; the comparison takes one")
    }
    self.init(operation, value, ignoresCase: options.contains(.c), ignoresMarks: options.contains(.d))
  }
}
