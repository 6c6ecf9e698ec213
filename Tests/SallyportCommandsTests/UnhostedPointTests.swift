// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Programs at points that this release does not host are named, and never asked.
@Suite struct UnhostedPointTests {
  @Test(arguments: ["widget", "focusFilter"])
  func `families names a program that is not hosted`(_ point: String) throws {
    let path = SallyportProgram.scratch + "/unhosted-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    try Data(
      """
      { "manifest": 1, "family": "clock", "displayName": "Clock", "version": "1.0", "developer": { "name": "X" },
        "groups": ["group.x"], "bundle": ".", "extensions": [
          { "name": "face", "point": "\(point)", "executable": "nothing" } ] }
      """.utf8
    ).write(to: URL(filePath: path + "/clock.json"))
    let finished = try SallyportProgram.run("families", path)
    #expect(
      finished.complaints.split(separator: "\n").contains(
        "clock.face: \(point) is not hosted by this release, so the program is never asked"), "\(finished.complaints)")
    let json = try SallyportProgram.run("families", path, "--format", "json").json as? [String: Any]
    let families = json?["families"] as? [[String: Any]]
    #expect((families?.first?["notHosted"] as? [String])?.count == 1)
  }
}
