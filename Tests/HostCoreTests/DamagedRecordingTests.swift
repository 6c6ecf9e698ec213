// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import Testing

/// Recordings that were damaged, or that belong to another state (`recording.md`).
@Suite struct DamagedRecordingTests {
  /// A short recording of a device without families.
  private func short(_ scratch: Scratch) throws -> [Substring] {
    let path = scratch.path + "/short.ndjson"
    let driver = try VirtualDriver(
      HostConfiguration(
        stateDirectory: scratch.path + "/state", outputDirectory: nil, recordingPath: path, families: [],
        launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: HostedRun.start,
        environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
        registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
        presses: PressScript(buttons: []), seed: 1,
        reproducibleKeys: true))
    try driver.run(through: [UseSpan](), until: HostedRun.start.advanced(by: 60_000))
    try driver.close()
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  /// A change to a recording, and the error that names its line.
  struct Damage: CustomTestStringConvertible {
    var testDescription: String
    var says: String
    var change: @Sendable ([Substring]) -> String
  }

  static let damages = [
    Damage(testDescription: "empty", says: "line 1 of the recording: the file is empty.") { _ in "" },
    Damage(testDescription: "foreign", says: "line 1 of the recording: it is not the header of a recording.") { _ in
      "{\"title\":\"notes\"}\n"
    },
    Damage(testDescription: "newer", says: "line 1 of the recording: its version is 3, and this build reads up to 2") {
      ([$0[0].replacing("\"recording\":2", with: "\"recording\":3")] + $0.dropFirst()).joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "older", says: "line 1 of the recording: its version is 1, which holds no inputs") {
      ([$0[0].replacing("\"recording\":2", with: "\"recording\":1")] + $0.dropFirst()).joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "a header without a seed", says: "line 1 of the recording: its header can't be read") {
      ([$0[0].replacing("\"seed\":1", with: "\"sad\":1")] + $0.dropFirst()).joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "without its end", says: "the recording ends here without its closing line") {
      $0.dropLast().joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "cut within a line", says: "the recording ends within this line; it was cut off.") {
      String($0.joined(separator: "\n").dropLast(5))
    },
    Damage(testDescription: "a line is gone", says: "line 3 of the recording: it is numbered 3, and must be 2.") {
      ($0.prefix(2) + $0.dropFirst(3)).joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "an unknown input", says: "line 2 of the recording: it can't be read") {
      ([$0[0], Substring($0[1].replacing("\"kind\":\"operator\"", with: "\"kind\":\"weather\""))] + $0.dropFirst(2))
        .joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "garbage", says: "line 2 of the recording: it can't be read") {
      ([$0[0], "\u{0}garbage"] + $0.dropFirst(2)).joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "another input", says: "its SHA-256 is not that of the lines before it") {
      $0.joined(separator: "\n").replacing("\"starts\"", with: "\"delivers\"") + "\n"
    },
    Damage(testDescription: "another count", says: "lines, and there are") {
      ($0.dropLast() + [Substring($0[$0.count - 1].replacing("\"lines\":", with: "\"lines\":1"))])
        .joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "an unknown event", says: "line 2 of the recording: its event “weather” is unknown") {
      ([$0[0], Substring($0[1].replacing("\"event\":\"input\"", with: "\"event\":\"weather\""))] + $0.dropFirst(2))
        .joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "a number that is too large", says: "has the number 9007199254740992, which is not within")
    {
      ([Substring($0[0].replacing(/"created":\d+/, with: "\"created\":9007199254740992"))] + $0.dropFirst())
        .joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "the largest number", says: "line 1 of the recording: its header can't be read") {
      ([Substring($0[0].replacing(/"created":\d+/, with: "\"created\":9007199254740991"))] + $0.dropFirst())
        .joined(separator: "\n") + "\n"
    },
    Damage(testDescription: "something after the end", says: "it follows the end of the recording.") {
      $0.joined(separator: "\n") + "\n{}\n"
    },
  ]

  @Test(arguments: damages) func `a damaged recording is refused with the line of the damage`(_ damage: Damage) throws {
    let scratch = Scratch()
    let path = try scratch.write(damage.change(try short(scratch)), to: "damaged.ndjson")
    let error = try #require(throws: RecordingError.self) { try Recording(contentsOf: path) }
    #expect("\(error)".contains(damage.says), "\(error)")
  }

  @Test func `a recording that is a pipe or a directory is refused without reading`() throws {
    let scratch = Scratch()
    #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
    for path in [scratch.path + "/pipe", scratch.path, scratch.path + "/nothing"] {
      #expect(throws: HostError.self) { try Recording(contentsOf: path) }
    }
  }

  @Test func `a replay stops at the first input with a different result`() throws {
    let scratch = Scratch()
    _ = try short(scratch)
    let recording = try Recording(contentsOf: scratch.path + "/short.ndjson")
    // This state is not the one that the run began with.
    let error = #expect(throws: RecordingError.self) {
      try Replay(recording, families: [], in: scratch.path + "/state").run()
    }
    #expect(error.map { "\($0)".contains("which is not in") } == true)
    #expect(try Replay(recording, families: [], in: scratch.path + "/fresh").run() == nil)
  }
}
