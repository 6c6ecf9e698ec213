// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// When a device on a real clock asks to be woken, if nothing else happens.
@Suite struct NextWakeTests {
  private func at(_ seconds: Int64) -> Timestamp { NotificationBench.start.advanced(by: seconds * 1_000) }

  @Test func `a device wakes up for the first event of all, and not for a passcode that waits`() throws {
    let bench = try NotificationBench(requests: ["authorization", "notifications"]) {
      ($0.clock, $0.turns) = (.real, .perFamily)
    }
    func wakes() throws -> [Timestamp?] {
      try bench.take(.time(bench.device.now)).compactMap { command -> Timestamp?? in
        if case .wake(let instant) = command { .some(instant) } else { nil }
      }
    }
    func act(_ kind: PersonAct.Kind) throws { try bench.take(.person(PersonAct(kind))) }

    let hours = Schedule(start: ScheduleComponents(hour: 9), end: ScheduleComponents(hour: 10), repeats: true)
    try act(.changesFocus(.define(FocusMode(id: "work", name: "Work", schedule: hours))))
    #expect(try wakes() == [at(32_400)])
    try act(.waits(.shortensDelay(seconds: 0), opening: [], until: at(30_000), by: .person))
    try act(.waits(.replacesPasscode, opening: [], until: at(100), by: .person))
    #expect(try wakes() == [at(30_000)])
    try bench.reply("homework", NotificationBench.notification("a", NotificationBench.after(20_000)))
    #expect(try wakes() == [at(20_000)])
    try act(.opens(FamilyID("worklog"), stays: false))
    let call = try #require(bench.sent.last).call
    try bench.take(.asked(QuestionID(call, 1), .request(.authorize(AuthorizeParams(member: .individual)))))
    #expect(try wakes() == [at(300)])

    // Each is due at its instant, and the device is woken for the next one then.
    try bench.pass(until: at(299))
    #expect(try wakes() == [at(300)] && bench.driver.facts.openPrompts.count == 1)
    for (second, next) in [(300, 20_000), (20_000, 30_000), (30_000, 32_400), (32_400, 36_000)] as [(Int64, Int64)] {
      try bench.pass(until: at(second))
      #expect(try wakes() == [at(next)], "\(second)")
    }
    #expect(bench.driver.facts.openPrompts.isEmpty && bench.shown.map(\.id) == ["a"])
    #expect(bench.driver.facts.waitingChanges.map(\.number) == [2] && bench.driver.facts.focus.activeID == "work")
  }
}
