// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import Testing
import WrittenCodes

@testable import HostCore

/// When the reports in an app's window are drawn, and when they go.
@Suite struct ReportSurfaceEndTests {
  private static let worklog = FamilyID("worklog")
  private static let view: WireValue = ["view": ["kind": "text", "text": "12 minutes"]]

  /// A device with a family that can present reports.
  private func met(_ configure: @escaping (inout HostConfiguration) -> Void = { _ in }) throws -> PlayedLife {
    let life = try PlayedLife(requests: ["reports"], points: ["report"], configure)
    life.reply = { one in one.program.hasSuffix(".report") ? .replied(Self.view) : nil }
    try life.meet("worklog", picking: ["org.gnome.TextEditor"])
    return life
  }

  /// Opens the family's app, which presents a report and stays open.
  private func present(_ life: PlayedLife) throws {
    let call = try life.open("worklog")
    life.move("worklog.app", .greeting, .idle(since: life.now), "hello.ok")
    let start = NotificationBench.start.milliseconds
    let filter = ReportFilter(segment: .hourly, start: start, end: start + 86_400_000)
    let frame = ViewFrame(width: 390_000, height: 480_000)
    let params = PresentReportParams(context: "pie", filter: filter, frame: frame, surface: nil, dismiss: nil)
    try life.ask(call, 1, .presentReport(params))
    try life.end(call, .replied(["effects": []]))
    try rest(life)
  }

  /// A device whose open app presents a report, which has been drawn.
  private func life() throws -> PlayedLife {
    let life = try met()
    try present(life)
    return life
  }

  private func rest(_ life: PlayedLife) throws {
    life.take(.time(life.instant))
    try life.settle()
  }

  private func drawings(_ life: PlayedLife) -> [WireValue?] {
    life.bench.presented.compactMap { surface -> WireValue?? in
      if case .report(let report) = surface { report.view } else { nil }
    }
  }

  private func hasSurfaces(_ life: PlayedLife) -> Bool {
    life.facts.owners.surfaces.reports.hasSurfaces(of: Self.worklog)
  }

  @Test func `a report is drawn once, and again after use that it doesn't show yet`() throws {
    let life = try life()
    #expect(drawings(life) == [Self.view] && hasSurfaces(life))
    for _ in 0..<3 { try rest(life) }
    #expect(drawings(life).count == 1)
    life.leave("homework")
    try life.use(PlayedLife.editor, minutes: 3)
    try rest(life)
    #expect(drawings(life).count == 2)
  }

  @Test(arguments: [false, true]) func `the reports of an app go when its process ends, also while none is due`(
    _ isDue: Bool
  ) throws {
    let life = try life()
    if isDue { life.take(.use(UseSpan(start: life.instant, end: life.instant.advanced(by: 60_000), isPresent: true))) }
    let count = drawings(life).count
    life.move("worklog.app", .idle(since: life.now), .exiting(.clean), "stop.idle")
    #expect(hasSurfaces(life))
    try rest(life)
    #expect(!hasSurfaces(life) && drawings(life).count == count)
  }

  @Test func `a report waits for the person's consent to a wider policy, and shows nothing before`() throws {
    var policy: FlowPolicy?
    let life = try met { $0.policy = policy }
    policy = try FlowPolicy.widened(fields: "perform/arguments/context")
    try life.restart()
    try present(life)
    #expect(drawings(life) == [nil] && hasSurfaces(life))
    life.order(.consent(Self.worklog, ConsentTerms(policy: Int(try #require(policy).version))))
    try life.use(PlayedLife.editor, minutes: 3)
    try rest(life)
    #expect(drawings(life) == [nil, Self.view])
  }

  @Test func `a drawing that an app asked for is not taken for the report that a person opened`() throws {
    let life = try life()
    let stage = life.bench.driver.stage
    #expect(drawings(life) == [Self.view] && stage.askedReport == nil)
    let request = ReportRequest(
      family: Self.worklog, context: "pie", segment: .daily, start: NotificationBench.start, end: life.instant)
    life.take(.person(PersonAct(.opensReport(request))))
    try life.settle()
    #expect(drawings(life) == [Self.view, Self.view] && stage.askedReport != nil)
    stage.forgetAsked()
    #expect(stage.askedReport == nil)
  }
}
