// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import Testing

/// The grant sheet is derived from the policy.
@Suite struct ConsentSheetTests {
  private func sheet(
    _ points: Set<ExtensionPoint>, _ profile: PrivacyProfile = .standard, missing: [String] = []
  ) throws -> ConsentSheet {
    ConsentSheet(
      family: "Homework", points: points, profile: profile, tier: IsolationTier(acceptedMissing: missing),
      policy: try FlowPolicy.builtIn())
  }

  private func numbers(_ sheet: ConsentSheet) -> [Int] { sheet.can.compactMap(\.dc) }

  @Test func `has one line for each way in which the family can learn something, and no more`() throws {
    #expect(numbers(try sheet([.report])) == [5])
    #expect(numbers(try sheet([.monitor])) == [1, 1, 2, 5])
    #expect(numbers(try sheet([.app, .monitor, .shieldAction, .focusFilter])) == [1, 1, 2, 3, 4, 5, 6, 7, 8])
    #expect(numbers(try sheet([.app], .open)) == [4, 5, 6, 8, 9])
  }

  @Test func `states the profile's resolution and price, and that thresholds without a pick count all use (PRIV-MT3)`()
    throws
  {
    let lines = try sheet([.monitor], .tight).can.map(\.says)
    #expect(lines.first?.contains("to within 15 minutes") == true)
    #expect(lines.contains { $0.contains("all your use together") })
    #expect(numbers(try sheet([.monitor], .tight)) == [1, 1, 5])
    #expect(try sheet([.monitor], .tight).price?.contains("up to 15 minutes late") == true)
    #expect(try sheet([.monitor], .open).price == nil)
    #expect(try sheet([.report], .tight).price == nil)
  }

  @Test func `lists what is shown behind the seal and what no profile releases`() throws {
    #expect(try sheet([.monitor]).isShown.isEmpty)
    #expect(try sheet([.report, .shieldConfiguration]).isShown.map(\.dc) == [nil, nil])
    #expect(try sheet([.report], .tight).cannot.contains("exact times"))
    #expect(try sheet([.report], missing: ["own-time-namespace"]).tier == "T0, without own-time-namespace")
  }

  @Test func `every release that a row names appears on a sheet`() throws {
    let policy = try FlowPolicy.builtIn()
    for release in policy.releases {
      #expect(!release.consent.isEmpty && !release.points.isEmpty, "DC\(release.dc)")
      let points = Set(policy.rows.filter { $0.release == release }.flatMap(\.points))
      // The sheet lists the point that learns it first; a later reader of the snapshot belongs to the same family.
      #expect(!points.isDisjoint(with: release.points), "DC\(release.dc)")
    }
  }
}
