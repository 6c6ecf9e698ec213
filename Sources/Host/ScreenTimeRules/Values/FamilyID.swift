// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The name of a family, from its manifest.
package struct FamilyID: Hashable, Comparable, Codable, Sendable, CodingKeyRepresentable {
  package var rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  package init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  package init?(codingKey: some CodingKey) { rawValue = codingKey.stringValue }

  package var codingKey: any CodingKey { NameKey(rawValue) }

  package static func < (left: FamilyID, right: FamilyID) -> Bool { left.rawValue.isOrderedBefore(right.rawValue) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
