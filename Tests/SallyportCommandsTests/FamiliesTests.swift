// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct FamiliesTests {
  private func directory(_ files: [String: String]) throws -> String {
    let path = SallyportProgram.scratch + "/manifests-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: path + "/" + name)) }
    return path
  }

  @Test func `lists the example families`() throws {
    let finished = try SallyportProgram.run("families", SallyportProgram.root + "/manifests", "--quiet")
    #expect(finished.output == "homework\nscribe\nworklog\n")
    let json = try #require(
      try SallyportProgram.run("families", SallyportProgram.root + "/manifests", "--format", "json").json
        as? [String: Any])
    let families = try #require(json["families"] as? [[String: Any]])
    #expect(
      families.first?["programs"] as? [String] == [
        "homework.app", "homework.monitor", "homework.shield", "homework.action",
      ])
    #expect(json["refused"] as? [String] == [])
  }

  @Test func `reports file, place, value and limit of every error`() throws {
    let path = try directory([
      "broken.json": """
      { "manifest": 1, "family": "broken", "displayName": "Broken", "version": "1.0", "developer": { "name": "X" },
        "groups": ["group.x"], "bundle": ".", "extensions": [
          { "name": "r", "point": "report", "executable": "../r", "limits": { "deadlineMs": 60000 } } ] }
      """,
      "half.json": "{ \"manifest\": 1,",
    ])
    let finished = try SallyportProgram.run("families", path)
    #expect(finished.status == 2)
    let complaints = finished.complaints.split(separator: "\n")
    #expect(
      complaints.contains {
        $0 == "sallyport: broken.json: /extensions/0/limits/deadlineMs: 60000 is above the ceiling 3000 of point report"
      }, "\(complaints)")
    #expect(complaints.contains { $0.hasPrefix("sallyport: broken.json: /extensions/0/executable: ") })
    #expect(complaints.contains { $0.hasPrefix("sallyport: half.json: ") })
  }

  @Test func `names the missing program of a valid family`() throws {
    let path = try directory([
      "lonely.json": """
      { "manifest": 1, "family": "lonely", "displayName": "Lonely", "version": "1.0", "developer": { "name": "X" },
        "groups": ["group.x"], "bundle": ".", "extensions": [
          { "name": "monitor", "point": "monitor", "executable": "nothing" } ] }
      """
    ])
    let finished = try SallyportProgram.run("families", path)
    #expect(finished.status == 1)
    #expect(finished.output.contains("lonely"))
    #expect(finished.complaints.contains("nothing"))
  }

  @Test func `reports a missing directory as refused`() throws {
    let finished = try SallyportProgram.run("families", "/nonexistent")
    #expect(finished.status == 2)
    #expect(finished.complaints == "sallyport: /nonexistent: is not a directory that can be read\n")
  }
}
