// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import SchemaChecks
import Testing

/// Every string, number and list of every message, at the bounds that its schema names and just beyond them.
@Suite struct WireBoundTests {
  @Test(arguments: WireSample.all)
  func `the reader has the bounds of the schema at every place of a message`(_ sample: WireSample) throws {
    // A bound is the same for both senders.
    let origin = WireOrigin.extension
    let value = try Wire.value(sample.json)
    let root = WireSchema(origin: origin).document(of: sample.type)
    let check = JSONSchemaCheck(root: root)
    let bounds = SchemaBounds(root: root)
    for place in value.places() where !Self.unexpressed.contains(String(place.split(separator: "/").last ?? "")) {
      for candidate in bounds.values(at: place, of: value) {
        let changed = value.replacing(place, by: candidate)
        var isTaken = true
        do { _ = try sample.matches(changed, origin) } catch { isTaken = false }
        let isValid = try check.accepts(changed)
        #expect(isValid == isTaken, "\(sample.type) at \(place): \(Self.title(candidate))")
      }
    }
  }

  /// Members with a rule that no keyword expresses: an end is not before its start, each variant of a view occurs once,
  /// and the nodes and values of a predicate are counted together.
  private static let unexpressed: Set = ["start", "end", "views", "args", "values"]

  private static func title(_ value: WireValue) -> String {
    switch value {
    case .string(let text): "a text of \(text.utf8.count)"
    case .array(let elements): "a list of \(elements.count)"
    default: "\(value)"
    }
  }
}
