// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// The members of a recording's lines, and the limits and refusals of its reader, its writer and a replay.
@Suite struct RecordedLineTests {
  private let scratch = Scratch()

  // MARK: - Members

  /// A line of each event with all of its members, and the names of those that it needs besides `at`, `event` and `n`.
  private static let lines: [(event: RecordedEvent, members: [String: WireValue], needs: [String])] = [
    (.input, ["kind": "time", "value": [:], "outcome": [:]], ["kind", "outcome", "value"]),
    (.launch, ["extension": "a.x", "grade": "full", "reason": "delivery"], ["extension", "grade", "reason"]),
    (
      .state, ["extension": "a.x", "from": "cold", "to": "launching", "reason": "delivery"],
      ["extension", "from", "reason", "to"]
    ),
    (.line, ["from": "host", "message": 1, "bytes": "AA==", "sealed": true], ["from"]),
    (.log, ["bytes": 1, "text": "x", "magnitude": 1], []),
    (
      .settled, ["outcome": "applied", "extension": "a.x", "reason": "reply.ok", "sequence": 0],
      ["outcome"]
    ),
    (.shield, ["kind": "category", "id": "3", "since": -1, "until": -1], ["id", "kind", "since", "until"]),
    (
      .filling, ["family": "a", "activity": "day", "name": "limit", "level": 0, "pieces": []],
      ["activity", "family", "level", "name", "pieces"]
    ),
    (.end, ["lines": 1, "sha256": "00"], ["lines", "sha256"]),
  ]

  private static func whole(_ event: RecordedEvent, _ members: [String: WireValue]) -> [String: WireValue] {
    let common: [String: WireValue] = ["event": .string(event.rawValue), "n": 1, "at": -1, "process": 1]
    return members.merging(common) { own, _ in own }
  }

  @Test func `a line may lack the members that its event does not need, and no others`() {
    #expect(Set(Self.lines.map(\.event)) == Set(RecordedEvent.allCases))
    for (event, members, needs) in Self.lines {
      let line = Self.whole(event, members)
      #expect(event.fault(in: line) == nil, "\(event)")
      let needed = line.keys.filter { name in
        var shorter = line
        shorter.removeValue(forKey: name)
        let fault = event.fault(in: shorter)
        #expect(fault == nil || fault == "“\(name)” is missing", "\(event)")
        return fault != nil
      }
      #expect(needed.sorted() == (needs + ["at", "event", "n"]).sorted(), "\(event)")
    }
  }

  @Test func `each number of a line has its least value`() {
    let leasts: [RecordedEvent: [String: Int64]] = [
      .log: ["bytes": 1, "magnitude": 1], .settled: ["sequence": 0], .filling: ["level": 0], .end: ["lines": 1],
    ]
    for (event, members, _) in Self.lines {
      let line = Self.whole(event, members)
      let own = (leasts[event] ?? [:]).merging(["n": 1, "process": 1]) { own, _ in own }
      for (name, least) in own {
        for (number, isFault) in [(least - 1, true), (least, false), (least + 1, false)] {
          var changed = line
          changed[name] = .integer(number)
          let says = "“\(name)” is not an integer of at least \(least)"
          #expect(event.fault(in: changed) == (isFault ? says : nil), "\(event) \(name) \(number)")
        }
      }
    }
  }

  @Test func `a member of another form is refused`() {
    for (event, name, value, says) in [
      (.input, "kind", "weather", "“kind” is not \(RecordedEvent.inputKinds.joined(separator: " or "))"),
      (.input, "value", "x", "“value” is not an object"), (.launch, "grade", 1, "“grade” is not a string"),
      (.line, "from", "nobody", "“from” is not extension or host"), (.line, "sealed", false, "“sealed” is not true"),
      (.line, "sealed", 1, "“sealed” is not true"), (.shield, "since", "now", "“since” is not an integer"),
      (.shield, "kind", "person", "“kind” is not application or category or webDomain"),
    ] as [(RecordedEvent, String, WireValue, String)] {
      let members = Self.lines.first { $0.event == event }?.members ?? [:]
      var line = Self.whole(event, members)
      line[name] = value
      #expect(event.fault(in: line) == says)
    }
  }

  // MARK: - Limits

  private func configuration(
    from start: Timestamp = HostedRun.start, families: [LoadedFamily] = []
  ) -> HostConfiguration {
    HostConfiguration(
      stateDirectory: scratch.path, outputDirectory: nil, recordingPath: nil, families: families,
      launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: start,
      environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
      registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true)
  }

  private func recording(_ configuration: HostConfiguration, base: String = "empty") throws -> Recording {
    let path = scratch.path + "/run.ndjson"
    try Recorder(path: path, configuration, base: base).finish(at: 0)
    return try Recording(contentsOf: path)
  }

  @Test func `a recording has at most 512 MiB and a line 16 MiB, and a larger file is not read`() throws {
    #expect(Recording.mostLineBytes == 16_777_216)
    try #require(Recording.mostBytes == 536_870_912)
    let path = try scratch.write("", to: "large.ndjson")
    #expect(truncate(path, 536_870_913) == 0)
    #expect(throws: HostError.self) { try Recording(contentsOf: path) }
  }

  @Test func `a manifest of more than 4 MiB has no digest`() throws {
    let families = try ScriptFamilies()
    defer { withExtendedLifetime(families) {} }
    try families.add("one")
    let catalog = FamilyCatalog(directories: [families.manifests], owner: getuid())
    var family = try #require(catalog.families.first)
    #expect(family.sha256?.count == 64)
    family.file = try scratch.write("", to: "large.json")
    for (size, isRead) in [(4_194_304, true), (4_194_305, false)] {
      #expect(truncate(family.file, size) == 0)
      #expect((family.sha256 != nil) == isRead, "\(size)")
    }
  }

  @Test func `a run may begin with the first and the last instant of a device, and with no other`() throws {
    let last = WireLimits.latestTime
    for milliseconds in [0, 1, last] {
      let start = Timestamp(milliseconds: milliseconds)
      #expect(try recording(configuration(from: start)).header.run.created == start)
    }
    for milliseconds in [-1, last + 1] {
      let error = #expect(throws: RecordingError.self) {
        try recording(configuration(from: Timestamp(milliseconds: milliseconds)))
      }
      #expect(error?.line == 1 && error?.message.hasPrefix("its header can't be read: ") == true)
    }
  }

  @Test func `lines are written as soon as they have more than 256 KiB together`() throws {
    let path = scratch.path + "/blocks.ndjson"
    func written(_ length: Int) throws -> Int {
      let recorder = try Recorder(path: path, configuration(), base: "empty")
      recorder.record("log", at: 0, process: 1, ["text": .string(String(repeating: "x", count: length))])
      return try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
    let others = try written(300_000) - 300_000
    for (total, isWritten) in [(262_143, false), (262_144, false), (262_145, true)] {
      #expect(try written(total - others) == (isWritten ? total : 0))
    }
  }

  // MARK: - Refusals

  @Test func `settings that no device has are faults of the first line`() throws {
    var header = try recording(configuration()).header
    func refusal() throws -> RecordingError? {
      do {
        _ = try header.configuration(directory: "", families: [], programs: PlayedPrograms(parts: [:]))
        return nil
      } catch let error as RecordingError { return error }
    }
    header.settings.retentionDays = 401
    #expect(try refusal() == RecordingError(line: 1, "it keeps use for 401 days, and a device keeps 1 to 400"))
    header.run.profile = "loose"
    #expect(try refusal() == RecordingError(line: 1, "its profile “loose” is unknown to this build"))
  }

  @Test func `a number that is too large is a fault of the header`() throws {
    _ = try recording(configuration())
    let text = try String(contentsOfFile: scratch.path + "/run.ndjson", encoding: .utf8)
    let created = "\"created\":\(HostedRun.start.milliseconds)"
    for number in ["9007199254740992", "-9007199254740992"] {
      let changed = text.replacing(created, with: "\"created\":\(number)")
      let says = "its header can't be read: “created” has the number \(number), which is not within ±(2^53 − 1)"
      #expect(throws: RecordingError(line: 1, says)) { try Recording(Array(changed.utf8)) }
    }
  }

  @Test func `a replay needs the families and the state of its recording`() throws {
    let families = try ScriptFamilies()
    defer { withExtendedLifetime(families) {} }
    try families.add("one")
    let catalog = FamilyCatalog(directories: [families.manifests], owner: getuid())
    let own = try #require(catalog.families.first)
    let recorded = try recording(configuration(families: [own]))
    func refused(_ recording: Recording, _ families: [LoadedFamily], _ says: String) {
      #expect(throws: RecordingError(line: 1, says)) {
        try Replay(recording, families: families, in: scratch.path + "/replay").run()
      }
    }
    refused(recorded, [], "it was made with the family “one”, whose manifest is not here")
    // Either the manifest's file or the behaviour that was read from it may be another.
    var (strict, moved) = (own, own)
    strict.manifest.behaviour = .appleCompatible
    moved.file = try scratch.write("{}", to: "one.json")
    for other in [strict, moved] { refused(recorded, [other], "the manifest of “one” has changed since it was made") }
    refused(
      try recording(configuration(), base: "0123"), [],
      "it went on from the state “0123”, which is not in \(scratch.path)/replay")
  }
}
