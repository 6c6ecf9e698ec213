// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SchemaChecks
import Testing

/// The schemas of the wire in docs/schema against the reader: both accept and refuse the same messages.
@Suite struct WireSchemaTests {
  private static let checks: [(origin: WireOrigin, schema: WireSchema)] = WireSchema.all.map { ($0.origin, $0) }

  /// `SALLYPORT_UPDATE_RULES=1` (`make rules`) writes the files instead.
  @Test(arguments: WireSchema.all) func `the schema in docs matches the generated one`(_ schema: WireSchema)
    throws
  {
    let file = WirePageTests.root.appending(path: schema.path)
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try Data(schema.text.utf8).write(to: file)
    }
    let isCurrent = try String(contentsOf: file, encoding: .utf8) == schema.text
    #expect(isCurrent, "\(schema.path) differs from the values; update it with: make rules")
  }

  @Test func `accepts every line of the page and of the worked sessions`() throws {
    var lines = WirePageTests.examples.filter { ["host", "extension"].contains($0.kind) }.map {
      ($0.isFromHost, $0.line)
    }
    lines += WorkedSessionTests.sessions.flatMap(WorkedSessionTests.lines).map { ($0.isFromHost, $0.json) }
    #expect(lines.count > 40)
    for (isFromHost, line) in lines {
      let schema = WireSchema(origin: isFromHost ? .host : .extension)
      #expect(try JSONSchemaCheck(root: schema.document).accepts(try Wire.value(line)), "\(line)")
    }
  }

  @Test(arguments: WireSample.all)
  func `agrees with the reader when a member is added, missing or of another type`(
    _ sample: WireSample
  ) throws {
    let value = try Wire.value(sample.json)
    for (origin, schema) in Self.checks {
      let check = JSONSchemaCheck(root: schema.document(of: sample.type))
      for (place, changed) in Self.changes(of: value, in: sample) {
        var isTaken = true
        do { _ = try sample.matches(changed, origin) } catch { isTaken = false }
        #expect(try check.accepts(changed) == isTaken, "\(sample.type) of \(origin) at \(place)")
      }
    }
  }

  /// A schema counts characters and the wire counts bytes, so a schema may accept more, never less.
  @Test(arguments: FieldLimitsTests.names + FieldLimitsTests.texts + FieldLimitsTests.numbers + FieldLimitsTests.counts)
  func `never refuses a field within its limit`(_ sample: LimitSample) throws {
    let check = JSONSchemaCheck(root: WireSchema(origin: .extension).document(of: sample.type))
    if sample.pointer == nil { #expect(try check.accepts(sample.wire)) }
  }

  @Test(arguments: FieldLimitsTests.numbers) func `refuses a number beyond its limit`(_ sample: LimitSample) throws {
    let check = JSONSchemaCheck(root: WireSchema(origin: .extension).document(of: sample.type))
    // No keyword expresses that a span ends after it starts.
    let isOrder = sample.wire["/start"] != nil && sample.wire["/end"] == 1
    if sample.pointer != nil, !isOrder { #expect(try !check.accepts(sample.wire)) }
  }

  private static func changes(of value: WireValue, in sample: WireSample) -> [(String, WireValue)] {
    var changes = [("", value)]
    for pointer in value.objects() where !sample.isForeign(pointer) {
      changes.append((pointer, value.replacing("\(pointer)/unheardOf", by: 1)))
    }
    for pointer in value.places() where !sample.isForeign(pointer) {
      if Int(pointer.split(separator: "/").last ?? "") == nil {
        changes.append((pointer, value.replacing(pointer, by: nil)))
      }
      for odd in [WireValue.null, true, 7, [], [:]] where !isNumber(value[pointer]) || odd != 7 {
        changes.append((pointer, value.replacing(pointer, by: odd)))
      }
    }
    for pointer in sample.words.keys { changes.append((pointer, value.replacing(pointer, by: "unheardOf"))) }
    return changes
  }

  /// A different number could change the order of two members, for which a schema has no keyword.
  private static func isNumber(_ value: WireValue?) -> Bool {
    if case .integer = value { true } else { false }
  }
}
