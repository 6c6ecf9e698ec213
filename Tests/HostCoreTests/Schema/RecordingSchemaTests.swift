// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import SchemaChecks
import ScreenTimeStore
import Testing

@testable import HostCore

/// The schema of recordings against the reader: both take and refuse the same lines.
@Suite struct RecordingSchemaTests {
  /// The lines of the page: the header, and one or more of each event.
  private static func examples() throws -> (header: WireValue, lines: [WireValue]) {
    let page = try String(contentsOfFile: HostProgram.root + "/docs/recording.md", encoding: .utf8)
    let lines = try page.split(separator: "\n").filter { $0.hasPrefix("{\"") }.map {
      try JSONDecoder().decode(WireValue.self, from: Data($0.utf8))
    }
    return (try #require(lines.first { $0["/recording"] != nil }), lines.filter { $0["/event"] != nil })
  }

  /// Whether the reader takes a recording of the header, the line as its first one, and the end.
  private static func isRead(_ header: WireValue, _ line: WireValue?) throws -> Bool {
    var bytes = try CanonicalJSON.bytes(of: header) + [UInt8(ascii: "\n")]
    if let line { bytes += try CanonicalJSON.bytes(of: line.replacing("/n", by: 1)) + [UInt8(ascii: "\n")] }
    var digest = RunningDigest()
    digest.update(bytes)
    let count: Int64 = line == nil ? 1 : 2
    let end: WireValue = [
      "at": 0, "event": "end", "lines": .integer(count), "n": .integer(count), "sha256": .string(digest.hexadecimal),
    ]
    bytes += try CanonicalJSON.bytes(of: end) + [UInt8(ascii: "\n")]
    return (try? Recording(bytes)) != nil
  }

  /// `SALLYPORT_UPDATE_RULES=1` (`make rules`) writes the file instead.
  @Test func `the schema of recordings in docs is the one that the values give`() throws {
    let path = HostProgram.root + "/" + RecordingSchema.path
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try Data(RecordingSchema.text.utf8).write(to: URL(filePath: path))
    }
    let isCurrent = try String(contentsOfFile: path, encoding: .utf8) == RecordingSchema.text
    #expect(isCurrent, "\(RecordingSchema.path) differs from the values; write it again with: make rules")
  }

  @Test func `accepts each line of the page, which shows every event`() throws {
    let check = JSONSchemaCheck(root: RecordingSchema.document)
    let (header, lines) = try Self.examples()
    let events = Set(lines.compactMap { $0["/event"] })
    #expect(events == Set(RecordedEvent.allCases.map { .string($0.rawValue) }))
    for line in [header] + lines { #expect(try check.accepts(line), "\(line)") }
    for line in lines where line["/event"] != "end" { #expect(try Self.isRead(header, line), "\(line)") }
  }

  @Test func `judges a line as the reader does when a member is added, missing, of another type or unknown`() throws {
    let check = JSONSchemaCheck(root: RecordingSchema.document)
    let (header, lines) = try Self.examples()
    // The end counts the lines and bytes before it, which a schema can't.
    for line in lines where line["/event"] != "end" {
      for (place, changed) in Self.changes(of: line) where place != "/n" {
        #expect(try check.accepts(changed) == Self.isRead(header, changed), "\(place) of \(line)")
      }
    }
    for (place, changed) in Self.changes(of: header) {
      #expect(try check.accepts(changed) == Self.isRead(changed, nil), "\(place) of the header")
    }
  }

  @Test(arguments: ["lines", "sha256", "at", "n"])
  func `refuses an end of which a member is missing or of another type`(member: String) throws {
    let check = JSONSchemaCheck(root: RecordingSchema.document)
    let (header, lines) = try Self.examples()
    let end = try #require(lines.first { $0["/event"] == "end" })
    for odd in [nil, .null, true, [], [:]] as [WireValue?] {
      let changed = end.replacing("/\(member)", by: odd)
      let bytes = try CanonicalJSON.bytes(of: header) + [0x0A] + CanonicalJSON.bytes(of: changed) + [0x0A]
      #expect(try !check.accepts(changed))
      #expect(throws: RecordingError.self) { try Recording(bytes) }
    }
  }

  private static let words = [
    "/event": "weather", "/from": "operator", "/kind": "weather", "/clock": "sundial", "/mode": "loose",
    "/redaction": "some", "/data": "made-up",
  ]

  /// The line with something else at each place. The inside of an input and of the settings is the host's own encoding,
  /// for which there is no schema.
  private static func changes(of line: WireValue) -> [(String, WireValue)] {
    let places = line.places().filter { place in
      !["/value", "/message"].contains { place.hasPrefix($0) }
        && (!place.hasPrefix("/settings/") || place.dropFirst(10).contains("/") == false)
    }
    var changes = [("/unheardOf", line.replacing("/unheardOf", by: 1))]
    for place in places {
      changes.append((place, line.replacing(place, by: nil)))
      guard !place.hasPrefix("/settings/") else { continue }
      for odd in [WireValue.null, true, "unheardOf", 0, [], [:]] where !isFree(place, odd) {
        changes.append((place, line.replacing(place, by: odd)))
      }
    }
    for (place, word) in words where line[place] != nil {
      // A state goes from one of many states.
      guard place != "/from" || line["/event"] == "line" else { continue }
      changes.append((place, line.replacing(place, by: .string(word))))
    }
    return changes
  }

  /// The last element of a list can't be removed by its index.
  private static func isFree(_ place: String, _ odd: WireValue) -> Bool { place == "/recording" && odd == "unheardOf" }
}
