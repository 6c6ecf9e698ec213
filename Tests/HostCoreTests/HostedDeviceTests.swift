// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import ScreenTimeRules
import Testing

/// What a host does at the start of a run, between the spans of its use, and at its end.
@Suite struct HostedDeviceTests {
  private static let chess = Item.application("org.gnome.Chess")

  private func at(_ seconds: Int64) -> Timestamp { LiveRun.start.advanced(by: seconds * 1_000) }

  private func span(_ from: Int64, _ to: Int64) -> UseSpan {
    UseSpan(start: at(from), end: at(to), app: Self.chess, isPresent: true)
  }

  @Test func `a host that can't test its sandbox says so once, when it first runs`() throws {
    let families = try ScriptFamilies()
    try families.add("quiet")
    var configuration = try LiveRun([:], in: families).configuration(clock: .virtual, answered: [])
    configuration.programs = nil
    configuration.programsDirectory = families.scratch.path + "/programs"
    // No canary is beside this launcher, so nothing is launched with it.
    configuration.launcherPath = "/bin/false"
    var told: [String] = []
    let driver = try VirtualDriver(configuration) { event in
      if event.what == "the sandbox" { told.append(event.detail) }
    }
    #expect(told.isEmpty)
    for _ in 0..<2 { try driver.run(through: [UseSpan](), until: LiveRun.start) }
    #expect(told.count == 1 && told.allSatisfy { $0.contains("the canary does not exist") }, "\(told)")
    try driver.close()
  }

  @Test(arguments: [true, false])
  func `a recording holds how thresholds filled, unless it holds only the structure of a run`(
    _ isSynthetic: Bool
  ) throws {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .answers(["effects": []])])
    let path = run.families.scratch.path + "/run.ndjson"
    run.recording = path
    var configuration = try run.configuration(clock: .virtual)
    configuration.reproducibleKeys = isSynthetic
    let driver = try VirtualDriver(configuration)
    try driver.run(through: [span(0, 65)], until: at(65))
    try driver.close()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(#""redaction":"structure""#) == !isSynthetic)
    #expect(text.contains(#""event":"filling""#) == isSynthetic)
  }

  @Test func `a run tells its time after each span that is not over yet, and at its end`() throws {
    let run = try LiveRun(["one.app": .answers(["effects": []])])
    let driver = try VirtualDriver(run.configuration(clock: .virtual))
    var told: [Timestamp] = []
    try driver.run(through: [span(0, 60), span(60, 180)], until: at(240)) { told.append($0) }
    #expect(told == [at(60), at(180), at(240)])
    told = []
    try driver.run(through: [span(0, 60), span(60, 180), span(240, 300)], until: at(300)) { told.append($0) }
    #expect(told == [at(300), at(300)])
    try driver.close()
  }
}
