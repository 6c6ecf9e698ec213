// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension SallyportProgram.Finished {
  /// The usage of a printed help on one line; the program wraps it at the width of the terminal.
  var usage: String? {
    guard let usage = output.components(separatedBy: "\n\n").first(where: { $0.hasPrefix("USAGE: ") }) else {
      return nil
    }
    return String(usage.dropFirst("USAGE: ".count)).replacing("\n       ", with: " ")
  }
}

@Suite struct HelpLayoutTests {
  @Test func `the help of each command fits into 80 columns`() throws {
    let root = try CommandPage(dump: SallyportProgram.run("--experimental-dump-help").output).root
    var count = 0
    func check(_ command: CommandPage.Command, _ path: [String]) throws {
      let help = try SallyportProgram.run(path + ["--help"])
      #expect(help.status == 0)
      for line in help.output.split(separator: "\n") { #expect(line.count <= 80, "\(path): \(line)") }
      count += 1
      for subcommand in command.subcommands ?? [] where subcommand.commandName != "help" {
        try check(subcommand, path + [subcommand.commandName])
      }
    }
    try check(root, [])
    #expect(count > 30)
  }

  @Test func `the version is the newest one in the changelog`() throws {
    let finished = try SallyportProgram.run("--version")
    #expect(finished.status == 0 && finished.complaints.isEmpty)
    let log = try String(contentsOfFile: SallyportProgram.root + "/CHANGELOG.md", encoding: .utf8)
    let newest = log.firstMatch(of: /\n## \[?(\d+\.\d+\.\d+)/)?.output.1
    #expect(finished.output == "\(newest ?? "")\n")
  }
}
