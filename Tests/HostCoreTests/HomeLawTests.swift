// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

/// Laws of Focus edges and widget timelines under drawn acts, failures and kills of the host.
@Suite struct HomeLawTests {
  private static let key = FocusFilterKey(FamilyID("homework"), "Mute")

  private static func value(_ text: String) -> [StoredParameter] {
    [StoredParameter(ParameterValue(name: "account", value: .string(text)))]
  }

  private static func argument(_ name: String, _ one: NotificationBench.Sent) -> WireValue? {
    guard case .object(let params) = one.request, case .object(let arguments)? = params["arguments"] else { return nil }
    return arguments[name]
  }

  /// Answers one callback that is on its way.
  ///
  /// - Returns: the edge that was accepted, if it was one.
  private func answer(
    _ bench: NotificationBench, fails: Bool
  ) throws -> (edge: WireValue?, parameters: WireValue?)? {
    guard let one = bench.sent.first else { return nil }
    let family = ProgramID(one.program).family
    let now = bench.device.now.milliseconds
    let views: WireValue = [["variant": "light", "view": ["kind": "text", "text": "t"]]]
    guard !fails else {
      try bench.end(one.callback, of: family, .fallback(reason: "deadline"))
      return nil
    }
    switch one.callback {
    case "focus.perform":
      try bench.end(one.callback, of: family, .replied(["predicate": ["op": "false"]]))
      return (Self.argument("edge", one), Self.argument("parameters", one))
    case "widget.describe":
      let kind: WireValue = [
        "asksForConfiguration": false, "backgroundRemovable": true, "kind": "Clock", "margins": true,
        "sizes": ["systemSmall"], "title": "Clock",
      ]
      try bench.end(one.callback, of: family, .replied(["kinds": [kind]]))
    case "widget.placeholder": try bench.end(one.callback, of: family, .replied(["views": views]))
    case "widget.snapshot":
      try bench.end(one.callback, of: family, .replied(["entry": ["date": .integer(now), "views": views]]))
    case "widget.timeline":
      let entries = (0..<3).map { hour -> WireValue in
        ["date": .integer(now + Int64(hour) * 3_600_000), "views": views]
      }
      try bench.end(one.callback, of: family, .replied(["entries": .array(entries), "policy": ["kind": "atEnd"]]))
    default: try bench.end(one.callback, of: family, .replied([:]))
    }
    return nil
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `whatever fails and whenever the host dies, edges pair up and widgets show their entries (FOCUS-F6, WIDGET-W11)`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(state: seed)
    var bench = try NotificationBench(points: ["focusFilter", "widget"])
    while !bench.sent.isEmpty { _ = try answer(bench, fails: false) }
    func change(_ change: FocusChange) throws { try bench.take(.person(PersonAct(.changesFocus(change)))) }
    for id in ["work", "sleep"] { try change(.define(FocusMode(id: id, name: id))) }
    try change(.set(FocusFilter(Self.key, parameters: Self.value("1")), in: "work"))
    var edges: [(edge: WireValue?, parameters: WireValue?)] = []
    // Each `on` that was sent, and each `off` that was accepted.
    var told: [String] = []
    func noteSent() {
      let isOn = bench.sent.contains { $0.callback == "focus.perform" && Self.argument("edge", $0) == "on" }
      if isOn, told.last != "on" { told.append("on") }
    }
    func accept(_ edge: (edge: WireValue?, parameters: WireValue?)?) {
      guard let edge else { return }
      edges.append(edge)
      if edge.edge == "off" { told.append("off") }
      noteSent()
    }
    for step in 0..<60 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0: try change(.activate("work"))
      case 1: try change(.activate("sleep"))
      case 2: try change(.activate(nil))
      case 3: try change(.set(FocusFilter(Self.key, parameters: Self.value("\(step)")), in: "work"))
      case 4 where bench.driver.facts.widgets.count < 3:
        try bench.take(
          .person(PersonAct(.placesWidget(Self.key.family, kind: "Clock", size: "systemSmall", []))))
      case 5: bench = try bench.killed()
      case 6: try bench.pass(seconds: Int64.random(in: 0..<5_000, using: &random))
      default:
        accept(try answer(bench, fails: Int.random(in: 0..<4, using: &random) == 0))
      }
      noteSent()
      // Of each program one drawing is on its way.
      let drawings = bench.sent.filter { $0.callback.hasPrefix("widget.") }.map(\.program)
      #expect(Set(drawings).count == drawings.count)
      for widget in bench.driver.facts.widgets {
        guard let archive = widget.content.archive, bench.sent.isEmpty else { continue }
        #expect(widget.content.shownEntry?.date == archive.current(at: bench.device.now)?.date)
      }
    }
    for _ in 0..<200 {
      let isDone = try bench.sent.isEmpty && owed(bench).isEmpty
      if isDone { break }
      if bench.sent.isEmpty { try bench.pass(seconds: 60) }
      noteSent()
      accept(try answer(bench, fails: false))
    }
    #expect(try owed(bench).isEmpty)
    let isOn = bench.driver.facts.focus.inForce[Self.key] != nil
    // Each accepted `off` follows an `on` that was sent since the one before, and may have been performed.
    #expect(!zip(told, told.dropFirst()).contains { $0 == "off" && $1 == "off" }, "\(told)")
    #expect(told.first != "off")
    #expect(edges.isEmpty ? !isOn : edges.last?.edge == (isOn ? "on" : "off"))
  }

  private func owed(_ bench: NotificationBench) throws -> [PendingDelivery] {
    try bench.driver.facts.store.read { try $0.owedDeliveries() }
  }
}
