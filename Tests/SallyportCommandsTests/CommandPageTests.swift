// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// docs/cli.md against the commands. With `SALLYPORT_UPDATE_RULES=1` (`make rules`) the test writes it.
@Suite struct CommandPageTests {
  private let page: CommandPage

  init() throws { page = try CommandPage.ofProgram.get() }

  @Test func `the page of commands matches the generated one`() throws {
    let path = SallyportProgram.root + "/docs/cli.md"
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try Data(page.markdown.utf8).write(to: URL(filePath: path))
    }
    let isCurrent = try String(contentsOfFile: path, encoding: .utf8) == page.markdown
    #expect(isCurrent, "docs/cli.md differs from the commands; update it with: make rules")
  }

  @Test func `has a sentence for each command, and a description for each option`() {
    func check(_ command: CommandPage.Command) {
      #expect(command.abstract?.isEmpty == false, "\(command.commandName)")
      for argument in command.arguments ?? [] where argument.shouldDisplay {
        #expect(argument.abstract?.isEmpty == false, "\(command.commandName): \(argument.valueName ?? "")")
      }
      for subcommand in command.subcommands ?? [] where subcommand.commandName != "help" { check(subcommand) }
    }
    check(page.root)
  }
}
