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

/// A played life of acts that follow from a seed: what a person, an operator, programs and sources do in any order.
struct GeneratedLife {
  let life: PlayedLife
  /// Whether rare events happen too (`GeneratedLife+Rare.swift`).
  private let hasRareEvents: Bool
  /// Changes the policy and the families' programs before a restart.
  var change: (_ kind: Int) throws -> Void = { _ in }
  private var state: UInt64
  var held: [String: CallID] = [:]
  var questions = 10

  static let families = ["homework", "worklog"]
  static let items = [PlayedLife.chess, PlayedLife.editor, PlayedLife.browser]
  private static let names = ["Chess", "Editor", "Browser", "example.org"]

  init(_ life: PlayedLife, seed: UInt64, hasRareEvents: Bool = false) {
    (self.life, state, self.hasRareEvents) = (life, seed, hasRareEvents)
  }

  mutating func number(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[number(values.count)] }

  mutating func role() -> PersonOrder.Role { one(of: [.owner, .owner, .guardian]) }

  mutating func family() -> FamilyID { FamilyID(one(of: Self.families)) }

  /// Does one thing, and lets everything that follows from it happen.
  mutating func act() throws {
    postponeRetry()
    if hasRareEvents, number(3) == 0 { try rareAct() } else { try usualAct() }
    if hasRareEvents { try recover() }
    postponeRetry()
    try life.settle()
    life.take(.time(life.instant))
    try life.settle()
  }

  private mutating func usualAct() throws {
    switch number(16) {
    case 0, 1: try use()
    case 2: try life.pass(hours: Int64(1 + number(7)))
    case 3: try life.press(one(of: ShieldButton.allCases))
    case 4: life.order(time(), as: role())
    case 5: life.order(item(), as: role())
    case 6, 7: try app()
    case 8: try widget()
    case 9: life.order(.focus(focus()))
    case 10: try notice()
    case 11: source()
    case 12: process()
    case 13: life.order(consent(), as: role())
    case 14: try operation()
    default: try report()
    }
  }

  /// Ends the callbacks that are still held.
  mutating func end() throws {
    for (family, call) in held.sorted(by: { $0.key < $1.key }) {
      try life.end(call, .replied(["effects": []]))
      life.leave(family)
    }
    held = [:]
    try life.settle()
  }

  private mutating func use() throws {
    let app = one(of: Self.items)
    try life.use(app, app == PlayedLife.browser ? PlayedLife.site : nil, minutes: Int64(1 + number(35)))
  }

  private mutating func time() -> PersonOrder.Kind {
    let name = one(of: Self.names)
    let length = GrantLength(.add, seconds: Int64(300 * (1 + number(6))))
    return switch number(6) {
    case 0, 1: .ask(item: name, seconds: 900, reason: one(of: ["", "level 3"]))
    case 2: .withdraw(item: name)
    case 3:
      .allow(one(of: [.item(name), .request(Int64(1 + number(4)))]), one(of: [length, GrantLength(.untilEndOfDay)]))
    case 4: .refuse(request: Int64(1 + number(4)))
    default: .endGrant(item: name)
    }
  }

  private mutating func item() -> PersonOrder.Kind {
    let name = one(of: Self.names)
    return switch number(5) {
    case 0: .rename(item: name, name: one(of: ["Game of kings", "Notes", name]))
    case 1: .file(item: name, category: "\(1 + number(13))")
    case 2: .merge(item: one(of: Self.names), into: name)
    case 3: .withdrawItem(name, from: family())
    default: one(of: [.cancelChange(Int64(1 + number(5))), .delayChanges(seconds: Int64(600 * number(9)))])
    }
  }

  // MARK: - Apps

  mutating func effect() -> WireValue {
    let family = one(of: Self.families)
    let tokens = (life.tokens[family] ?? []).map(\.wire)
    return switch number(11) {
    case 0: NotificationBench.notification("n\(number(4))")
    case 1: NotificationBench.notification("n\(number(4))", NotificationBench.after(Int64(60 * (1 + number(90)))))
    case 2:
      NotificationBench.notification(
        "daily", NotificationBench.at(["hour": .integer(Int64(number(24))), "minute": 30], repeats: true))
    case 3: NotificationBench.badge(Int64(number(4)))
    case 4: NotificationBench.cancel(["n\(number(4))"])
    case 5: ["kind": "setSetting", "store": "limits", "key": "shield.applications", "value": .array(tokens)]
    case 6: ["kind": "clearStore", "store": "limits"]
    case 7: ["kind": "refreshShields"]
    case 8: ["kind": "reloadTimelines"]
    case 9: ["kind": "stopMonitoring", "activities": ["day"]]
    default: ["kind": "setSetting", "store": "more", "key": "siri.denySiri", "value": true]
    }
  }

  private mutating func app() throws {
    let family = one(of: Self.families)
    guard let call = held.removeValue(forKey: family) else {
      life.order(.open(FamilyID(family)))
      if let sent = life.bench.sent.last(where: { $0.program == family + ".app" }) {
        life.note("the app of \(family) is at \(sent.callback)")
      }
      if number(3) == 0, let call = try? life.open(family) { held[family] = call }
      return
    }
    questions += 1
    if number(3) == 0 { try life.ask(call, questions, .authorize(AuthorizeParams(member: .individual))) }
    try life.end(call, .replied(["effects": .array((0...number(3)).map { _ in effect() })]))
    life.leave(family)
  }

  private mutating func report() throws {
    let unit = one(of: [ReportFilter.Segment.hourly, .daily, .weekly])
    let request = ReportRequest(
      family: family(), context: "pie", segment: unit, start: NotificationBench.start, end: life.instant)
    life.take(.person(PersonAct(.opensReport(request))))
  }

  // MARK: - Surfaces

  private mutating func widget() throws {
    let all = life.facts.widgets.map(\.id)
    guard !all.isEmpty, number(4) > 0 else {
      return life.order(.widget(.place(family(), kind: "Clock", size: one(of: ["systemSmall", "systemMedium"]), [])))
    }
    let (id, other) = (one(of: all), one(of: all))
    life.order(
      .widget(
        one(of: [
          .move(id, to: number(4)), .stack(id, onto: other), .unstack(id), .front(id), .refresh(id), .remove(id),
          .tap(id, area: nil), .lock(one(of: [.locked, .unlocked])), .set(id, name: "subject", value: "maths"),
        ])))
  }

  private mutating func focus() -> FocusChange {
    let mode = one(of: ["work", "evening"])
    let key = FocusFilterKey(family(), "Mute")
    return switch number(7) {
    case 0: .define(FocusMode(id: mode, name: mode.capitalized, allowed: [family()]))
    case 1: .set(FocusFilter(key, parameters: [], isOn: number(3) > 0), in: mode)
    case 2, 3: .activate(one(of: [mode, nil]))
    case 4: .unset(key, in: mode)
    case 5: .allowCritical(family(), number(2) == 0)
    default: .treatUntagged(one(of: [.silence, .interrupt]))
    }
  }

  private mutating func notice() throws {
    let (family, number) = (family(), Int64(1 + number(5)))
    switch self.number(3) {
    case 0: life.order(.answerNotification(number, of: family))
    case 1: life.order(.clearNotification(number, of: family))
    default:
      let text = one(of: [
        #"{"aps":{"alert":"Alone","badge":7}}"#, #"{"aps":{"content-available":1}}"#,
        #"{"aps":{"content-changed":true}}"#,
      ])
      life.order(.push(family, try RemotePayload(json: Data(text.utf8))))
    }
  }

  // MARK: - The device

  private mutating func source() {
    let now = life.instant
    switch number(6) {
    case 0: life.take(.source(.lost(.socket, .writerLeft)))
    case 1: life.take(.source(.blind(.focus, .disconnected, since: now)))
    case 2: life.take(.source(.sighted(.focus, at: now)))
    case 3: life.take(.source(.suspended(TimeSpan(start: now, end: now.advanced(by: 1_800_000)))))
    case 4: life.take(.source(.clockJumped(to: now.advanced(by: Int64(number(5) - 1) * 1_800_000))))
    default: life.take(.source(.zoneChanged(CalendarPlace(timeZone: one(of: ["UTC", "Europe/Vienna", "Asia/Tokyo"])))))
    }
  }

  private mutating func process() {
    let program = one(of: Self.families) + "." + one(of: ["monitor", "shieldaction", "widget"])
    switch number(6) {
    case 0: life.move(program, .exiting(.strike), .quarantined(until: life.now + 600_000), "strikes")
    case 1: life.take(.wrote(ProgramID(program), isSealed: false, lines: ["Traceback", "ValueError: \(number(9))"]))
    case 2: life.failure = .fallback(reason: .process(.deadline))
    case 3: life.failure = .fallback(reason: "crash.SIGSEGV")
    default: life.failure = nil
    }
  }

  private mutating func consent() -> PersonOrder.Kind {
    let family = family()
    return switch number(6) {
    case 0: .consent(family)
    case 1: .consent(family, ConsentTerms(profile: one(of: [.open, .standard, .tight])))
    case 2: .resetTokens(family)
    case 3: .ledger(isOn: number(2) == 0)
    case 4: .answer(prompt: Int64(1 + number(6)), isYes: number(2) == 0)
    default: .revoke(family, keepsShields: number(2) == 0)
    }
  }

  mutating func restart() throws {
    try end()
    if hasRareEvents { try change(number(8)) }
    try life.restart(build: one(of: ["", "2"]))
  }

  private mutating func operation() throws {
    let family = family()
    switch number(6) {
    case 0: try restart()
    case 1: life.take(.operator(.saves))
    case 2: life.take(.operator(.rotateTokens(family)))
    case 3: life.take(.operator(.grant(one(of: Self.items), until: life.instant.advanced(by: 900_000))))
    default:
      let numbers = try life.facts.undelivered(of: family).map(\.sequence)
      guard !numbers.isEmpty else { return life.order(.restart(extension: family.rawValue + ".monitor")) }
      let number = one(of: numbers)
      life.order(one(of: [.resend(family, number: number), .dismiss(family, number: number)]))
    }
  }
}
