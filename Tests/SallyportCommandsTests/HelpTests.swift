// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import SallyportCommands

@Suite struct HelpTests {
  @Test(arguments: ["run", "families", "import", "report", "shield", "ledger", "explain", "doctor"])
  func `has a page of help`(command: String) throws {
    let help = Sallyport.helpMessage(for: Sallyport.self)
    #expect(help.contains("  \(command) "))
  }
}
