// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import FamilyManifests
import Foundation
import TestThreads
import Testing

/// The project's example families pass the privacy check.
@Suite struct ExampleFamilyTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL.path
  private static let areBuilt = ["Homework", "WorklogReport"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: repository + "/.build-extensions/release/" + $0)
  }

  @Test(.enabled(if: areBuilt, "needs `make extensions`"), arguments: ["homework", "worklog"])
  func `an example family passes, and the report states what it could have missed`(_ name: String) async throws {
    let report = try await onOwnThread {
      try PlantedLeakFixture.with { fixture in
        let catalog = FamilyCatalog(directories: [Self.repository + "/manifests"], owner: getuid())
        let located = try #require(catalog[name])
        return try PrivacyCheck(fixture.checked(located), plan: .small).run()
      }
    }
    #expect(report.verdict == .passed, "\(report.text)")
    #expect(!report.resolution.isEmpty)
    #expect(report.text.contains("mutual information with the secret") && report.text.contains("chance alone reaches"))
    #expect(report.verdictSentence.contains("could have stayed unseen"))
  }
}
