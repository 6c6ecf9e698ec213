// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Surfaces
import Testing

@testable import HostCore

/// The numbers in the names of pages, and the width of what a terminal shows.
@Suite struct SurfaceNameTests {
  private static let homework = FamilyID("homework")

  @Test func `a shield that comes up again takes no number from the next one`() {
    var names = ShieldPageNames()
    let found = ["a", "a", "b", "a", "b", "c"].map { id in
      names.name(
        for: Shield(item: .application(id), hit: .direct, family: Self.homework, since: HostedRun.start))
    }
    #expect(found == [1, 1, 2, 1, 2, 3].map { "shield-homework-\($0)" })
  }

  private static func request(_ context: String) -> ReportRequest {
    ReportRequest(
      family: homework, context: context, segment: .hourly, start: HostedRun.start, end: HostedRun.start)
  }

  @Test func `a report that is drawn again takes no number from the next one`() {
    var names = ReportPageNames()
    let found = ["a b", "a b", "a-b", "a b", "a/b"].map { names.name(for: Self.request($0)) }
    #expect(found == ["", "", ".2", "", ".3"].map { "report-homework-a-b\($0).html" })
  }

  @Test func `a report is as wide as a terminal of eighty columns`() throws {
    let scratch = Scratch()
    let configuration = HostConfiguration(
      stateDirectory: scratch.path, outputDirectory: nil, recordingPath: nil, families: [],
      launcherPath: "/bin/false", clock: .real, mode: .faithful, start: HostedRun.start,
      environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
      registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true)
    let stage = SurfaceStage(configuration) { _ in AssetCatalog() }
    try stage.present(
      .report(
        PresentedReport(
          request: Self.request("Daily"), familyName: "Homework", view: nil, grade: nil, span: "Monday",
          isAsked: true, faces: [:], at: HostedRun.start)))
    let drawn = try #require(stage.askedReport)
    let (usual, wider) = (try drawn.surface.terminal(columns: 80), try drawn.surface.terminal(columns: 81))
    #expect(drawn.terminal == usual && usual != wider)
  }
}
