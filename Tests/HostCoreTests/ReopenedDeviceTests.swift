// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// A device that is read from its store again, after a kill or a failed write, is the device that it was.
@Suite struct ReopenedDeviceTests {
  private static let homework = FamilyID("homework")
  private static let points = ["shieldConfiguration", "shieldAction", "widget", "focusFilter", "report"]

  private func life() throws -> PlayedLife {
    let life = try PlayedLife(requests: ["badge", "focus", "reports", "timelines"], points: Self.points) {
      $0.looseningSeconds = 3_600
    }
    life.reply = { [unowned life] in PlayedReplies.reply(to: $0.callback, at: life.now) }
    try life.settle()
    return life
  }

  /// Acts and use after each of which the device has something new to keep.
  private static let steps: [(String, @Sendable (PlayedLife) throws -> Void)] = [
    ("a family is met", { try $0.meet("homework", picking: ["org.gnome.Chess"]) }),
    ("another family is met", { try $0.meet("worklog", picking: ["org.gnome.TextEditor"]) }),
    (
      "widgets are placed",
      { life in
        for family in ["homework", "worklog"] {
          life.order(.widget(.place(FamilyID(family), kind: "Clock", size: "systemSmall", [])))
        }
      }
    ),
    (
      "widgets are stacked",
      { life in
        let widgets = life.facts.widgets.map(\.id)
        life.order(.widget(.stack(widgets[0], onto: widgets[1])))
      }
    ),
    ("a widget is removed", { life in life.order(.widget(.remove(life.facts.widgets[0].id))) }),
    ("a mode is defined", { $0.order(.focus(.define(FocusMode(id: "work", name: "Work")))) }),
    (
      "a filter is set",
      {
        $0.order(.focus(.set(FocusFilter(FocusFilterKey(homework, "Mute"), parameters: []), in: "work")))
      }
    ),
    ("the mode is turned on", { $0.order(.focus(.activate("work"))) }),
    (
      "a notification is scheduled",
      { life in
        let call = try life.open("homework")
        try life.end(
          call,
          .replied([
            "effects": [
              NotificationBench.notification("soon", NotificationBench.after(900)),
              NotificationBench.notification("now"), NotificationBench.badge(2),
            ]
          ]))
        life.leave("homework")
      }
    ),
    ("the game is played", { try $0.use(PlayedLife.chess, minutes: 25) }),
    ("a button is pressed", { try $0.press(.primaryButtonPressed) }),
    ("time is asked for", { $0.order(.ask(item: "Chess", seconds: 900, reason: "level 3")) }),
    ("time is allowed", { $0.order(.allow(.item("Chess"), GrantLength(.add, seconds: 600)), as: .guardian) }),
    ("an item is renamed", { $0.order(.rename(item: "Chess", name: "Game of kings")) }),
    ("items are merged", { $0.order(.merge(item: "Browser", into: "Editor")) }),
    ("a looser change waits", { $0.order(.withdrawItem("Game of kings", from: homework)) }),
    ("the screen is locked", { $0.order(.widget(.lock(.locked))) }),
    (
      "a program prints",
      {
        $0.take(.wrote(ProgramID("homework.monitor"), isSealed: false, lines: ["Traceback"]))
      }
    ),
    (
      "a program is quarantined",
      {
        var move = ProcessMove(
          process: 1, from: .exiting(.strike), to: .quarantined(until: $0.now + 7_200_000), reason: "crash.SIGSEGV",
          record: RestartRecord())
        move.build = "played"
        $0.take(.moved(ProgramID("worklog.monitor"), move))
      }
    ),
    (
      "a report is presented",
      { life in
        let call = try life.open("homework")
        life.move("homework.app", .greeting, .idle(since: life.now), "hello.ok")
        let filter = ReportFilter(segment: .daily, start: NotificationBench.start.milliseconds, end: life.now)
        try life.ask(
          call, 1,
          .presentReport(
            PresentReportParams(
              context: "pie", filter: filter, frame: ViewFrame(width: 390_000, height: 480_000), surface: nil,
              dismiss: nil)))
        try life.end(call, .replied(["effects": []]))
        life.leave("homework")
        life.move("homework.app", .idle(since: life.now), .exiting(.clean), "stop.idle")
        life.move("homework.app", .exiting(.clean), .cold, "exited")
      }
    ),
    ("a source is lost", { $0.take(.source(.blind(.focus, .disconnected, since: $0.instant))) }),
    ("hours pass", { try $0.pass(hours: 3) }),
    ("the clock is set back", { $0.take(.source(.clockJumped(to: $0.instant.advanced(by: -600_000)))) }),
    ("the ledger is turned off", { $0.order(.ledger(isOn: false)) }),
    ("tokens are reset", { $0.order(.resetTokens(homework)) }),
    ("a family is revoked", { $0.order(.revoke(homework, keepsShields: true), as: .guardian) }),
    ("a day passes", { try $0.pass(hours: 24) }),
  ]

  private static let paths = [
    "/today", "/week", "/day", "/shields", "/requests", "/families", "/ledger", "/extensions", "/device", "/gallery",
    "/trace", "/family/homework", "/family/worklog", "/item/app:org.gnome.Chess",
  ]

  private func pages(_ facts: DeviceFacts) -> [String] {
    let maker = PageMaker(facts, hasPasscode: false)
    return Self.paths.flatMap { path -> [String] in
      do { return try PageAddress(path: path).map { try PageTranscript.lines(of: maker.page($0)) } ?? [] } catch {
        return ["\(path): \(error)"]
      }
    }
  }

  /// The first line in which two transcripts differ.
  private func difference(_ left: [String], _ right: [String]) -> String? {
    if let (one, other) = zip(left, right).first(where: { $0 != $1 }) { return "\(one)\n\(other)" }
    return left.count == right.count ? nil : "\(left.count) lines, \(right.count) lines"
  }

  @Test func `a host that was killed after it saved shows the same pages as before`() throws {
    let life = try life()
    for (what, step) in Self.steps {
      try step(life)
      try life.settle()
      life.take(.operator(.saves))
      let again = try life.bench.killed()
      #expect(difference(pages(life.facts), pages(again.driver.facts)) == nil, "after \(what)")
      #expect(life.facts.state == again.driver.facts.state, "after \(what)")
    }
  }

  @Test func `an input whose write failed has its effects once when it is taken again`() throws {
    let (sound, failing) = (try life(), try life())
    (sound.prelude, failing.prelude) = (.save, .failure)
    for (what, step) in Self.steps {
      for life in [sound, failing] { try step(life) }
      #expect(difference(pages(sound.facts), pages(failing.facts)) == nil, "after \(what)")
      #expect(sound.facts.state == failing.facts.state, "after \(what)")
    }
    #expect(failing.failedWrites > 20, "\(failing.failedWrites)")
  }
}
