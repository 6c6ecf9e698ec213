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

/// The window, the reports and the family's turn that an app holds while its process lives.
@Suite struct OpenAppTests {
  private static let homework = FamilyID("homework")
  private static let app = ProgramID("homework.app")

  private func act(_ kind: PersonAct.Kind, _ life: PlayedLife) { life.take(.person(PersonAct(kind))) }

  /// Opens the app, which has a process and asks one question before it ends its callback.
  private func open(_ life: PlayedLife, asking request: ExtensionRequest) throws {
    let call = try life.open("homework")
    life.move(Self.app.rawValue, .greeting, .idle(since: life.now), "hello.ok")
    try life.ask(call, 1, request)
    try life.end(call, .replied(["effects": []]))
  }

  private func openWindow(_ life: PlayedLife) throws {
    let button: WireValue = [
      "kind": "control", "form": "button", "action": 3, "child": ["kind": "text", "text": "Start"],
    ]
    let view: WireValue = ["kind": "vstack", "align": "center", "spacing": 8_000, "children": [button]]
    try open(life, asking: .presentWindow(PresentWindowParams(view: view, title: "First")))
    try #require(life.facts.owners.surfaces.windows[Self.homework]?.tree == 1)
  }

  @Test func `a tap is the last request to its app`() throws {
    let life = try PlayedLife(points: [])
    try openWindow(life)
    let registry = life.facts.owners.registry
    func callback() -> WireValue? {
      guard case .object(let members)? = registry.lastRequest(to: Self.app) else { return nil }
      return members["callback"]
    }
    try #require(callback() == "activate")
    act(.taps(Self.homework, label: "Start", tree: 1, action: 3), life)
    #expect(callback() == "app.tap")
  }

  @Test func `a closed app has no window, before its process has ended`() throws {
    let life = try PlayedLife(points: [])
    try openWindow(life)
    act(.closes(Self.homework), life)
    #expect(life.facts.owners.registry.isOpen(Self.homework))
    #expect(life.facts.owners.surfaces.windows[Self.homework] == nil)
  }

  @Test(arguments: [false, true]) func `an app's reports end with it, when it is closed or starts again`(
    _ isClosed: Bool
  ) throws {
    let life = try PlayedLife(requests: ["reports"], points: ["report"])
    life.reply = { one in
      one.callback == "makeReport" ? CallEnd.replied(["view": ["kind": "text", "text": "12 minutes"]]) : nil
    }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let start = NotificationBench.start
    let filter = ReportFilter(
      segment: .daily, start: start.milliseconds, end: start.advanced(by: 86_400_000).milliseconds)
    let frame = ViewFrame(width: 390_000, height: 480_000)
    try open(
      life,
      asking: .presentReport(
        PresentReportParams(context: "pie", filter: filter, frame: frame, surface: nil, dismiss: nil)))
    life.take(.time(life.instant))
    try life.settle()
    let surfaces = life.facts.owners.surfaces
    try #require(surfaces.reports.hasSurfaces(of: Self.homework) && surfaces.drawnReports[Self.homework] != nil)
    if isClosed {
      act(.closes(Self.homework), life)
    } else {
      act(.leaves(Self.homework, missing: nil), life)
      life.move(Self.app.rawValue, .idle(since: life.now), .exiting(.clean), "stop.idle")
      _ = try life.open("homework")
    }
    #expect(!surfaces.reports.hasSurfaces(of: Self.homework) && surfaces.drawnReports[Self.homework] == nil)
  }

  @Test func `an app that is told of a change has its family's turn until it ends, and a failure is told`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    life.move(Self.app.rawValue, .greeting, .idle(since: life.now), "hello.ok")
    act(.revokes(Self.homework, by: .person, keepsShields: false), life)
    let push = try #require(life.bench.sent.first { $0.callback == "stateChanged" })
    let outbox = life.facts.owners.outbox
    #expect(outbox.turns == [Self.homework: .call(push.call)])
    life.bench.forget(push.call)
    let commands = life.take(.ended(push.call, .fallback(reason: .process(.deadline))))
    let details = commands.compactMap { command -> String? in
      if case .tell(let event) = command, event.what == "stateChanged" { event.detail } else { nil }
    }
    #expect(details == ["not delivered; the next snapshot has the changes"])
    #expect(outbox.turns.isEmpty && life.facts.callsInFlight.isEmpty)
  }

  @Test func `the callback of an app that was revoked meanwhile is over with its reply`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let call = try life.open("homework")
    act(.revokes(Self.homework, by: .person, keepsShields: false), life)
    try #require(life.facts.callsInFlight == [call])
    try life.end(call, .replied(["effects": []]))
    #expect(life.facts.callsInFlight.isEmpty && life.facts.owners.outbox.turns.isEmpty)
  }
}
