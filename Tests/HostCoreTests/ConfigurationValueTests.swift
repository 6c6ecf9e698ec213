// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The values of a host's configuration, each against a table or a published sequence.
@Suite struct ConfigurationValueTests {
  // MARK: - Times

  @Test(
    arguments: [
      (0, 0), (1, 0), (59_999, 0), (60_000, 60_000), (119_999, 60_000), (-1, -60_000), (-60_000, -60_000),
      (-60_001, -120_000),
    ] as [(Int64, Int64)])
  func `a time is rounded down to the minute, also before 1970`(_ time: Int64, _ minute: Int64) {
    let whole = HostCalendar.wholeMinute(Timestamp(milliseconds: time))
    #expect(whole == Timestamp(milliseconds: minute))
  }

  @Test func `a time zone that does not exist is refused by its name`() {
    let error = #expect(throws: HostError.self) { try HostCalendar(timeZone: "Mars/Base") }
    #expect(error == HostError(.usage, "“Mars/Base” is not a time zone; use a name such as Europe/Berlin."))
  }

  // MARK: - Random numbers

  @Test func `a seeded stream is that of SplitMix64, by bytes and by numbers`() {
    // The values that implementations of SplitMix64 are checked with.
    var state: UInt64 = 1_234_567
    let values = (0..<5).map { _ in SplitMix64.next(&state) }
    #expect(
      values == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
    #expect(HostRandom(seed: 1_234_567).bytes(8) == [251, 88, 163, 233, 8, 152, 15, 247])
    func numbers(below limit: Int) -> [Int] {
      let random = HostRandom(seed: 1_234_567)
      return (0..<8).map { _ in random.number(below: limit) }
    }
    #expect(numbers(below: 10) == [7, 3, 3, 1, 1, 4, 7, 7] && numbers(below: 2) == [1, 1, 1, 1, 1, 0, 1, 1])
    #expect(numbers(below: 1) == Array(repeating: 0, count: 8) && numbers(below: 0) == numbers(below: 1))
  }

  @Test func `each purpose has a reproducible stream of its own, whatever was drawn before`() {
    let random = HostRandom(seed: 1_234_567)
    let first = ["", "a", "ab"].map { random.stream($0).bytes(4) }
    #expect(first == [[251, 88, 163, 233], [91, 124, 76, 144], [100, 144, 184, 0]])
    _ = random.bytes(3)
    #expect(random.stream("a").bytes(4) == first[1])
    let system = HostRandom()
    #expect(system.stream("a") === system && system.bytes(0).isEmpty && system.number(below: 1) == 0)
    #expect(system.bytes(16) != system.bytes(16))
  }

  // MARK: - Presses

  @Test func `a script decides the press of each shield of a day by its number`() {
    func presses(_ buttons: [ShieldButton], byLabel: Int) -> [String] {
      let script = PressScript(buttons: buttons, byLabel: byLabel)
      return (-1...5).map { count in
        script.press(count: count, reading: .firstSecondarySubmenuItemPressed)?.rawValue ?? "-"
      }
    }
    let (one, two, read) = ("primaryButtonPressed", "secondaryButtonPressed", "firstSecondarySubmenuItemPressed")
    let both: [ShieldButton] = [.primaryButtonPressed, .secondaryButtonPressed]
    #expect(presses([], byLabel: 0) == ["-", "-", "-", "-", "-", "-", "-"])
    #expect(presses([], byLabel: 2) == ["-", "-", read, read, "-", "-", "-"])
    #expect(presses(both, byLabel: 0) == ["-", "-", one, two, "-", "-", "-"])
    #expect(presses(both, byLabel: 1) == ["-", "-", one, two, read, "-", "-"])
  }

  @Test func `a press is named by its shield's time and item, and an unknown button is refused by its word`() throws {
    let shield = Shield(
      item: .webDomain("example.org"), hit: .direct, family: nil, since: Timestamp(milliseconds: 1_000))
    #expect(PressScript.act(on: shield) == "press 1000 webDomain example.org")
    #expect(try PressScript("primary").buttons == [.primaryButtonPressed] && PressScript("").buttons.isEmpty)
    for (text, word) in [("third", "third"), ("primary,none", "none"), ("Primary", "Primary")] {
      let error = #expect(throws: HostError.self) { try PressScript(text) }
      #expect(
        error
          == HostError(.usage, "“\(word)” is not a button; use primary, secondary, a list of these, or none."))
    }
  }

  // MARK: - Answers

  private func refusal(_ text: String) throws -> String? {
    let scratch = Scratch()
    let path = try scratch.write(text, to: "answers.json")
    do {
      _ = try PersonAnswers(contentsOf: path)
      return nil
    } catch let error as HostError {
      #expect(error.code == .invalidInput)
      return error.description.replacing(path, with: "FILE")
    }
  }

  @Test func `each word of a file of answers is read, and another is refused with those that are known`() throws {
    let codes = (1...12).map { "\"\($0)\"" }.joined(separator: ",")
    #expect(
      try refusal(
        """
        {
          "homework": {
            "authorize": "denied", "leavesOpen": false, "monitors": [], "revoke": "approved", "taps": [],
            "picks": [
              { "applications": [], "categories": [\(codes)], "includeEntireCategory": true, "webDomains": [] }
            ],
            "widgets": [{ "kind": "Clock", "size": "systemSmall" }]
          }
        }
        """) == nil)
    #expect(
      try refusal(#"{"homework":{"tap":[]}}"#)
        == "FILE: /homework: “tap” is not known here; "
        + "use authorize, leavesOpen, monitors, picks, revoke, taps or widgets.")
    let widgets = #"[{"kind":"a","size":"b"},{"kind":"a","size":"b","place":1}]"#
    #expect(
      try refusal(#"{"homework":{"widgets":\#(widgets)}}"#)
        == "FILE: /homework/widgets/1: “place” is not known here; use kind or size.")
    for code in ["0", "13", "01", ""] {
      #expect(
        try refusal(#"{"homework":{"picks":[{"categories":["1"]},{"categories":["12","\#(code)"]}]}}"#)
          == "FILE: /homework/picks/1/categories: “\(code)” is not a category; use a number from 1 to 12.")
    }
  }

  @Test func `a file of answers has at most four mebibytes, and must be there`() throws {
    let most = 4 << 20
    #expect(try refusal("{}" + String(repeating: " ", count: most - 2)) == nil)
    #expect(
      try refusal("{}" + String(repeating: " ", count: most - 1))
        == "FILE: 4194305 bytes are more than the 4194304 allowed; name a file of answers.")
    let error = #expect(throws: HostError.self) { try PersonAnswers(contentsOf: "/nowhere/answers.json") }
    #expect(error?.description.hasSuffix("; name a file of answers.") == true)
  }

  @Test func `a pick selects each item by its kind`() {
    let pick = PersonAnswers.Pick(applications: ["a", "b"], categories: ["3"], webDomains: ["c"])
    #expect(
      pick.selection
        == ItemSelection(
          applications: ItemSet([Item.application("a"), .application("b")]), categories: ItemSet([Item.category("3")]),
          webDomains: ItemSet([Item.webDomain("c")])))
    #expect(PersonAnswers.Pick().selection == ItemSelection())
  }

  // MARK: - The configuration

  private func configuration(
    _ clock: HostConfiguration.ClockKind, programsDirectory: String? = nil
  ) -> HostConfiguration {
    HostConfiguration(
      stateDirectory: "/state", programsDirectory: programsDirectory, outputDirectory: nil, recordingPath: nil,
      families: [], launcherPath: "/bin/false", clock: clock, mode: .faithful, start: Timestamp(milliseconds: 0),
      environment: EnvironmentSnapshot(
        locale: "en_GB", calendar: "buddhist", timeZone: "Asia/Bangkok", firstWeekday: 2, uses24Hour: true),
      profile: .open, registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .unanswered),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true)
  }

  /// A check that intercepts nothing.
  private final class IdleWitness: LaunchInterceptor {
    func understudy(for declaration: ExtensionDeclaration, of family: LoadedFamily) -> (any ExtensionLaunching)? { nil }

    func watch(_ launching: any ExtensionLaunching, of declaration: ExtensionDeclaration) -> any ExtensionLaunching {
      launching
    }
  }

  @Test func `idle processes are kept on a virtual clock only, and not in simulations and checks`() throws {
    func keeps(
      _ clock: HostConfiguration.ClockKind, _ change: (inout HostConfiguration) -> Void = { _ in }
    ) -> Bool {
      var configuration = configuration(clock)
      change(&configuration)
      return configuration.keepsIdleProcesses
    }
    #expect(keeps(.virtual) && !keeps(.real))
    #expect(!keeps(.virtual) { $0.programs = PlayedPrograms(parts: [:]) })
    #expect(!keeps(.virtual) { $0.witness = IdleWitness() })
    // Refused system calls are counted only when a check asks for it.
    let life = try PlayedLife()
    let program = try #require(life.facts.owners.registry.programs.first)
    #expect(!IdleWitness().countsRefusals(of: program.declaration))
  }

  @Test func `a configuration has defaults for omitted members`() {
    let (virtual, real) = (configuration(.virtual), configuration(.real, programsDirectory: "/programs"))
    #expect(virtual.programsDirectory == "/state/programs" && real.programsDirectory == "/programs")
    #expect(virtual.authorization == AuthorizationPolicy(person: .child))
    #expect(real.authorization == AuthorizationPolicy(person: .adult))
    #expect(virtual.place == CalendarPlace(calendar: "buddhist", timeZone: "Asia/Bangkok"))
    for usual in [virtual, real] {
      #expect(usual.patience == 1 && usual.looseningSeconds == 0 && usual.turns == .one)
      #expect(usual.acceptedMissing.isEmpty && usual.runtimeLibraries.isEmpty && usual.zoneChanges.isEmpty)
      #expect(usual.retention == .standard && usual.limits == RuleLimits() && usual.deviceModel == "iPhone")
      #expect(usual.controlGroup == nil && usual.policy == nil && usual.organs == [.shields, .launches, .web])
    }
  }

  @Test func `a build is hashed when its hash is first asked for, and only then`() {
    var count = 0
    let build = ProgramBuild(installation: "one") {
      count += 1
      return count < 2 ? "aa" : "bb"
    }
    #expect(count == 0 && build.installation == "one")
    #expect([build.hash, build.hash] == ["aa", "aa"] && count == 1)
    let known = [ProgramBuild(known: "cc"), ProgramBuild(known: nil)]
    #expect(known.map(\.hash) == ["cc", nil] && known.allSatisfy { $0.installation.isEmpty })
  }
}
