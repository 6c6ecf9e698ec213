// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason that a line is not a message: the kind, rule and position that the journal keeps (`wire.md#errors`).
///
/// It never quotes the line, because that would let a sealed extension send data out.
public struct LineViolation: Error, Hashable, Sendable {
  /// The verdicts of WIRE-B1–WIRE-B4.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case syntax = "line.syntax"
    case profile = "line.profile"
    case notObject = "line.notObject"
    case tooLong = "line.tooLong"
    case tooDeep = "line.tooDeep"
    case tooMany = "line.tooMany"
    case stalled = "line.stalled"
  }

  /// The row of `wire.md#lines` that was violated; `json` stands for the grammar of RFC 8259 itself.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    case s1 = "S1"
    case s2 = "S2"
    case s3 = "S3"
    case s4 = "S4"
    case s5 = "S5"
    case json = "RFC 8259"
    case oneObject
    case lineBytes
    case depth
    case membersPerObject
    case elementsPerArray
    case valuesPerLine
    case stringBytes
    case firstByteToLF
  }

  public var kind: Kind
  public var rule: Rule
  /// The zero-based offset in the line; for a cap, the offset at which the line was cut.
  public var byteOffset: Int

  public init(_ kind: Kind, _ rule: Rule, at byteOffset: Int) {
    self.kind = kind
    self.rule = rule
    self.byteOffset = byteOffset
  }
}

extension LineViolation: CustomStringConvertible {
  public var description: String {
    "\(kind.rawValue): byte \(byteOffset) of the line breaks \(rule.rawValue): \(rule.expectation)."
  }
}

extension LineViolation.Rule {
  /// The behavior the rule requires of the peer.
  fileprivate var expectation: String {
    switch self {
    case .s1: "send UTF-8 in its shortest form, without byte order mark and encoded surrogates"
    case .s2: "use only space and tab as blanks, escape control characters, send no empty lines"
    case .s3: "write numbers as integers within ±(2^53 − 1)"
    case .s4: "name each member once, as a letter and up to 63 letters, digits or dots, without escapes"
    case .s5: "pair surrogate escapes and leave out U+0000 and noncharacters"
    case .json: "send well-formed JSON"
    case .oneObject: "send exactly one object in a line"
    case .lineBytes: "send shorter lines"
    case .depth: "nest less deeply"
    case .membersPerObject: "give an object fewer members"
    case .elementsPerArray: "give an array fewer elements"
    case .valuesPerLine: "send fewer values in a line"
    case .stringBytes: "send shorter strings"
    case .firstByteToLF: "finish a line within the time allowed for it"
    }
  }
}
