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

/// How reports are counted, which apps get them, and which days they contain.
@Suite struct CountedReportTests {
  private static let worklog = FamilyID("worklog")

  private static var params: PresentReportParams {
    let start = NotificationBench.start.milliseconds
    return PresentReportParams(
      context: "pie", filter: ReportFilter(segment: .hourly, start: start, end: start + 86_400_000),
      frame: ViewFrame(width: 390_000, height: 480_000), surface: nil, dismiss: nil)
  }

  @Test func `a call for a report and its drawing are stored as soon as they are counted`() throws {
    let life = try PlayedLife(requests: ["reports"], points: ["report"])
    try life.meet("worklog", picking: [PlayedLife.editor.id])
    let day = life.facts.owners.chronicle.calendar.day(life.instant)
    func stored() throws -> [Int] {
      let counts = try life.facts.store.read { try $0.value(ReportCounts.self, HostMeta.reportCounts) }
      return [counts?.calls(of: Self.worklog, on: day) ?? 0, counts?.renderings(of: Self.worklog, on: day) ?? 0]
    }
    #expect(try stored() == [0, 0])
    let call = try life.open("worklog")
    life.move("worklog.app", .greeting, .idle(since: life.now), "hello.ok")
    try life.ask(call, 1, .presentReport(Self.params))
    #expect(try stored() == [1, 0])
    try life.end(call, .replied(["effects": []]))
    life.take(.time(life.instant))
    #expect(try stored() == [1, 1])
  }

  @Test func `an app without the right to reports is told so, and no report is counted`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("worklog", picking: [PlayedLife.editor.id])
    let call = try life.open("worklog")
    var refusals: [ErrorObject] = []
    for case .answer(_, .refusal(let error)) in try life.ask(call, 1, .presentReport(Self.params)) {
      refusals.append(error)
    }
    #expect(refusals == [ErrorObject(.denied, "worklog.app was not granted “reports”.")])
    #expect(life.facts.owners.surfaces.reports.isEmpty)
    #expect(try life.facts.store.read { try $0.meta(HostMeta.reportCounts) } == nil)
  }

  @Test func `opening a report that waits for consent says what it waits for`() throws {
    var policy: FlowPolicy?
    let life = try PlayedLife(requests: ["reports"], points: ["report"]) { $0.policy = policy }
    try life.meet("worklog", picking: [PlayedLife.editor.id])
    policy = try FlowPolicy.widened(fields: "perform/arguments/context")
    try life.restart()
    let sentence = try #require(life.facts.suspension(of: Self.worklog)).sentence
    let request = ReportRequest(
      family: Self.worklog, context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
    let error = #expect(throws: HostError.self) {
      try life.bench.take(.person(PersonAct(.opensReport(request))))
    }
    #expect(error == HostError(.failed, sentence))
    #expect(try life.bench.sent.isEmpty && life.bench.ledger(.reportShown, "worklog") == 0)
  }

  @Test func `a weekly report begins with the person's week, without what was used on days that are over`() throws {
    let retention = try #require(Retention(useDays: 7))
    let life = try PlayedLife(points: []) { $0.retention = retention }
    // A Monday.
    let start = NotificationBench.start
    let day: Int64 = 1_440
    func at(_ minutes: Int64) -> Timestamp { start.advanced(by: minutes * 60_000) }
    try life.pass(until: at(day - 10))
    try life.use(PlayedLife.chess, minutes: 20)
    try life.pass(until: at(8 * day + 60))
    life.take(.operator(.saves))
    let request = ReportRequest(
      family: Self.worklog, context: "pie", segment: .weekly, start: start, end: at(9 * day))
    let segments = try life.facts.store.read { try life.facts.parts.numbers.segments(request, $0) }
    #expect(segments.map(\.span.start) == [start, at(7 * day)])
    let week = try #require(segments.first)
    // The use began on the Monday, which is not kept for reports any more.
    #expect(week.total == 600_000 && week.longest == TimeSpan(start: at(day), end: at(day + 10)))
    #expect(week.firstPickup == nil)
    #expect(week.categories.flatMap(\.applications).map(\.pickups) == [0])
  }
}
