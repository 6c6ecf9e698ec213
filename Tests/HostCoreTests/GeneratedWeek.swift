// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import WrittenCodes

@testable import HostCore

/// A played life of acts that follow from a seed, with programs that answer in each way: windows, reports and questions of
/// open apps, every act on widgets and modes, late messages, and the operator's own acts.
final class GeneratedWeek {
  let life: PlayedLife
  private var numbers: SeededNumbers
  private var replies: GeneratedReplies
  private var held: [String: CallID] = [:]
  private var questions = 10

  private static let families = ["homework", "worklog"]
  private static let items = [PlayedLife.chess, PlayedLife.editor, PlayedLife.browser]
  private static let names = ["Chess", "Editor", "Browser", "example.org"]

  init(_ life: PlayedLife, seed: UInt64) {
    self.life = life
    (numbers, replies) = (SeededNumbers(seed), GeneratedReplies(seed: seed &+ 1))
    life.reply = { [unowned self] in self.reply(to: $0) }
  }

  private func number(_ limit: Int) -> Int { numbers.below(limit) }

  private func one<Value>(of values: [Value]) -> Value { numbers.one(of: values) }

  private func family() -> FamilyID { FamilyID(one(of: Self.families)) }

  private func role() -> PersonOrder.Role { one(of: [.owner, .owner, .guardian]) }

  private func own(_ family: String) -> Selection { life.selections[family] ?? Selection() }

  private func chance() -> Bool { number(2) == 0 }

  /// The answer of a program to a callback.
  private func reply(to sent: NotificationBench.Sent) -> CallEnd? {
    let family = String(sent.program.prefix { $0 != "." })
    if sent.program.hasSuffix(".report"), number(2) == 0 {
      life.take(.asked(QuestionID(sent.call, 1), .stillness))
      life.take(.held(FamilyID(family), failure: one(of: [nil, nil, "a process does not stop"])))
    }
    return replies.reply(to: sent, at: life.now, own: own(family))
  }

  /// Does one thing, and lets everything that follows from it happen.
  func act() throws {
    switch number(18) {
    case 0, 1, 2: try use()
    case 3: try life.pass(hours: Int64(1 + number(9)))
    case 4: try life.press(one(of: ShieldButton.allCases))
    case 5, 6, 7: try app()
    case 8, 9: try widget()
    case 10: focus()
    case 11: try notice()
    case 12: process()
    case 13: try operate()
    case 14: try look()
    case 15: life.order(time(), as: role())
    case 16: late()
    default: try order()
    }
    try life.settle()
    life.take(.time(life.instant))
    try life.settle()
  }

  /// Ends the callbacks that are still held.
  func end() throws {
    for (family, call) in held.sorted(by: { $0.key < $1.key }) {
      try life.end(call, .replied(["effects": []]))
      life.leave(family)
    }
    held = [:]
    try life.settle()
  }

  private func use() throws {
    let app = one(of: Self.items)
    try life.use(app, app == PlayedLife.browser ? PlayedLife.site : nil, minutes: Int64(2 + number(28)))
  }

  private func time() -> PersonOrder.Kind {
    let name = one(of: Self.names)
    return switch number(5) {
    case 0, 1: .ask(item: name, seconds: Int64(300 * (1 + number(5))), reason: one(of: ["", "level 3"]))
    case 2: .withdraw(item: name)
    case 3: .allow(.item(name), one(of: [GrantLength(.add, seconds: 900), GrantLength(.untilEndOfDay)]))
    default: .refuse(request: Int64(1 + number(3)))
    }
  }

  // MARK: - Apps

  private func app() throws {
    let family = one(of: Self.families)
    guard let call = held[family] else {
      if let call = try? life.open(family) {
        held[family] = call
        life.move(family + ".app", .greeting, .idle(since: life.now), "hello.ok")
      }
      return
    }
    if number(3) > 0 { return try ask(call, of: family) }
    held[family] = nil
    try life.end(call, .replied(["effects": .array(replies.effects(own(family), atMost: 4))]))
    try life.settle()
    guard chance() else { return }
    life.leave(family)
    life.move(family + ".app", .idle(since: life.now), .exiting(.clean), "stop.idle")
  }

  private func ask(_ call: CallID, of family: String) throws {
    questions += 1
    switch number(6) {
    case 0: try life.ask(call, questions, .presentWindow(PresentWindowParams(view: window(), title: "Window")))
    case 1, 2: try life.ask(call, questions, .presentReport(report()))
    case 3: try life.ask(call, questions, .authorize(AuthorizeParams(member: one(of: [.individual, .child]))))
    case 4: try life.ask(call, questions, .pick(PickParams(includeEntireCategory: chance(), title: "Pick")))
    default:
      let effects = try replies.effects(own(family), atMost: 2).map {
        try Effect(wire: $0, at: "", from: .extension)
      }
      try life.ask(call, questions, .commit(CommitParams(effects: effects)))
    }
    guard let prompt = life.facts.openPrompts.last, chance() else { return }
    let pick = PersonAnswers.Pick(applications: ["org.gnome.Chess"], webDomains: ["example.org"])
    let answers: [PersonOrder.Kind] = [
      .answer(prompt: prompt.number, isYes: chance()), .pick(prompt: prompt.number, one(of: [nil, pick])),
    ]
    life.order(one(of: answers), as: role())
  }

  private func window() -> WireValue {
    func control(_ text: String, _ action: Int64, isOn: Bool? = nil) -> WireValue {
      var members: WireObject = [
        "action": .integer(action), "child": ["kind": "text", "text": .string(text)], "form": "button",
        "kind": "control",
      ]
      if let isOn { (members["form"], members["on"]) = ("toggle", .bool(isOn)) }
      return .object(members)
    }
    let all = [control("Start", 3), control("Loud", 4, isOn: chance()), control("Stop", 5)]
    return [
      "align": "center", "children": .array(Array(all.prefix(1 + number(3)))), "kind": "vstack", "spacing": 8_000,
    ]
  }

  private func report() -> PresentReportParams {
    let filter = ReportFilter(
      segment: one(of: [.hourly, .daily]), start: NotificationBench.start.milliseconds, end: life.now)
    return PresentReportParams(
      context: one(of: ["pie", "total"]), filter: filter, frame: ViewFrame(width: 390_000, height: 480_000),
      surface: one(of: [nil, nil, "s1", "s2"]), dismiss: one(of: [nil, nil, true]))
  }

  /// Looks at a shield or a report without using anything.
  private func look() throws {
    if chance(), let shield = life.facts.shield(over: one(of: Self.items)) {
      life.take(.person(PersonAct(.looksAt(shield, isRedraw: chance()))))
      return
    }
    let unit = one(of: [ReportFilter.Segment.hourly, .daily, .weekly])
    let request = ReportRequest(
      family: family(), context: "pie", segment: unit, start: NotificationBench.start, end: life.instant)
    life.take(.person(PersonAct(.opensReport(request))))
  }

  // MARK: - Surfaces

  private func widget() throws {
    let all = life.facts.widgets.map(\.id)
    guard all.count > 1, number(5) > 0 else {
      let size = one(of: ["systemSmall", "systemSmall", "systemMedium"])
      return life.order(.widget(.place(family(), kind: one(of: ["Clock", "Countdown"]), size: size, [])))
    }
    let (id, other) = (one(of: all), one(of: all))
    life.order(
      .widget(
        one(of: [
          .move(id, to: number(4)), .stack(id, onto: other), .stack(other, onto: id), .unstack(id), .front(id),
          .refresh(id), .remove(id), .tap(id, area: one(of: [nil, 1, 2, 3])), .tap(id, area: 2),
          .lock(one(of: [.locked, .unlocked, .unlocked])), .set(id, name: "subject", value: one(of: ["art", ""])),
        ])))
  }

  private func focus() {
    let mode = one(of: ["work", "evening"])
    let key = FocusFilterKey(family(), "Mute")
    let value = StoredParameter(ParameterValue(name: "account", value: .string(one(of: ["business", "private"]))))
    let evening = Schedule(start: ScheduleComponents(hour: 18), end: ScheduleComponents(hour: 20), repeats: true)
    let changes: [FocusChange] = [
      .define(FocusMode(id: mode, name: mode.capitalized, schedule: one(of: [nil, evening]), allowed: [family()])),
      .set(FocusFilter(key, parameters: [value], isOn: number(4) > 0), in: mode), .activate(mode), .activate(nil),
      .treatUntagged(one(of: [.silence, .interrupt])), .allowCritical(family(), chance()), .unset(key, in: mode),
      .remove(mode: mode),
    ]
    if number(4) == 0 { life.take(.focus(one(of: [nil, mode]))) } else { life.order(.focus(one(of: changes))) }
  }

  private func notice() throws {
    let family = family()
    switch number(4) {
    case 0: life.order(.answerNotification(Int64(1 + number(6)), of: family))
    case 1: life.order(.clearNotification(Int64(1 + number(6)), of: family))
    default:
      let text = one(of: [
        #"{"aps":{"alert":{"title":"Title","body":"Body"},"filter-criteria":"business"}}"#,
        #"{"aps":{"alert":"Alone","badge":7,"interruption-level":"critical"}}"#,
        #"{"aps":{"badge":0,"content-available":1}}"#, #"{"aps":{"content-changed":true}}"#,
      ])
      life.order(.push(family, try RemotePayload(json: Data(text.utf8))))
    }
  }

  // MARK: - The device

  private func process() {
    let program = one(of: Self.families) + "." + one(of: ["monitor", "shieldconfiguration", "report", "app"])
    switch number(5) {
    case 0: life.move(program, .cold, .launching, "warm")
    case 1: life.move(program, .greeting, .idle(since: life.now), "hello.ok")
    case 2: life.move(program, .launching, .backingOff(until: life.now + 600_000), "launch.mounts")
    case 3: life.move(program, .idle(since: life.now), .exiting(.clean), "stop.idle")
    default:
      life.take(.wrote(ProgramID(program), isSealed: program.hasSuffix(".report"), lines: ["line \(number(9))"]))
    }
  }

  private func operate() throws {
    let family = family()
    switch number(9) {
    case 0:
      try end()
      try life.restart(build: one(of: ["", "2"]))
    case 1: life.take(.operator(.grant(one(of: Self.items), until: life.instant.advanced(by: 1_200_000))))
    case 2: life.take(.operator(.policy(one(of: [[:], ["house": SettingsStore()]]))))
    case 3: life.take(.operator(.reset(ProgramID(family.rawValue + one(of: [".monitor", ".widget", ".nothing"])))))
    case 4: life.take(.operator(.checked(family, verdict: "passed", build: one(of: [nil, "b1"]))))
    case 5: life.take(.operator(.rotateTokens(family)))
    case 6: life.take(.operator(.passcode(one(of: [.set, .changed, .wrong]))))
    case 7: life.take(.source(.clockJumped(to: life.instant.advanced(by: Int64(number(7) - 3) * 1_800_000))))
    default: life.take(.source(.zoneChanged(CalendarPlace(timeZone: one(of: ["UTC", "Europe/Vienna"])))))
    }
  }

  /// Messages that belong to no callback that is in flight.
  private func late() {
    let call = CallID(Int64(1 + number(4)))
    switch number(4) {
    case 0: life.take(.ended(call, .replied(["effects": []])))
    case 1: life.take(.ended(call, .fallback(reason: "deadline")))
    case 2: life.take(.asked(QuestionID(call, 1), .request(.authorize(AuthorizeParams(member: .individual)))))
    default: life.take(.held(family(), failure: "nothing is suspended"))
    }
  }

  private func order() throws {
    let family = family()
    switch number(8) {
    case 0: life.order(.consent(family, ConsentTerms(profile: one(of: [.open, .standard, .tight]))), as: role())
    case 1: life.order(.withdrawItem(one(of: Self.names), from: family))
    case 2:
      let (tree, action) = (Int64(1 + number(2)), Int64(3 + number(3)))
      life.order(.tap(family, tree: tree, action: action, isOn: one(of: [nil, true])))
    case 3: life.order(.press(item: one(of: Self.names), one(of: ShieldButton.allCases)))
    case 4: life.order(.file(item: one(of: Self.names), category: "\(1 + number(13))"))
    case 5: life.order(.answer(prompt: Int64(1 + number(8)), isYes: chance()), as: role())
    case 6: life.order(.revoke(family, keepsShields: chance()))
    default:
      guard let number = try life.facts.undelivered(of: family).first?.sequence else {
        return life.order(.close(family))
      }
      life.order(one(of: [.resend(family, number: number), .dismiss(family, number: number)]))
    }
  }
}
