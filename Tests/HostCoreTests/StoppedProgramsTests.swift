// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// How running processes end when a person closes, revokes, removes or resets their family.
@Suite struct StoppedProgramsTests {
  private static let one = FamilyID("one")
  private static let two = FamilyID("two")
  private static let chess = Item.application("org.gnome.Chess")

  /// The moves of each program's process, from the recording.
  private func moves(in path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard value?["event"] as? String == "state" else { return nil }
      func word(_ name: String) -> String { value?[name] as? String ?? "-" }
      return "\(word("extension")) \(word("from")) → \(word("to")) \(word("reason"))"
    }
  }

  /// The moves of two families whose apps stay open and whose monitors were called a moment before the act.
  private func run(_ act: (VirtualDriver) throws -> Void) throws -> [String] {
    let run = try LiveRun([
      "one.app": .setsUp, "one.monitor": .answers(["effects": []]), "two.app": .setsUp, "two.monitor": .crashes,
    ])
    run.recording = run.families.scratch.path + "/run.ndjson"
    var configuration = try run.configuration(clock: .virtual)
    configuration.answers = PersonAnswers(
      families: [
        "one": .init(authorize: .approved, leavesOpen: true), "two": .init(authorize: .approved, leavesOpen: true),
      ], otherwise: .unanswered)
    let driver = try VirtualDriver(configuration)
    let end = LiveRun.start.advanced(by: 65_000)
    try driver.run(through: [UseSpan(start: LiveRun.start, end: end, app: Self.chess, isPresent: true)], until: end)
    try act(driver)
    try driver.close()
    return try moves(in: try #require(run.recording))
  }

  /// The moves after those of a run in which nothing was stopped.
  private func moves(_ act: (VirtualDriver) throws -> Void) throws -> [String] {
    let (plain, found) = (try run { _ in }, try run(act))
    let common = zip(plain, found).prefix { $0 == $1 }.count
    return Array(found.dropFirst(common))
  }

  @Test func `each end of a family stops its processes with its own reason`() throws {
    let acts: [(String, (VirtualDriver) throws -> Void)] = [
      ("nothing", { _ in }),
      ("closed", { try $0.act(.person(PersonAct(.closes(Self.one)))) }),
      ("revoked", { try $0.revoke(Self.one, by: .person) }),
      ("removed", { try $0.remove(Self.one, by: .person) }),
      ("reset", { try $0.reset("two.monitor") }),
      (
        "opened again",
        { driver in
          try driver.act(.person(PersonAct(.closes(Self.one))))
          try driver.open(Self.one)
        }
      ),
      ("a minute later", { try $0.run(through: [UseSpan](), until: $0.device.now.advanced(by: 60_000)) }),
    ]
    var lines: [String] = []
    for (what, act) in acts {
      lines.append("# \(what)")
      lines += try moves(act)
    }
    try PageTranscript.compare(lines, with: "stopped-programs")
  }
}
