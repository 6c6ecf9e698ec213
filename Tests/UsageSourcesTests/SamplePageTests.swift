// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing
import UsageSources

/// Checks `docs/samples.md` against the reader.
@Suite struct SamplePageTests {
  private func page() throws -> String {
    try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/samples.md"),
      encoding: .utf8)
  }

  @Test func `every example on the page is read and written back as the same bytes`() throws {
    let lines = try page().split(separator: "\n").filter { $0.hasPrefix("{\"v\":1,\"source\"") }
    #expect(lines.count >= 7)
    for line in lines { #expect(try UsageSample(line: Array(line.utf8)).line == line) }
  }

  @Test func `every wire name and every error is on the page`() throws {
    let page = try page()
    let names =
      UsageSample.Source.allCases.map(\.rawValue) + UsageSample.OffReason.allCases.map(\.rawValue)
      + SourceBlindness.allCases.map(\.rawValue) + SourceTrack.allCases.map(\.rawValue)
      + UsageSampleError.Name.allCases.map(\.rawValue)
    for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
  }
}
