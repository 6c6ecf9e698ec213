// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import Testing

/// Each row of the enforcement table, seen from outside: by an event, a request, a surface or a refusal. A new row
/// fails here until it has a probe.
@Suite struct EnforcementTests {
  private static let chess = Item.application("org.example.Chess")
  private static let browser = Item.application("org.example.Browser")
  private static let site = Item.webDomain("news.example")
  private static let family = FamilyID("homework")

  private static func bench() throws -> NotificationBench {
    try NotificationBench(requests: [
      "authorization", "badge", "focus", "monitoring", "notifications", "settings", "shields", "timelines",
    ])
  }

  // MARK: - Points

  /// The programs of a family with an extension at every point, after the person used its app, an item under a shield
  /// and a report.
  @Test func `asks the programs of exactly the points that their rows call hosted`() throws {
    let extra = ExtensionPoint.allCases.map(\.rawValue).filter { $0 != "app" && $0 != "monitor" }
    let bench = try NotificationBench(
      requests: ["authorization", "monitoring", "settings", "shields"], points: extra)
    var asked: Set<ExtensionPoint> = []
    // Widgets and Focus filters are asked what they offer when the host starts.
    while let one = bench.sent.first {
      if let point = ExtensionPoint.allCases.first(where: { one.program == "homework.\($0.rawValue.lowercased())" }) {
        asked.insert(point)
      }
      try bench.end(one.callback, of: ProgramID(one.program).family, .replied([:]))
    }
    try bench.approve()
    /// Answers each request until none is left, in the form of its point.
    func settle(_ commands: [DeviceCommand]) throws {
      for command in commands {
        if case .hold(let family, _, _) = command { try settle(bench.take(.held(family, failure: nil))) }
        guard case .perform(let call, let program, _) = command else { continue }
        let point = try #require(
          ExtensionPoint.allCases.first { program.rawValue == "homework.\($0.rawValue.lowercased())" })
        asked.insert(point)
        let end: CallEnd =
          switch point {
          case .shieldConfiguration, .report: .fallback(reason: .attempt(.deadlineExceeded))
          case .shieldAction: .replied(["effects": [], "response": "close"])
          default: .replied(["effects": []])
          }
        try settle(bench.take(.ended(call, end)))
      }
    }
    let day: WireValue = ["end": ["hour": 23, "minute": 59], "repeats": true, "start": ["hour": 0, "minute": 0]]
    let cover: WireValue = [
      "key": "shield.applicationCategories", "kind": "setSetting", "store": "s",
      "value": ["except": [], "policy": "all"],
    ]
    let opening = try bench.take(.person(PersonAct(.opens(Self.family, stays: false))))
    asked.formUnion(opening.contains { if case .perform = $0 { true } else { false } } ? [.app] : [])
    try settle(
      bench.answer(
        opening, [["activity": "day", "events": [], "kind": "startMonitoring", "schedule": day], cover]
      ).commands)
    let end = bench.device.now.advanced(by: 60_000)
    let span = UseSpan(start: bench.device.now, end: end, app: Self.chess, isPresent: true)
    while bench.device.now < end { try settle(bench.take(.use(span))) }
    let shield = try #require(bench.driver.facts.state.shield)
    try settle(bench.take(.person(PersonAct(.presses(.primaryButtonPressed, shield), id: "one"))))
    let report = ReportRequest(
      family: Self.family, context: "total", segment: .daily, start: NotificationBench.start, end: bench.device.now)
    try settle(bench.take(.person(PersonAct(.opensReport(report)))))
    try settle(bench.take(.operator(.delivers)))
    let hosted = ExtensionPoint.allCases.filter { EnforcementTable.row($0).carrier != .nothing }
    #expect(asked == Set(hosted))
  }

  // MARK: - Settings

  @Test(arguments: SettingKey.allCases)
  func `a setting has the consequence that its row names (M10, M13)`(_ key: SettingKey) throws {
    let bench = try Self.bench()
    switch EnforcementTable.row(key).carrier {
    case .nothing:
      try bench.approve()
      let set: WireValue = [
        "key": .string(key.rawValue), "kind": "setSetting", "store": "s", "value": Self.value(of: key),
      ]
      let verdict = try bench.reply("homework", set)
      #expect(verdict.error == nil)
      #expect(verdict.commands.told(.effect).map(\.detail) == [EnforcementTable.notEnforced])
      // To remove the value needs nothing to enforce it.
      let removal = try bench.reply(
        "homework", ["key": .string(key.rawValue), "kind": "setSetting", "store": "s", "value": .null])
      #expect(removal.commands.told(.effect).map(\.detail) == [""])
    case .device, .page:
      let (value, item) = try #require(Self.rule(of: key), "the row of \(key.rawValue) has no probe")
      let before = try Self.use(bench)
      #expect(before.told(.shield).isEmpty && before.told(.block).isEmpty)
      try bench.take(.operator(.policy(["policy": SettingsStore(values: [key: value])])))
      let seen = try Self.use(bench)
      let isPage = EnforcementTable.row(key).carrier == .page
      let began = seen.told(isPage ? .shield : .block).filter { !$0.what.hasPrefix("down from") }
      #expect(began.count == 1, "\(began)")
      #expect(seen.told(isPage ? .block : .shield).isEmpty)
      #expect(seen.contains { if case .present(.shield) = $0 { true } else { false } } == isPage)
      try bench.take(.operator(.saves))
      let explained = try bench.driver.facts.explainUse(
        of: .item(item), within: TimeSpan(start: NotificationBench.start, end: bench.device.now))
      #expect(explained.total == 60_000, "the second minute does not count")
      #expect(explained.removed.map(\.reason) == [isPage ? .underShield : .refused])
    }
  }

  /// One minute of the browser at the site, or of the game before it.
  private static func use(_ bench: NotificationBench) throws -> [DeviceCommand] {
    var commands: [DeviceCommand] = []
    for (app, web) in [(chess, nil), (browser, site)] as [(Item, Item?)] {
      let end = bench.device.now.advanced(by: 60_000)
      let span = UseSpan(start: bench.device.now, end: end, app: app, web: web, isPresent: true)
      while bench.device.now < end { commands += try bench.take(.use(span)) }
    }
    return commands
  }

  /// A value that refuses or covers an item of the use.
  private static func rule(of key: SettingKey) -> (ScreenTimeRules.SettingValue, Item)? {
    switch key {
    case .blockedApplications: (.blockedApplications([.item(chess)]), chess)
    case .blockedByFilter: (.webFilter(.specific([.name("news.example")])), site)
    case .shieldApplications: (.items([chess]), chess)
    case .shieldWebDomains: (.items([site]), site)
    case .shieldApplicationCategories: (.categoryPolicy(.all(except: [browser])), chess)
    case .shieldWebDomainCategories: (.categoryPolicy(.all(except: [])), site)
    default: nil
    }
  }

  private static func value(of key: SettingKey) -> WireValue {
    switch key.form {
    case .rating: .integer(100)
    case .word: "never"
    default: .bool(true)
    }
  }

  // MARK: - Effects

  @Test(arguments: Effect.Kind.allCases)
  func `an effect has the consequence that its row names`(_ kind: Effect.Kind) throws {
    let bench = try Self.bench()
    try bench.approve()
    func set(_ store: String = "s") throws {
      try bench.reply(
        "homework", ["key": "siri.denySiri", "kind": "setSetting", "store": .string(store), "value": true])
    }
    func request() throws -> String { try bench.reply("homework").request }
    func isSet() throws -> Bool { EffectiveSettings(bench.driver.facts.state).isRestricted(.denySiri) }
    let start: WireValue = [
      "activity": "day", "events": [], "kind": "startMonitoring",
      "schedule": [
        "end": ["hour": 23, "minute": 59], "repeats": true, "start": ["hour": 0, "minute": 0],
      ],
    ]
    switch kind {
    case .setSetting:
      #expect(try !request().contains("siri.denySiri"))
      try set()
      #expect(try request().contains("siri.denySiri"))
    case .setStoreActive:
      try set()
      #expect(try isSet())
      try bench.reply("homework", ["active": false, "kind": "setStoreActive", "store": "s"])
      #expect(try !isSet())
    case .clearStore, .deleteStore:
      try set()
      try bench.reply("homework", ["kind": .string(kind.rawValue), "store": "s"])
      #expect(try !request().contains("siri.denySiri"))
    case .startMonitoring:
      // Within its interval, a registration starts at once.
      #expect(try bench.reply("homework", start).commands.performed("monitor"))
    case .stopMonitoring:
      try bench.answer(bench.reply("homework", start).commands)
      let stopped = try bench.reply("homework", ["activities": [], "kind": "stopMonitoring"])
      try bench.answer(stopped.commands)
      #expect(bench.driver.facts.state.families[Self.family]?.activityNames == [])
      #expect(try !Self.use(bench).performed("monitor"))
    case .setDefault:
      let verdict = try bench.reply(
        "homework",
        ["key": "colour", "kind": "setDefault", "suite": "group.test.homework", "value": ["string": "teal"]])
      #expect(verdict.error == nil)
      #expect(try request().contains("teal"))
    case .scheduleNotification:
      try bench.reply("homework", NotificationBench.notification("n", NotificationBench.after(60)))
      try bench.pass(seconds: 60)
      #expect(bench.shown.map(\.title) == ["Title"])
    case .cancelNotifications:
      try bench.reply("homework", NotificationBench.notification("n", NotificationBench.after(60)))
      try bench.reply("homework", NotificationBench.cancel(["n"]))
      try bench.pass(seconds: 60)
      #expect(bench.shown.isEmpty)
    case .refreshShields:
      try bench.reply(
        "homework",
        [
          "key": "shield.applicationCategories", "kind": "setSetting", "store": "s",
          "value": ["except": [], "policy": "all"],
        ])
      #expect(try Self.use(bench).told(.shield).map(\.what).last == "up over org.example.Browser")
      let asked = try bench.reply("homework", ["kind": "refreshShields"])
      #expect(asked.commands.told(.shield).map(\.what) == ["asked again over org.example.Browser"])
    case .setBadgeCount:
      try bench.reply("homework", NotificationBench.badge(7))
      #expect(try request().contains("\"badge\":7"))
    case .revokeAuthorization:
      try set()
      try bench.reply("homework", ["kind": "revokeAuthorization"])
      #expect(bench.driver.facts.state.families[Self.family]?.isApproved == false)
      #expect(try !isSet())
    // WidgetHostTests and FocusHostTests show what these do.
    case .reloadTimelines, .invalidateFocusContext: break
    case .invalidateRelevance:
      #expect(EnforcementTable.row(kind).carrier == .nothing)
      let effect: WireValue = ["kind": "invalidateRelevance", "widget": "w"]
      let verdict = try bench.reply("homework", effect)
      #expect(verdict.error == nil)
      #expect(verdict.commands.told(.effect).map(\.detail) == [EnforcementTable.notEnforced])
    }
    if EnforcementTable.row(kind).carrier == .nothing { #expect(bench.shown.isEmpty) }
  }

  // MARK: - The table

  @Test func `has one row for each point, effect and setting, and says what is not enforced`() {
    let subjects = EnforcementTable.rows.map(\.subject)
    #expect(Set(subjects).count == subjects.count)
    #expect(
      subjects.count == ExtensionPoint.allCases.count + Effect.Kind.allCases.count + SettingKey.allCases.count)
    #expect(ExtensionPoint.allCases.filter { EnforcementTable.remark(on: $0) != nil } == [])
  }

  @Test func `the page in docs is the one that the table generates`() throws {
    let path = HostProgram.root + "/docs/enforcement.md"
    let page = EnforcementPage.markdown
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try page.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let isCurrent = (try? String(contentsOfFile: path, encoding: .utf8)) == page
    #expect(isCurrent, "docs/enforcement.md differs from EnforcementTable; regenerate it with: make rules")
  }
}

/// The table as a page.
enum EnforcementPage {
  static var markdown: String {
    """
    <!-- Generated by Tests/HostCoreTests from Sources/Host/HostCore/Enforcement/EnforcementTable.swift. Do not edit: make rules. -->

    # What this device enforces

    A request of a family is *applied* when something carries it out: the virtual device (its rules, its timeline, the
    next snapshot) or a page that the host draws. What nothing carries out is still accepted and kept, since apps write
    settings as a set, and is called *\(EnforcementTable.notEnforced)* in the timeline, in `explain callback`, in `state`
    and in the diagnostics of `call`. `families` and `run` name the programs that are not hosted, `consent` lists what a
    family asks for in vain.

    ## Points

    \(table { if case .point = $0.subject { true } else { false } })

    ## Effects

    \(table { if case .effect = $0.subject { true } else { false } })

    ## Settings

    \(table { if case .setting = $0.subject { true } else { false } })

    """
  }

  private static func table(_ isWanted: (EnforcementRow) -> Bool) -> String {
    (["| | carried out by | consequence |", "|---|---|---|"]
      + EnforcementTable.rows.filter(isWanted).map {
        "| `\($0.subject.name)` | \(word(for: $0.carrier)) | \($0.consequence) |"
      }).joined(separator: "\n")
  }

  private static func word(for carrier: EnforcementRow.Carrier) -> String {
    switch carrier {
    case .nothing: "**nothing**"
    case .device: "the virtual device"
    case .page: "the host's pages"
    }
  }
}

extension [DeviceCommand] {
  /// The events of a kind that the commands tell.
  fileprivate func told(_ kind: HostEvent.Kind) -> [HostEvent] {
    compactMap { if case .tell(let event) = $0, event.kind == kind { event } else { nil } }
  }

  fileprivate func performed(_ program: String) -> Bool {
    contains { if case .perform(_, let id, _) = $0 { id.rawValue.hasSuffix(".\(program)") } else { false } }
  }
}
