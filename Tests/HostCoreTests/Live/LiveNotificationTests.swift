// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import HostCore
import ScreenTimeRules
import Testing

/// Notifications on a real clock: each is shown at its instant (H7), and a flood affects only its own family (H3, H9).
@Suite(.serialized) struct LiveNotificationTests {
  private static let seconds: Int64 = 120
  private static let reminder: WireValue = [
    "effects": [NotificationBench.notification("n", NotificationBench.after(seconds), title: "Stretch")]
  ]

  /// Checks that the notification was shown at its instant. The day's callbacks are over by then, so only that instant
  /// wakes the host.
  private func expectShownAtItsInstant(of family: String, in run: LiveRun) throws {
    let shown = try #require(run.events.first { $0.kind == .notification && $0.family == family })
    let asked = run.events.filter { $0.kind == .effect && $0.family == family && $0.what.hasPrefix("notification n") }
    #expect(shown.what == "Stretch")
    #expect(
      asked.contains { $0.at.advanced(by: Self.seconds * 1_000) == shown.at },
      "asked for at \(asked.map(\.at.milliseconds)), shown at \(shown.at.milliseconds)")
  }

  @Test func `a notification is shown at its instant, in the timeline and on its page (Q5)`() throws {
    let families = try ScriptFamilies()
    try families.add("one", requests: ["notifications"])
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .answers(Self.reminder)], in: families)
    run.pages = families.scratch.path + "/pages"
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: { $0.kind == .notification })
    try run.end()
    try expectShownAtItsInstant(of: "one", in: run)
    let page = try String(contentsOfFile: families.scratch.path + "/pages/notifications.html", encoding: .utf8)
    #expect(page.contains("<bdi>Stretch</bdi>"))
  }

  @Test func `a family that floods is refused by name, and another family's notification is on time (Q6)`() throws {
    let families = try ScriptFamilies()
    for family in ["flood", "well"] { try families.add(family, requests: ["notifications"]) }
    let flood = (0..<12).map { batch in
      (0..<8).map { NotificationBench.notification("f\(batch * 8 + $0)", NotificationBench.after(86_400)) }
    }
    let run = try LiveRun(
      [
        "flood.app": .setsUp, "flood.monitor": .commits(flood), "well.app": .setsUp,
        "well.monitor": .answers(Self.reminder),
      ], in: families)
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: { $0.kind == .notification && $0.family == "well" })
    try run.wait(for: "intervalDidStart", of: "flood.monitor")
    try run.end()
    try expectShownAtItsInstant(of: "well", in: run)
    #expect(run.programs.stage.refusals["limit", default: 0] >= 4, "\(run.programs.stage.refusals)")
  }
}
