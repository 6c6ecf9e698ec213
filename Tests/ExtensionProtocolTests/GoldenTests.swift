// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import SchemaChecks
import Testing

/// `wire.md#versions`: each message in its one encoding, with an unknown member and with an unknown word.
@Suite struct GoldenTests {
  @Test(arguments: WireSample.all) func `has one encoding`(_ sample: WireSample) throws {
    #expect(Wire.text(sample.wire) == sample.json)
    let decoded = try Wire.value(sample.json)
    for origin in [WireOrigin.host, .extension] {
      #expect(try sample.matches(decoded, origin), "\(origin)")
    }
  }

  @Test(arguments: WireSample.all)
  func `ignores an unknown member of the host and refuses one of the extension`(_ sample: WireSample) throws {
    let value = try Wire.value(sample.json)
    for pointer in value.objects() where !sample.isForeign(pointer) {
      let grown = value.replacing("\(pointer)/unheardOf", by: 1)
      #expect(try sample.matches(grown, .host), "\(pointer)")
      let error = #expect(throws: WireError.self) { try sample.matches(grown, .extension) }
      #expect(error?.pointer == "\(pointer)/unheardOf")
      #expect(error?.kind == .schema)
    }
  }

  @Test(arguments: WireSample.all.filter { !$0.words.isEmpty })
  func `refuses an unknown word from the extension and quotes it`(_ sample: WireSample) throws {
    let value = try Wire.value(sample.json)
    for (pointer, word) in sample.words {
      let odd = value.replacing(pointer, by: "unheardOf")
      let error = #expect(throws: WireError.self) { try sample.matches(odd, .extension) }
      #expect(error?.pointer == pointer)
      #expect(error?.description.contains("unheardOf") == true)
      switch word {
      case .general: #expect(throws: Never.self) { _ = try sample.matches(odd, .host) }
      case .refused: #expect(throws: WireError.self, "\(pointer)") { try sample.matches(odd, .host) }
      }
    }
  }

  @Test(arguments: WireSample.all) func `refuses null and wrong types everywhere`(_ sample: WireSample) throws {
    let value = try Wire.value(sample.json)
    for pointer in value.places() where !sample.isForeign(pointer) {
      for odd in [WireValue.null, true, 7, "text", [], [:]] where !Self.isSameType(value[pointer], odd) {
        if odd == .null, sample.nullable.contains(pointer) { continue }
        let changed = value.replacing(pointer, by: odd)
        let error = #expect(throws: WireError.self, "\(pointer)") { try sample.matches(changed, .extension) }
        #expect(error.map { pointer.hasPrefix($0.pointer) } == true, "\(pointer): \(error as WireError?)")
        #expect(error?.limit == nil, "\(pointer): no limit was exceeded")
      }
    }
  }

  /// A value without one of its members decodes to another value or not at all, never to the same value.
  @Test(arguments: WireSample.all) func `assumes no value for a missing member`(_ sample: WireSample) throws {
    let value = try Wire.value(sample.json)
    for pointer in value.places()
    where !sample.isForeign(pointer) && Int(pointer.split(separator: "/").last ?? "") == nil {
      // An empty list and empty arguments are as good as none.
      if value[pointer] == [] || pointer == "/arguments" && value[pointer] == [:] { continue }
      let lacking = value.replacing(pointer, by: nil)
      #expect((try? sample.matches(lacking, .extension)) != true, "\(pointer)")
    }
  }

  /// The lists in which an element may stand twice, by the type of their message.
  static let repeatable: Set<String> = [
    "CommitParams effects", "CriteriaPredicate args", "CriteriaPredicate values", "EffectsResult effects",
    "ErrorObject data/supported/protocols", "ErrorObject data/supported/schemas", "FocusDescription notes",
    "FocusPerformResult effects", "FocusSuggestions suggestions", "HelloParams capabilities", "HelloParams features",
    "HelloParams protocols", "HelloParams schemas", "OptionsResult choices", "PerformParams arguments/changes",
    "PerformParams arguments/variants", "ReportData elements", "ShieldActionResult effects", "Snapshot activities",
    "Snapshot activities/events", "Snapshot defaults", "Snapshot defaults/values", "Snapshot focus", "Snapshot stores",
    "Snapshot tokens", "Snapshot widgets", "WidgetDescription intents/parameters/type/cases", "WidgetDescription notes",
    "WidgetRelevanceResult attributes", "WidgetTimelineResult entries",
  ]

  @Test func `refuses a repeated element in every list but those of values and of the host's state`() throws {
    var accepted: Set<String> = []
    for sample in WireSample.all {
      let value = try Wire.value(sample.json)
      for pointer in value.places() where !sample.isForeign(pointer) {
        guard case .array(let elements)? = value[pointer], let last = elements.last else { continue }
        let repeated = value.replacing(pointer, by: .array(elements + [last]))
        do {
          _ = try sample.matches(repeated, .extension)
          let place = pointer.split(separator: "/").filter { Int($0) == nil }.joined(separator: "/")
          accepted.insert("\(sample.type) \(place)")
        } catch {
          #expect(error.pointer.hasPrefix(pointer), "\(error)")
        }
      }
    }
    #expect(accepted == Self.repeatable)
  }

  private static func isSameType(_ left: WireValue?, _ right: WireValue) -> Bool {
    switch (left, right) {
    case (.null, .null), (.bool, .bool), (.integer, .integer), (.string, .string), (.array, .array), (.object, .object):
      true
    default: false
    }
  }
}
