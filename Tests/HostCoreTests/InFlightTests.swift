// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// Every kind of callback in flight, with every kind of act before its reply arrives, compared with a transcript.
@Suite struct InFlightTests {
  /// A callback, by the name under which it is sent.
  enum Flight: String, CaseIterable {
    case threshold = "eventDidReachThreshold"
    case press = "handle"
    case look = "configuration"
    case visit = "activate"
    case filter = "focus.perform"
    case intent = "intent.perform"
    case timeline = "widget.timeline"
    case report = "makeReport"
  }

  private static let intents: WireValue = [
    ["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"],
    ["intent": "Mark", "opensApp": false, "roles": ["action"], "title": "Mark"],
  ]

  private static let button: WireValue = [
    "child": ["kind": "text", "text": "Done"], "form": "button", "intent": "Mark", "kind": "control",
  ]

  /// A device with a family that has a program of each kind.
  func life() throws -> PlayedLife {
    let life = try PlayedLife(
      requests: ["focus", "reports", "timelines"],
      points: ["shieldConfiguration", "shieldAction", "widget", "focusFilter", "report"],
      extras: ["widget": #", "interactive": true"#]
    ) { ($0.clock, $0.turns) = (.real, .perFamily) }
    life.reply = { [unowned life] one in
      if one.program.hasSuffix(".report") { return .replied(["view": ["kind": "text", "text": "12 minutes"]]) }
      if one.callback == "widget.timeline" {
        let view: WireValue = ["child": Self.button, "kind": "widget"]
        let entry: WireValue = [
          "date": .integer(life.now), "views": [["variant": "light", "view": view]],
        ]
        return .replied(["entries": [entry], "policy": ["kind": "never"]])
      }
      return PlayedReplies.reply(to: one.callback, at: life.now, intents: Self.intents)
    }
    try life.settle()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    return life
  }

  /// Places a widget of the family.
  func place(_ life: PlayedLife) throws {
    life.take(.person(PersonAct(.placesWidget(homework, kind: "Clock", size: "systemSmall", []))))
    try life.settle()
  }

  /// Sends a callback, and leaves it in flight.
  func send(_ flight: Flight, on life: PlayedLife) throws -> NotificationBench.Sent {
    if flight == .intent { try place(life) }
    if flight == .press {
      try life.use(PlayedLife.chess, minutes: 21)
      try life.use(PlayedLife.chess, minutes: 1)
    }
    life.isHeld = { $0.callback == flight.rawValue }
    switch flight {
    case .threshold, .look: try life.use(PlayedLife.chess, minutes: 22)
    case .press: try life.press(.primaryButtonPressed)
    case .visit: life.take(.person(PersonAct(.opens(homework, stays: true))))
    case .filter:
      for change in [
        FocusChange.define(FocusMode(id: "work", name: "Work")),
        .set(FocusFilter(FocusFilterKey(homework, "Mute"), parameters: []), in: "work"), .activate("work"),
      ] {
        life.take(.person(PersonAct(.changesFocus(change))))
      }
    case .intent: life.take(.person(PersonAct(.tapsWidget(try #require(life.facts.widgets.first).id, area: 1))))
    case .timeline: try place(life)
    case .report:
      let request = ReportRequest(
        family: homework, context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
      life.take(.person(PersonAct(.opensReport(request))))
    }
    try life.settle()
    return try #require(life.bench.sent.first { $0.callback == flight.rawValue }, "\(life.bench.sent)")
  }

  enum Act: String, CaseIterable {
    case nothing, withdraw, rotate, revoke, remove, removeWidget, endMode, close, travel, wait

    func make(on life: PlayedLife) throws {
      switch self {
      case .nothing: break
      case .withdraw: life.order(.withdrawItem("Chess", from: homework))
      case .rotate: life.take(.operator(.rotateTokens(homework)))
      case .revoke: life.order(.revoke(homework, keepsShields: false))
      case .remove: life.order(.remove(homework))
      case .removeWidget: for one in life.facts.widgets { life.order(.widget(.remove(one.id))) }
      case .endMode: life.order(.focus(.activate(nil)))
      case .close: life.order(.close(homework))
      case .travel: life.take(.source(.zoneChanged(CalendarPlace(timeZone: "Asia/Tokyo"))))
      case .wait: try life.pass(hours: 2)
      }
    }
  }

  private func word(_ command: DeviceCommand) -> String? {
    switch command {
    case .conclude(_, let verdict): "conclude \(verdict)"
    case .cancel(_, let reason): "cancel \(reason)"
    case .stop(let program, let reason): "stop \(program) \(reason)"
    case .answer(_, let answer): "answer \(answer)"
    case .present(let surface): "present \(String(describing: surface).prefix { $0 != "(" })"
    case .withdraw(let surface): "withdraw \(String(describing: surface).prefix { $0 != "(" })"
    case .tell(let event): "tell \(event.what): \(event.detail)"
    case .perform, .release, .hold, .prompt, .closePrompt, .wake, .notify: nil
    case .reset, .quarantine, .keepWarm, .coolDown: nil
    }
  }

  @Test(arguments: Flight.allCases) func `a callback in flight ends as in the transcript, whatever happens before`(
    _ flight: Flight
  ) throws {
    var lines: [String] = []
    for act in Act.allCases {
      let life = try life()
      let sent = try send(flight, on: life)
      lines.append("# \(flight.rawValue), \(act.rawValue)")
      let before = life.lines.count
      try act.make(on: life)
      lines += life.lines.dropFirst(before).filter { $0.contains("refused") || $0.contains("already") }
      let reply = try life.usualEnd(of: sent)
      life.isHeld = { _ in false }
      life.bench.forget(sent.call)
      lines += life.take(.ended(sent.call, reply)).compactMap(word)
      try life.settle()
      lines += try life.facts.store.read { try $0.deliveryHistory() }.filter { $0.callback == flight.rawValue }.map {
        "\($0.callback) \($0.sequence): \($0.settlement.map { "\($0.outcome) \($0.reason)" } ?? "pending")"
      }
    }
    try PageTranscript.compare(lines, with: "flight-\(flight)")
  }
}

private let homework = FamilyID("homework")
