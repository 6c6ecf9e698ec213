// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// A whole run over programs that are played in threads of the test: what its driver tells and records, compared with a
/// transcript.
@Suite struct PlayedRunTests {
  private static let editor = Item.application("org.gnome.TextEditor")
  private static let chess = Item.application("org.gnome.Chess")
  private static let one = FamilyID("one")

  /// A family that shields everything, draws its shields and answers presses, and one whose monitor crashes.
  private func families() throws -> ScriptFamilies {
    let families = try ScriptFamilies()
    let program = "\"executable\": \"monitor.sh\", \"interpreter\": \"/bin/sh\""
    try families.scratch.write(
      """
      {
        "manifest": 1, "family": "one", "displayName": "One", "version": "1.0",
        "developer": { "name": "Test" }, "groups": ["group.test.one"], "bundle": "../bundle",
        "app": { \(program), "requests": ["authorization", "monitoring", "settings"] },
        "extensions": [
          { "name": "monitor", "point": "monitor", \(program), "requests": ["settings"] },
          { "name": "look", "point": "shieldConfiguration", \(program) },
          { "name": "action", "point": "shieldAction", \(program) }
        ]
      }

      """, to: "manifests/one.json")
    try families.add("two")
    return families
  }

  private static let shield: WireValue = [
    "effects": [
      [
        "kind": "setSetting", "store": "s", "key": "shield.applicationCategories",
        "value": ["policy": "all", "except": []],
      ]
    ]
  ]

  private static let look: WireValue = [
    "title": ["text": "Closed", "color": "#1d2b1fff"], "primaryButton": ["text": "Close", "color": "#1d2b1fff"],
    "secondaryButton": ["text": "Later", "color": "#1d2b1fff"],
  ]

  private func configured(_ run: LiveRun) throws -> HostConfiguration {
    var configuration = try run.configuration(clock: .virtual)
    configuration.names = [Self.editor: "Editor", Self.chess: "Chess"]
    configuration.registry = ItemRegistry(categories: [Self.editor: .category("5"), Self.chess: .category("3")])
    configuration.presses = PressScript(buttons: [.secondaryButtonPressed, .primaryButtonPressed])
    return configuration
  }

  private func run() throws -> LiveRun {
    let run = try LiveRun(
      [
        "one.app": .setsUp, "one.monitor": .answers(Self.shield), "one.look": .looks { _ in Self.look },
        "one.action": .answers(["response": "close", "effects": []]), "two.app": .setsUp, "two.monitor": .crashes,
      ], in: families())
    run.recording = run.families.scratch.path + "/run.ndjson"
    run.pages = run.families.scratch.path + "/pages"
    return run
  }

  /// A morning with both items, and then each act that a command of the host has.
  private func live(_ driver: VirtualDriver) throws {
    let start = LiveRun.start
    func span(_ from: Int64, _ to: Int64, _ app: Item) -> UseSpan {
      UseSpan(
        start: start.advanced(by: from * 60_000), end: start.advanced(by: to * 60_000), app: app, isPresent: true)
    }
    try driver.run(
      through: [span(0, 3, Self.chess), span(3, 6, Self.editor), span(6, 8, Self.chess)],
      until: start.advanced(by: 600_000))
    let shield = try #require(driver.facts.shield(over: Self.chess))
    _ = try driver.look(at: shield)
    _ = try driver.look(at: shield, isRedraw: true)
    try driver.press(.primaryButtonPressed, on: shield)
    try driver.grant(Self.editor, until: driver.device.now.advanced(by: 300_000))
    try driver.reset("two.monitor")
    let failed = try driver.facts.undelivered(of: FamilyID("two")).map(\.sequence)
    if let first = failed.first { try driver.resend(first, of: FamilyID("two")) }
    if let last = failed.last { try? driver.dismiss(last, of: FamilyID("two")) }
    try driver.rotateTokens(of: Self.one)
    try driver.resetIdentifiers(of: Self.one)
    try driver.enterExport(of: "the ledger")
    try driver.enterCheck("passed", of: Self.one, build: nil)
    #expect(throws: HostError.self, "there is nothing to agree to") { try driver.agree(to: Self.one, by: .person) }
    try driver.setOperatorStores(["operator": SettingsStore()])
    #expect(throws: HostError.self, "the family never named it") { try driver.withdraw(Self.chess, from: Self.one) }
    try driver.turnLedger(on: false)
    try driver.turnLedger(on: true)
    try driver.open(Self.one)
    try driver.revoke(Self.one, by: .person)
    #expect(driver.facts.shield(over: Self.chess) == nil, "a revocation ends the family's shields unless they are kept")
    try driver.setClock(to: driver.device.now.advanced(by: 7_200_000))
    try driver.run(through: [UseSpan](), until: driver.device.now.advanced(by: 60_000))
    try driver.remove(FamilyID("two"), by: .person)
  }

  /// The written pages, of which those that replace a shield have a sentence of the host.
  private func pages(of driver: VirtualDriver) throws -> [String] {
    try driver.writtenPages.flatMap { path -> [String] in
      let text = try String(contentsOfFile: path, encoding: .utf8)
      return [path] + text.split(separator: "\n").filter { $0.contains("came down") }.map(String.init)
    }
  }

  /// A text without what differs between two builds of the host, or between two folders.
  private func lasting(_ text: String, _ run: LiveRun) -> String {
    text.replacing(run.families.scratch.path, with: "SCRATCH").replacing(HostVersion.current, with: "VERSION")
  }

  @Test func `events, recording and trace of a run match their transcript, and its replay gives the same commands`()
    throws
  {
    let run = try run()
    let heard = Heard()
    let configuration = try configured(run)
    let driver = try VirtualDriver(configuration) { heard.events.append($0) }
    try live(driver)
    try driver.close()
    var lines = heard.events.map { event in
      "\(event.at.milliseconds) \(event.kind) \(event.family ?? "") \(event.extension ?? "") \(event.what): \(event.detail)"
    }
    lines.append("launches \(driver.launches.launched.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    lines += try pages(of: driver)
    let path = try #require(run.recording)
    // The first line describes the host, and the last one is a digest.
    lines += try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().dropLast().map(
      String.init)
    let trace = try Trace(contentsOf: path)
    for showsNames in [false, true] {
      let pages = try TracePages(trace, family: showsNames ? "one" : nil, showsNames: showsNames)
      lines += PageTranscript.lines(of: try pages.index())
      for day in pages.days { lines += PageTranscript.lines(of: try pages.day(day)) }
    }
    try PageTranscript.compare(lines.map { lasting($0, run) }, with: "played-run")
    let recording = try Recording(contentsOf: path)
    let replay = try Replay(recording, families: configuration.families, in: run.families.scratch.path + "/replay")
    #expect(try replay.run() == nil)
    // The folder now holds another state than the one from which the run began.
    let error = #expect(throws: RecordingError.self) { try replay.run() }
    #expect(error?.line == 1)
  }
}
