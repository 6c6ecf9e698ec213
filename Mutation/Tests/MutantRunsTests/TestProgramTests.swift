// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MutantRuns
import Testing

@Suite struct TestProgramTests {
  @Test func `a run that is killed leaves none of its files`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "test-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/program"
    try Data(
      "#!/bin/sh\nmkdir -p $TMPDIR/a/b && echo $TMPDIR > place && [ $MARK = 1 ] && sleep 60\n".utf8
    ).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let program = TestProgram(path: path, folder: folder)
    #expect(try program.run(["Suite"], environment: ["MARK": "1"], limit: 1).isTimeout)
    let place = try String(contentsOf: folder.appending(path: "place"), encoding: .utf8).dropLast()
    #expect(place.contains("/mt-") && !FileManager.default.fileExists(atPath: String(place)))
  }

  @Test func `the tests that are about a target are the narrowest of those that reach it`() throws {
    let described = """
      {"targets": [
        {"name": "Rules", "type": "library", "path": "Sources/Rules"},
        {"name": "Host", "type": "library", "path": "Sources/Host", "target_dependencies": ["Rules"]},
        {"name": "RulesTests", "type": "test", "path": "Tests/RulesTests", "target_dependencies": ["Rules"]},
        {"name": "HostTests", "type": "test", "path": "Tests/HostTests", "target_dependencies": ["Host", "Rules"]},
        {"name": "WireTests", "type": "test", "path": "Tests/WireTests"}
      ]}
      """
    let graph = try TargetGraph(json: Data(described.utf8))
    // Both test targets depend on the rules directly.
    #expect(graph.ownTests(of: "Rules") == ["RulesTests"])
    #expect(graph.ownTests(of: "Host") == ["HostTests"])
    #expect(graph.reaches("Rules", from: "HostTests") && !graph.reaches("Host", from: "RulesTests"))
    #expect(!graph.reaches("Rules", from: "WireTests"))
  }
}
