// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Every command refuses a state directory that is a link or not the host's own, before it reads anything in it.
@Suite struct StateDirectoryTests {
  private static let commands: [[String]] = [
    ["run", "--synthetic-week", "--days", "1", "--manifests", "/nonexistent"], ["state"], ["explain", "activity", "x"],
    ["explain", "callback", "x", "y"], ["explain", "shield", "x"], ["explain", "use", "x"],
    ["explain", "report", "x", "y"], ["ledger"], ["ledger", "on"], ["ledger", "verify"], ["ledger", "export"],
    ["consent", "x"], ["tokens", "list", "x"], ["revoke", "x"], ["remove", "x"], ["reset", "x.y"],
    ["report", "x", "y"], ["shield", "show", "x"], ["shield", "press", "x"], ["backup", "/nonexistent/backup"],
    ["restore", "/nonexistent/backup"], ["families", "/nonexistent"], ["doctor"],
    ["check", "x", "--privacy"],
  ]

  private func scratch() throws -> String {
    let root = SallyportProgram.scratch + "/states-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: root + "/real", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return root
  }

  private func expectRefusal(_ arguments: [String], _ sentence: String) throws {
    let finished = try SallyportProgram.run(arguments)
    #expect(finished.status == 2 && finished.output.isEmpty, "\(arguments): \(finished.output)\(finished.complaints)")
    #expect(finished.complaints == "sallyport: \(sentence)\n", "\(arguments)")
  }

  @Test(arguments: commands) func `refuses a link`(command: [String]) throws {
    let root = try scratch()
    try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: root + "/real")
    let sentence = "The state directory \(root)/link is a symbolic link; name the directory it leads to."
    for name in ["/link", "/link/", "/link/."] { try expectRefusal(command + ["--state", root + name], sentence) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/real").isEmpty)
  }

  @Test func `follows a link above the directory`() throws {
    let root = try scratch()
    try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: root + "/real")
    let finished = try SallyportProgram.run("state", "--state", root + "/link/state")
    #expect(finished.complaints.contains("There is no state in \(root)/link/state"), "\(finished.complaints)")
  }

  @Test func `refuses a file, a directory writable by others, and a link in place of a part`() throws {
    let root = try scratch()
    try Data().write(to: URL(filePath: root + "/file"))
    try expectRefusal(["state", "--state", root + "/file"], "The state directory \(root)/file is not a directory.")
    for part in ["containers", "programs", "keys"] {
      let path = "\(root)/real/\(part)"
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/tmp")
      try expectRefusal(
        ["state", "--state", root + "/real"],
        "\(path) is not a directory of the host's; move it out of the state.")
      try FileManager.default.removeItem(atPath: path)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: root + "/real")
    try expectRefusal(
      ["state", "--state", root + "/real"],
      "The state directory \(root)/real can be written by others; look at what is in it, then run chmod 700 on it.")
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to give a directory away"))
  func `refuses a directory of another user`() throws {
    let root = try scratch()
    try #require(chown(root + "/real", 12_345, 12_345) == 0)
    try expectRefusal(
      ["state", "--state", root + "/real"],
      "The state directory \(root)/real belongs to another user; choose one of your own.")
  }
}
