// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// Families that are not configured in a run, and families that were removed.
@Suite struct AbsentFamilyTests {
  private static let worklog = FamilyID("worklog")

  /// A device on which both families have deliveries of each kind, widgets, filters and notifications.
  private func life(_ configure: @escaping (inout HostConfiguration) -> Void) throws -> PlayedLife {
    let life = try PlayedLife(
      requests: ["badge", "focus", "reports", "timelines"],
      points: ["shieldConfiguration", "shieldAction", "widget", "focusFilter", "report"], configure)
    let intents: WireValue = [
      ["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]
    ]
    life.reply = { [unowned life] in PlayedReplies.reply(to: $0.callback, at: life.now, intents: intents) }
    try life.settle()
    for (family, app) in [("homework", "org.gnome.Chess"), ("worklog", "org.gnome.TextEditor")] {
      try life.meet(family, picking: [app])
      life.order(.widget(.place(FamilyID(family), kind: "Clock", size: "systemSmall", [])))
    }
    life.order(.focus(.define(FocusMode(id: "work", name: "Work"))))
    life.order(.focus(.set(FocusFilter(FocusFilterKey(Self.worklog, "Mute"), parameters: []), in: "work")))
    let call = try life.open("worklog")
    let soon = NotificationBench.notification("soon", NotificationBench.after(7_200))
    try life.end(call, .replied(["effects": [NotificationBench.badge(3), soon]]))
    life.leave("worklog")
    return life
  }

  /// Has callbacks of each kind fail, and leaves others waiting.
  private func fail(_ life: PlayedLife) throws {
    let usual = life.reply
    life.reply = { [unowned life] one in
      life.take(.wrote(ProgramID(one.program), isSealed: false, lines: ["Traceback"]))
      return .fallback(reason: "crash.SIGSEGV")
    }
    life.take(.person(PersonAct(.opens(Self.worklog, stays: false))))
    try life.settle()
    try life.use(PlayedLife.editor, minutes: 22)
    life.take(.person(PersonAct(.changesFocus(.activate("work")))))
    try life.settle()
    life.reply = { _ in .unavailable(reason: "quarantined", retryAt: nil) }
    life.take(.person(PersonAct(.opens(Self.worklog, stays: false))))
    life.take(.person(PersonAct(.changesFocus(.activate(nil)))))
    try life.settle()
    try life.pass(hours: 25)
    life.reply = usual
  }

  @Test func `a family missing from a run keeps its data, and its callbacks wait`() throws {
    var isConfigured = true
    let life = try life { configuration in
      if !isConfigured { configuration.families.removeAll { $0.manifest.family == "worklog" } }
    }
    try fail(life)
    let waiting = life.facts.owners.outbox.owed.filter { $0.family == "worklog" }
    #expect(waiting.count > 2)
    isConfigured = false
    try life.restart()
    try life.pass(hours: 3)
    try life.use(PlayedLife.chess, minutes: 25)
    life.show(["/families", "/family/worklog", "/extensions", "/gallery", "/requests"])
    let left = life.facts.owners.outbox.owed.filter { $0.family == "worklog" }
    #expect(left.map(\.id).starts(with: waiting.map(\.id)) && left.allSatisfy { $0.settlement == nil })
    #expect(life.bench.sent.isEmpty)
    isConfigured = true
    try life.restart()
    try life.settle()
    try life.pass(hours: 1)
    #expect(!life.facts.owners.outbox.owed.contains { left.map(\.id).contains($0.id) })
    life.show(["/families", "/gallery"])
    try life.compare("absent-family")
  }

  @Test func `drops the callbacks of an extension that its family no longer has, and says why`() throws {
    var hasMonitor = true
    let life = try life { configuration in
      guard !hasMonitor else { return }
      for index in configuration.families.indices {
        configuration.families[index].manifest.extensions.removeAll { $0.point == .monitor }
      }
    }
    life.isHeld = { $0.program == "worklog.monitor" }
    try life.use(PlayedLife.editor, minutes: 22)
    let waiting = life.facts.owners.outbox.owed.filter { $0.family == "worklog" && $0.point == "monitor" }
    #expect(!waiting.isEmpty)
    hasMonitor = false
    life.isHeld = { _ in false }
    try life.restart()
    try life.settle()
    let history = try life.facts.store.read { try $0.deliveryHistory() }
    for one in waiting {
      let end = history.first { $0.id == one.id }?.settlement
      #expect(end?.outcome == .dropped && end?.reason == "extension.none")
    }
  }

  @Test func `a removed family leaves only its history`() throws {
    let life = try life { _ in }
    try fail(life)
    let ofFamily = [HostMeta.buttons, HostMeta.poison, HostMeta.writers, HostMeta.opened]
    let outputs = life.facts.owners.registry.programs(of: Self.worklog).map { HostMeta.output($0.id) }
    let names = ofFamily.map { $0(Self.worklog) } + outputs
    func values() throws -> Set<String> {
      Set(try life.facts.store.read { reader in try names.filter { try reader.meta($0) != nil } })
    }
    let before = try values()
    for name in [HostMeta.poison, HostMeta.opened, HostMeta.writers] {
      #expect(before.contains(name(Self.worklog)), "\(before)")
    }
    #expect(before.contains(HostMeta.output(ProgramID("worklog.app"))))
    func filters() -> [FocusFilter] {
      life.facts.owners.focus.state.modes.flatMap(\.filters).filter { $0.key.family == Self.worklog }
    }
    #expect(!filters().isEmpty)
    life.order(.remove(Self.worklog))
    life.take(.operator(.saves))
    #expect(filters().isEmpty)
    let left = try values()
    #expect(left == [])
    #expect(life.facts.widgets.allSatisfy { $0.family != Self.worklog })
    #expect(life.facts.notifications(of: Self.worklog) == FamilyNotifications())
    #expect(life.facts.owners.focus.state.inForce.keys.allSatisfy { $0.family != Self.worklog })
    #expect(life.facts.nameableItems(of: Self.worklog).isEmpty)
    #expect(life.facts.owners.outbox.owed.allSatisfy { $0.family != "worklog" })
    let again = try life.facts.store.read { try $0.deliveryHistory() }.filter { $0.family == "worklog" }
    #expect(again.allSatisfy { $0.settlement != nil })
  }

  @Test(arguments: [false, true])
  func `revoking a family during a callback ends its turn, and other families continue (A10)`(_ isOne: Bool) throws {
    let life = try life { if !isOne { ($0.clock, $0.turns) = (.real, .perFamily) } }
    life.isHeld = { $0.program == "worklog.monitor" }
    try life.use(PlayedLife.editor, minutes: 22)
    #expect(life.bench.sent.contains { $0.program == "worklog.monitor" })
    #expect(!life.facts.owners.outbox.isFree(for: Self.worklog))
    let before = life.bench.presented.count
    life.take(.person(PersonAct(.revokes(Self.worklog, by: .person, keepsShields: false))))
    #expect(life.facts.owners.outbox.isFree(for: Self.worklog))
    life.isHeld = { _ in false }
    var asked: Set<String> = []
    let usual = life.reply
    life.reply = {
      asked.insert($0.program)
      return try usual($0)
    }
    try life.use(PlayedLife.chess, minutes: 30)
    #expect(asked.contains("homework.monitor") && life.bench.presented.count > before)
  }

  @Test func `a callback is sent again only if it failed or expired, and dismissed only then`() throws {
    let life = try life { _ in }
    try life.use(PlayedLife.editor, minutes: 22)
    life.failure = .denied(ErrorObject(.denied, "It is too large."))
    life.take(.person(PersonAct(.opens(Self.worklog, stays: false))))
    try life.settle()
    life.failure = .fallback(reason: "crash.SIGSEGV")
    try life.press(.primaryButtonPressed)
    try fail(life)
    // One of each outcome, by the point of the callback, and one that waits.
    var seen: Set<String> = []
    for row in try life.facts.store.read({ try $0.deliveryHistory() }) where row.family == "worklog" {
      let what = "\(row.point) \(row.settlement.map { "\($0.outcome)" } ?? "pending")"
      guard seen.insert(what).inserted else { continue }
      life.note("# \(what)")
      for _ in 0..<2 { life.take(.operator(.resend(Self.worklog, sequence: row.sequence))) }
      for _ in 0..<2 { life.take(.operator(.dismiss(Self.worklog, sequence: row.sequence))) }
    }
    life.order(.revoke(Self.worklog, keepsShields: false))
    for row in try life.facts.undelivered(of: Self.worklog) {
      life.take(.operator(.resend(Self.worklog, sequence: row.sequence)))
    }
    try life.settle()
    try life.compare("sent-again")
  }
}
