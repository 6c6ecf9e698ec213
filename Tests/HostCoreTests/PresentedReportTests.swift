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

/// The messages to an app about the reports that it presents, replaces and dismisses.
@Suite struct PresentedReportTests {
  /// A device with an app that may present reports, although its family has no extension that draws them.
  private func life() throws -> PlayedLife {
    let life = try PlayedLife(requests: ["reports"], points: [])
    try life.meet("worklog", picking: [PlayedLife.editor.id])
    return life
  }

  private func params(_ surface: String?, dismiss: Bool?) -> PresentReportParams {
    let start = NotificationBench.start.milliseconds
    return PresentReportParams(
      context: "pie", filter: ReportFilter(segment: .hourly, start: start, end: start + 86_400_000),
      frame: ViewFrame(width: 390_000, height: 480_000), surface: surface, dismiss: dismiss)
  }

  @Test func `an app is told when its report appears, and only that a surface is gone when it dismisses one`() throws {
    let life = try life()
    let call = try life.open("worklog")
    var questions = 0
    func ask(_ surface: String?, dismiss: Bool?) throws -> HostAnswerWords {
      questions += 1
      let commands = try life.ask(call, questions, .presentReport(params(surface, dismiss: dismiss)))
      for case .answer(_, let answer) in commands {
        switch answer {
        case .result(let value): return .result(value)
        case .refusal(let error): return .refusal(error.code, error.pointer)
        }
      }
      return .none
    }
    let presentsAt = WireValue.integer(life.now + 1_000)
    #expect(try ask(nil, dismiss: nil) == .result(["presentsAt": presentsAt, "surface": "s1"]))
    #expect(try ask(nil, dismiss: false) == .result(["presentsAt": presentsAt, "surface": "s2"]))
    #expect(try ask("s2", dismiss: false) == .result(["presentsAt": presentsAt, "surface": "s2"]))
    #expect(try ask(nil, dismiss: true) == .refusal(.schema, "/params/surface"))
    #expect(try ask("s3", dismiss: nil) == .refusal(.schema, "/params/surface"))
    #expect(try ask("s2", dismiss: true) == .result(["surface": "s2"]))
    #expect(try ask("s2", dismiss: true) == .refusal(.schema, "/params/surface"))
    #expect(try ask("s2", dismiss: nil) == .refusal(.schema, "/params/surface"))
    #expect(try ask("s1", dismiss: nil) == .result(["presentsAt": presentsAt, "surface": "s1"]))
  }

  /// An answer, so far as an app can tell one from another.
  private enum HostAnswerWords: Equatable {
    case result(WireValue)
    case refusal(ErrorCode, String?)
    case none
  }

  @Test func `a report of a family that draws none is its placeholder`() throws {
    let life = try life()
    let call = try life.open("worklog")
    life.move("worklog.app", .greeting, .idle(since: life.now), "hello.ok")
    try life.ask(call, 1, .presentReport(params(nil, dismiss: nil)))
    try life.end(call, .replied(["effects": []]))
    let shown = life.take(.time(life.instant)).compactMap { command -> PresentedReport? in
      if case .present(.report(let report)) = command { report } else { nil }
    }
    #expect(shown.map(\.request.surface) == ["s1"] && shown.map(\.view) == [nil])
    #expect(shown.map(\.isAsked) == [false] && shown.map(\.grade) == [nil])
    #expect(try life.bench.sent.isEmpty && life.bench.ledger(.reportShown, "worklog") == 0)
  }

  @Test func `a report of days that are over ends with them, and begins where the history does`() throws {
    let life = try PlayedLife(points: [])
    let start = NotificationBench.start
    func day(_ number: Int64) -> Timestamp { start.advanced(by: number * 86_400_000) }
    try life.pass(until: day(1))
    try life.use(PlayedLife.chess, minutes: 3)
    try life.pass(until: day(3))
    life.take(.operator(.saves))
    func segments(_ first: Int64, _ end: Int64) throws -> [ReportQuery.Segment] {
      let request = ReportRequest(
        family: FamilyID("worklog"), context: "pie", segment: .daily, start: day(first), end: day(end))
      return try life.facts.store.read { try life.facts.parts.numbers.segments(request, $0) }
    }
    #expect(try segments(0, 1).map(\.span.start) == [day(0)])
    #expect(try segments(1, 9).map(\.span.start) == [day(1), day(2)])
    // A use that begins with the report is whole, so it is a pickup.
    let used = try segments(1, 2)
    #expect(used.map(\.span.start) == [day(1)] && used.map(\.total) == [180_000])
    #expect(used.map(\.firstPickup) == [day(1)])
    // Thirty days before the present one.
    #expect(try segments(-40, -26).map(\.span.start) == [day(-27)])
  }
}
