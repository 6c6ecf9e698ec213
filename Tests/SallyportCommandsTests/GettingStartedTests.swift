// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The Python part of docs/getting-started.md: the test writes the files and runs the commands exactly as on the page.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs /usr/bin/python3"))
struct GettingStartedTests {
  @Test func `the files and commands of the page lead to a shield`() throws {
    let place = SallyportProgram.scratch + "/started-" + UUID().uuidString
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: place + "/garden/manifests", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let blocks = try PageBlock.all(in: "docs/getting-started.md")
    for file in blocks where file.name.contains("/") {
      try file.text.write(toFile: "\(place)/\(file.name)", atomically: true, encoding: .utf8)
    }
    let monitor = try #require(try PageBlock.all(in: "docs/wire.md").first { $0.language == "python" })
    try monitor.text.write(toFile: place + "/garden/monitor.py", atomically: true, encoding: .utf8)

    let commands = blocks.filter { $0.language == "sh" && $0.name == "garden" }
    #expect(commands.count == 3)
    let programs = (SallyportProgram.path as NSString).deletingLastPathComponent
    let script = "set -e\numask 022\ncd '\(place)'\nexport PATH='\(programs)':$PATH\n" + commands.map(\.text).joined()
    let finished = try SallyportProgram.run(["-c", script], program: "/bin/sh")
    #expect(finished.status == 0, "\(finished.complaints)\n\(finished.output)")
    let shown = try #require(blocks.first { $0.language == "text" }).text.split(separator: "\n")
    for line in shown { #expect(finished.output.contains(line), "the page shows \(line)") }
    #expect(finished.output.contains("Garden · Shield · Minetest"))
    #expect(manager.fileExists(atPath: place + "/garden/recording.ndjson"))
  }
}
