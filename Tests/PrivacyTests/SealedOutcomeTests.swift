// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

@testable import BoundaryChecker

/// The outcome of one sealed request.
@Suite struct SealedOutcomeTests {
  private func outcome(of events: [Crossing.Event]) -> SealedOutcome {
    SealedOutcome(
      events.map { Crossing(program: "example.report", point: .report, event: $0) }, at: .report)
  }

  @Test func `a program that was never asked has attempted nothing`() {
    let perform: WireValue = ["method": "perform"]
    // Otherwise a table of leaks whose programs can't be started at all would be full of blocked leaks.
    #expect(outcome(of: [.notLaunched("did not start: a layer of the sandbox is missing")]).attempts.isEmpty)
    #expect(outcome(of: [.launched]).attempts.isEmpty)
    #expect(outcome(of: [.launched, .toProgram(perform)]).attempts == ["reply: none"])
    #expect(outcome(of: [.launched, .toProgram(perform), .fromProgram(["result": [:]])]).attempts.isEmpty)
  }
}
