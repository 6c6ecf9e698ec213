// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Testing

/// Checks that docs/manifest.md shows a manifest that the host accepts, and names every capability and ceiling.
@Suite struct ManifestPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: [
    ("manifest.md", "```json manifest\n"), ("getting-started.md", "```json garden/manifests/garden.json\n"),
  ])
  func `shows a valid manifest`(page: String, fence: String) throws {
    let block = try #require(try Self.text("docs/\(page)").components(separatedBy: fence).dropFirst().first)
    let manifest = block.components(separatedBy: "```")[0]
    #expect(throws: Never.self) { try FamilyManifest(contents: Array(manifest.utf8), file: "garden.json") }
  }

  @Test func `names the ceiling of each limit and each capability`() throws {
    let page = try Self.text("docs/manifest.md")
    for capability in Capability.allCases { #expect(page.contains("`\(capability.rawValue)`"), "\(capability)") }
    for point in ExtensionPoint.allCases {
      let rules = PointRules.rules(for: point)
      func cell(_ bound: PointRules.Bound?) -> String {
        guard let bound else { return "–" }
        return bound.standard == bound.ceiling ? "\(bound.standard)" : "\(bound.standard), up to \(bound.ceiling)"
      }
      let cells = [rules.startMs, rules.deadlineMs, rules.memoryMiB, rules.cpuS].map(cell)
      #expect(page.contains("| \(point.rawValue) | \(cells.joined(separator: " | ")) |"), "\(point)")
    }
  }

  @Test func `the schema in docs equals the one beside the manifests`() throws {
    #expect(try Self.text("docs/schema/family-1.json") == Self.text("manifests/schema/family-1.json"))
  }
}
