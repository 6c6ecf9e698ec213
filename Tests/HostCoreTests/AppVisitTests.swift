// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing
import WrittenCodes

@testable import HostCore

/// Openings of apps by a person, from the request to the end of the visit.
@Suite struct AppVisitTests {
  private static let homework = FamilyID("homework")
  private static let app = ProgramID("homework.app")

  private func told(_ commands: [DeviceCommand]) -> [HostEvent] {
    commands.compactMap { command -> HostEvent? in if case .tell(let event) = command { event } else { nil } }
  }

  private func rows(_ life: PlayedLife) throws -> [PendingDelivery] {
    try life.facts.store.read { try $0.deliveryHistory(family: "homework") }
  }

  private func outcomes(_ life: PlayedLife) throws -> [PendingDelivery.Outcome?] {
    try rows(life).map { $0.settlement?.outcome }
  }

  private func act(_ kind: PersonAct.Kind, _ life: PlayedLife) -> [DeviceCommand] {
    life.take(.person(PersonAct(kind)))
  }

  /// Opens the app, which has a process and presents a window with one button.
  private func openWindow(_ life: PlayedLife) throws {
    let call = try life.open("homework")
    life.move("homework.app", .greeting, .idle(since: life.now), "hello.ok")
    let button: WireValue = [
      "kind": "control", "form": "button", "action": 3, "child": ["kind": "text", "text": "Start"],
    ]
    let view: WireValue = ["kind": "vstack", "align": "center", "spacing": 8_000, "children": [button]]
    try life.ask(call, 1, .presentWindow(PresentWindowParams(view: view, title: "First")))
    try life.end(call, .replied(["effects": []]))
    life.move("homework.app", .busy(RequestID(.host, 2)), .idle(since: life.now), "reply.ok")
    try #require(life.facts.owners.surfaces.windows[Self.homework]?.tree == 1)
  }

  @Test func `opening a family without an app is reported, and delivers nothing`() throws {
    let life = try PlayedLife(points: []) { configuration in
      for index in configuration.families.indices { configuration.families[index].manifest.app = nil }
    }
    let commands = act(.opens(Self.homework, stays: true), life)
    let event = HostEvent(
      at: life.instant, .warning, family: "homework", "no app in the manifest", detail: "nothing opened")
    #expect(told(commands) == [event] && commands.count == 1)
    #expect(try rows(life).isEmpty && life.facts.ledgerCount(of: .widget, Self.homework) == 0)
    #expect(try life.facts.store.read { try $0.meta(HostMeta.opened(Self.homework)) } == nil)
  }

  @Test func `a visit is settled when the person leaves or closes the app, or doesn't find a button`() throws {
    let ends: [(PersonAct.Kind, PendingDelivery.Outcome, ReasonCode.Delivery)] = [
      (.leaves(Self.homework, missing: nil), .applied, .accepted),
      (.leaves(Self.homework, missing: "Go"), .failed, .unknownTap), (.closes(Self.homework), .applied, .accepted),
    ]
    for (end, outcome, reason) in ends {
      let life = try PlayedLife(requests: ["badge"], points: [])
      let call = try life.open("homework")
      let effects: WireValue = [NotificationBench.badge(2), NotificationBench.notification("a")]
      try life.end(call, .replied(["effects": effects]))
      try life.pass(hours: 1)
      let owners = life.facts.owners
      #expect(owners.persons.visits[Self.homework] != nil && owners.outbox.turns == [Self.homework: .visit])
      #expect(try outcomes(life) == [nil])
      let commands = act(end, life)
      #expect(owners.persons.visits.isEmpty && owners.outbox.turns.isEmpty)

      let row = try #require(try rows(life).first)
      let isApplied = outcome == .applied
      let revision = isApplied ? life.facts.state.families[Self.homework]?.revision : nil
      let settlement = PendingDelivery.Settlement(
        outcome, reason: .delivery(reason), revision: revision, at: life.instant)
      #expect(row.settlement == settlement)
      let detail = isApplied ? "2 effects" : "No button “Go” is in the app's window."
      let event = HostEvent.settled(
        row, outcome, by: owners.registry.name(of: row), reason: .delivery(reason), detail: detail, at: life.instant)
      #expect(told(commands).contains(event), "\(told(commands))")
      let attempts = try life.facts.store.read { try $0.attempts(family: "homework") }[row.id] ?? []
      #expect(attempts.map(\.number) == (isApplied ? [1] : []))
      #expect(attempts.allSatisfy { $0.at == life.instant && $0.detail.contains("; ") })
      let stops = commands.count { command in
        if case .stop(Self.app, .idle) = command { true } else { false }
      }
      let isClosing = if case .closes = end { true } else { false }
      #expect(stops == (isClosing ? 1 : 0))
      // There is nothing more to leave.
      #expect(act(.leaves(Self.homework, missing: "Go"), life).isEmpty)
      #expect(try rows(life).map(\.settlement) == [settlement])
    }
  }

  @Test func `a later opening takes the place of an earlier one, which is settled then`() throws {
    let life = try PlayedLife(points: []) { ($0.clock, $0.turns) = (.real, .perFamily) }
    let first = try life.open("homework")
    try life.end(first, .replied(["effects": []]))
    let second = try life.open("homework")
    #expect(try outcomes(life) == [nil, nil])
    try life.end(second, .replied(["effects": []]))
    #expect(try outcomes(life) == [.applied, nil])
    let visit = life.facts.owners.persons.visits[Self.homework]
    #expect(try visit?.delivery.id == rows(life).last?.id)
    _ = act(.leaves(Self.homework, missing: nil), life)
    #expect(try outcomes(life) == [.applied, .applied])
  }

  @Test(arguments: [false, true])
  func `an app keeps its window while its process lives, and loses it when the app restarts`(
    _ hasExited: Bool
  ) throws {
    let life = try PlayedLife(points: [])
    try openWindow(life)
    _ = act(.leaves(Self.homework, missing: nil), life)
    if hasExited { life.move("homework.app", .idle(since: life.now), .exiting(.clean), "stop.idle") }
    func tree() -> Int64? { life.facts.owners.surfaces.windows[Self.homework]?.tree }
    #expect(tree() == 1)
    _ = try life.open("homework")
    #expect(tree() == (hasExited ? nil : 1))
  }

  @Test func `a tap is sent once, and refused while the app has another callback`() throws {
    let life = try PlayedLife(points: [])
    try openWindow(life)
    let tap = DeviceInput.person(PersonAct(.taps(Self.homework, label: "Start", tree: 1, action: 3)))
    let count = try life.bench.ledger(.widget)
    let commands = life.take(tap)
    #expect(
      told(commands) == [HostEvent(at: life.instant, .press, family: "homework", "“Start” in the app")])
    let sent = try #require(life.bench.sent.last)
    #expect(sent.callback == "app.tap" && sent.program == "homework.app")
    #expect(try life.bench.ledger(.widget) == count + 1)
    let error = #expect(throws: HostError.self) { try life.bench.take(tap) }
    #expect(error?.code == .failed && error?.description.contains("busy with another callback") == true)
    #expect(try life.bench.ledger(.widget) == count + 1)
    // The visit goes on afterwards.
    life.bench.forget(sent.call)
    life.take(.ended(sent.call, .replied(["effects": []])))
    #expect(life.facts.owners.persons.visits[Self.homework] != nil)
    #expect(try outcomes(life) == [nil])
  }
}
