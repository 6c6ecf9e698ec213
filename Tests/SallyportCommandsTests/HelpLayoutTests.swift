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
  /// The words that lead to each command.
  private static func paths() throws -> [[String]] {
    func paths(_ command: CommandPage.Command, _ path: [String]) -> [[String]] {
      let subcommands = (command.subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay ?? true }
      return [path] + subcommands.flatMap { paths($0, path + [$0.commandName]) }
    }
    return paths(try CommandPage.ofProgram.get().root, [])
  }

  @Test(arguments: [nil, "80"])
  func `the help of each command fits into 80 columns`(columns: String?) throws {
    let paths = try Self.paths()
    for path in paths {
      let help = try SallyportProgram.run(path + ["--help"], columns: columns)
      #expect(help.status == 0)
      for line in help.output.split(separator: "\n") { #expect(line.count <= 80, "\(path): \(line)") }
    }
    #expect(paths.count > 30)
  }

  @Test func `a name whose last two letters are exchanged gets the command as a suggestion`() throws {
    for path in try Self.paths().dropFirst() {
      guard let name = path.last else { continue }
      var letters = Array(name)
      letters.swapAt(letters.count - 2, letters.count - 1)
      if String(letters) == name { letters.removeLast() }
      let finished = try SallyportProgram.run(path.dropLast() + [String(letters)])
      #expect(finished.status == 2)
      #expect(finished.complaints.contains("Did you mean “\(name)”?"), "\(path): \(finished.complaints)")
    }
  }

  @Test func `the version is the newest one in the changelog`() throws {
    let finished = try SallyportProgram.run("--version")
    #expect(finished.status == 0 && finished.complaints.isEmpty)
    let log = try String(contentsOfFile: SallyportProgram.root + "/CHANGELOG.md", encoding: .utf8)
    let newest = log.firstMatch(of: /\n## \[?(\d+\.\d+\.\d+)/)?.output.1
    #expect(finished.output == "\(newest ?? "")\n")
  }
}
