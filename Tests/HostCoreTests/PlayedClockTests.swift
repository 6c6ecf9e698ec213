// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import ScreenTimeRules
import Testing
import WrittenCodes

@testable import HostCore

/// A device as on a real clock, whose programs are played: turns of each family, processes that are kept ready, and the
/// times at which it asks to be woken.
@Suite struct PlayedClockTests {
  private static let homework = FamilyID("homework")

  private func life(_ configure: @escaping (inout HostConfiguration) -> Void = { _ in }) throws -> PlayedLife {
    let life = try PlayedLife(
      requests: ["badge", "reports"], points: ["shieldConfiguration", "shieldAction", "report"]
    ) {
      ($0.clock, $0.turns) = (.real, .perFamily)
      configure(&$0)
    }
    life.notesWakes = true
    return life
  }

  /// A process that was launched ahead of its first request.
  private func warm(_ program: String, on life: PlayedLife) {
    life.move(program, .cold, .launching, "warm")
    life.move(program, .launching, .greeting, "exec.ok")
    life.move(program, .greeting, .idle(since: life.now), "hello.ok")
    life.take(.time(life.instant))
  }

  @Test func `processes are kept ready for shields and reports, and stopped when there are none, as in the transcript`()
    throws
  {
    let life = try life()
    life.reply = { one in one.program.hasSuffix(".report") ? .replied(["kind": "vstack", "children": []]) : nil }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    life.take(.time(life.instant))
    try life.use(PlayedLife.chess, minutes: 22)
    life.take(.time(life.instant))
    warm("homework.shieldconfiguration", on: life)
    try life.use(PlayedLife.editor, minutes: 3)
    life.take(.time(life.instant))
    let filter = ReportFilter(segment: .daily, start: NotificationBench.start.milliseconds, end: life.now)
    let call = try life.open("worklog")
    life.move("worklog.app", .greeting, .idle(since: life.now), "hello.ok")
    let report = PresentReportParams(
      context: "pie", filter: filter, frame: ViewFrame(width: 390_000, height: 480_000), surface: nil, dismiss: nil)
    try life.ask(call, 1, .presentReport(report))
    life.take(.time(life.instant))
    warm("worklog.report", on: life)
    try life.end(call, .replied(["effects": []]))
    try life.settle()
    life.leave("worklog")
    life.move("worklog.app", .idle(since: life.now), .exiting(.clean), "stop.idle")
    life.take(.time(life.instant))
    life.order(.revoke(Self.homework, keepsShields: true), as: .guardian)
    life.take(.time(life.instant))
    life.order(.remove(Self.homework), as: .guardian)
    life.take(.time(life.instant))
    try life.compare("played-warmth")
  }

  @Test
  func
    `each family has its own turn, and a callback that doesn't end delays its own family only, as in the transcript`()
    throws
  {
    let life = try life { $0.looseningSeconds = 7_200 }
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    let busy = try life.open("homework")
    try life.use(PlayedLife.chess, minutes: 21)
    life.order(.open(FamilyID("worklog")))
    try life.use(PlayedLife.editor, minutes: 21)
    life.show(["/extensions"])
    life.order(.close(Self.homework))
    try life.end(
      busy,
      .replied([
        "effects": [
          NotificationBench.notification("soon", NotificationBench.after(900)), NotificationBench.badge(2),
          NotificationBench.notification("nightly", NotificationBench.at(["hour": 3, "minute": 0], repeats: true)),
        ]
      ]))
    life.leave("homework")
    try life.settle()
    life.order(.allow(.item("Chess"), GrantLength(.add, seconds: 600)), as: .guardian)
    life.order(.withdrawItem("Chess", from: Self.homework))
    life.take(.time(life.instant))
    life.reply = { [unowned life] one in
      one.program == "worklog.monitor" ? .unavailable(reason: "launch.mounts", retryAt: life.now + 300_000) : nil
    }
    life.take(.wrote(ProgramID("worklog.monitor"), isSealed: false, lines: ["no room"]))
    try life.pass(hours: 6)
    life.take(.time(life.instant))
    life.reply = { _ in nil }
    try life.pass(hours: 20)
    life.take(.time(life.instant))
    life.show(["/extensions", "/requests"])
    try life.compare("played-turns")
  }
}
