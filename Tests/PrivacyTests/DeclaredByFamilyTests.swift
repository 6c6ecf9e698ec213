// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

@testable import BoundaryChecker

/// Whether the check sees that a family's own rules declare the use of items that the person did not pick.
@Suite struct DeclaredByFamilyTests {
  private static func event(_ items: [(String, WireValue)]) -> WireValue {
    var event: WireObject = ["name": "limit", "threshold": ["hour": 1]]
    for (name, value) in items { event[name] = value }
    return ["events": [.object(event)]]
  }

  @Test func `an event without items, or with categories, counts unpicked use`() {
    #expect(FamilySection.countsAll(Self.event([])))
    #expect(FamilySection.countsAll(Self.event([("applications", []), ("categories", []), ("webDomains", [])])))
    #expect(FamilySection.countsAll(Self.event([("applications", ["x"]), ("categories", ["y"])])))
    #expect(!FamilySection.countsAll(Self.event([("applications", ["x"])])))
    #expect(!FamilySection.countsAll(Self.event([("webDomains", ["x"])])))
    #expect(!FamilySection.countsAll(["events": []]))
  }

  @Test func `a shield over categories covers unpicked items`() {
    func shields(_ key: WireValue, _ value: WireValue) -> Bool {
      FamilySection.shieldsCategories(["effects": [["kind": "setSetting", "key": key, "value": value]]])
    }
    #expect(shields("shield.applicationCategories", ["policy": "all"]))
    #expect(shields("shield.webDomainCategories", ["policy": "specific"]))
    #expect(!shields("shield.applicationCategories", .null))
    #expect(!shields("shield.applications", ["x"]))
  }
}
