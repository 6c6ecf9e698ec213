// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

@testable import HostCore

@Suite struct PoisonInputTests {
  private func request(activity: String = "day", shield: String = "none", revision: Int64 = 1, attempt: Int64 = 1)
    -> WireValue
  {
    [
      "arguments": ["activity": .string(activity)], "callback": "intervalDidStart", "deadlineMs": 5_000,
      "delivery": ["attempt": .integer(attempt), "now": .integer(attempt * 1_000)],
      "snapshot": ["revision": .integer(revision), "settings": ["shield": .string(shield)]],
    ]
  }

  @Test func `recognizes the same request when it is sent again later (C5)`() throws {
    let first = try #require(PoisonInput.digest(of: request()))
    #expect(PoisonInput.digest(of: request(revision: 9, attempt: 2)) == first)
    #expect(PoisonInput.digest(of: request(activity: "night")) != first)
    #expect(PoisonInput.digest(of: request(shield: "all")) != first)
  }

  @Test(arguments: [
    ("crash.SIGSEGV", true), ("exit.withoutReply", true), ("exit.7", true), ("killed.memory", true),
    ("violation.line.syntax", true), ("reply.schema", true), ("exit.75", false), ("exit.config", false),
    ("deadline", false), ("late", false), ("unresponsive.notReading", false), ("extensionError", false),
  ])
  func `blames the input only for failures that the process itself caused (C5)`(reason: String, isCausedByInput: Bool) {
    #expect(PoisonInput.isCausedByInput(ReasonCode(rawValue: reason)) == isCausedByInput)
  }
}
