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
}
