// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import SchemaChecks
import Testing
import UsageSources

/// The schema of records of use against the reader: both take and refuse the same records.
@Suite struct SampleSchemaTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
  private static var codec: JSONCodec { JSONCodec(limits: .standard) }

  /// The records of the page. They are of all kinds.
  private static func examples() throws -> [WireValue] {
    let page = try String(contentsOf: root.appending(path: "docs/samples.md"), encoding: .utf8)
    return try page.split(separator: "\n").filter { $0.hasPrefix("{\"v\":1,\"source\"") }.map {
      try codec.decode(Array($0.utf8))
    }
  }

  private static func isRead(_ value: WireValue) -> Bool {
    (try? UsageSample(line: codec.encode(value))) != nil
  }

  /// `SALLYPORT_UPDATE_RULES=1` (`make rules`) writes the file instead.
  @Test func `the schema of records in docs is the one that the values give`() throws {
    let file = Self.root.appending(path: SampleSchema.path)
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try Data(SampleSchema.text.utf8).write(to: file)
    }
    let isCurrent = try String(contentsOf: file, encoding: .utf8) == SampleSchema.text
    #expect(isCurrent, "\(SampleSchema.path) differs from the values; write it again with: make rules")
  }

  @Test func `accepts each record of the page`() throws {
    let check = JSONSchemaCheck(root: SampleSchema.document)
    let examples = try Self.examples()
    #expect(Set(examples.compactMap { $0["/kind"] }).count >= 6)
    for record in examples { #expect(try check.accepts(record), "\(record)") }
  }

  @Test func `judges a record as the reader does when a member is added, missing, of another type or unknown`() throws {
    let check = JSONSchemaCheck(root: SampleSchema.document)
    var refused = 0
    for record in try Self.examples() {
      for changed in Self.changes(of: record) {
        let isRead = Self.isRead(changed)
        refused += isRead ? 0 : 1
        #expect(try check.accepts(changed) == isRead, "\(String(decoding: Self.codec.encode(changed), as: UTF8.self))")
      }
    }
    #expect(refused > 300)
  }

  private static let words: [String: [WireValue]] = [
    "/v": [0, 2], "/source": ["sway", "replay", "logind", "Sway"],
    "/stream": ["", "A", "a b", .string(String(repeating: "a", count: 65))],
    "/kind": ["app", "none", "web", "active", "idle", "lock", "off", "gap", "nap"],
    "/id": ["", "a/b", "org.example.App", "games.example", "1.2.3.4", "-a.example", "a\u{7}"],
    "/via": ["", "a/b", "firefox-esr"], "/start": [-1, 7_258_118_400_001],
    "/resolution": [0, 1, 86_400_000, 86_400_001],
    "/boot": ["5c1e07aa", "5C1E07AA", "5c1e07a"], "/up": [-1, 0, 7_258_118_400_001],
    "/why": ["suspended", "unsupported", "tired"], "/of": ["focus", "web", "presence", "window"],
    "/title": ["A letter"],
  ]

  private static func changes(of record: WireValue) -> [WireValue] {
    record.places().map { record.replacing($0, by: nil) }
      + record.places().flatMap { place in
        [WireValue.null, true, "unheardOf", [], [:]].map { record.replacing(place, by: $0) }
      }
      + words.flatMap { place, values in values.map { record.replacing(place, by: $0) } }
  }
}
