// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeVocabulary
import Testing

@Suite struct ReasonCodeTests {
  private static let words: [ReasonCode] =
    ReasonCode.Delivery.allCases.map { .delivery($0) } + ReasonCode.Attempt.allCases.map { .attempt($0) }
    + ReasonCode.Process.allCases.map { .process($0) } + ReasonCode.Device.allCases.map { .device($0) }
    + ReasonCode.Source.allCases.map { .source($0) } + ReasonCode.Notification.allCases.map { .notification($0) }
    + ReasonCode.Widget.allCases.map { .widget($0) }

  private static let variable: [ReasonCode] = [
    .error(number: 1_999), .error(number: -1), .launch(stage: "plan"), .confinement(missing: "landlock-files"),
    .unresponsive(verdict: "notReading"), .violation(row: "line.syntax"), .killed(.cpu), .killed(.memory),
    .killed(.output), .killed(.container), .killed(.other("disk")), .crash(signal: "SIGSYS"), .exit(status: 75),
    .exit(status: .min), .stop(reason: "host"),
    .ofAttempt(.attempt(.late)), .ofAttempt(.crash(signal: "SIGSEGV")), .ofAttempt(.unknown("moon")),
  ]

  @Test func `a code survives a round trip through its raw form`() {
    for code in Self.words + Self.variable {
      let read = ReasonCode(rawValue: code.rawValue)
      #expect(read == code, "\(code)")
      // Codes are equal if their raw forms are, so look also at the kind.
      if case .unknown = read { Issue.record("“\(code)” is not known") }
    }
    #expect(Set(Self.words.map(\.rawValue)).count == Self.words.count, "two codes have one raw value")
  }

  @Test(arguments: [
    "", ".", "crash", "crash.", "exit.007", "exit.99999999999", "exit.+1", "error.x", "attempt.",
    "attempt.attempt.late",
    "moon.full", "Shield.up", "shield.up ", "e\u{301}xit.1", "killed.", "reply.ok.", "\0",
  ])
  func `keeps text that is not a code of this version`(_ text: String) throws {
    let code = ReasonCode(rawValue: text)
    #expect(code.rawValue == text)
    switch code {
    case .unknown, .ofAttempt(.unknown): break
    default: Issue.record("“\(text)” was read as \(code)")
    }
    let coded = try JSONEncoder().encode([code])
    #expect(try JSONDecoder().decode([String].self, from: coded) == [text])
    #expect(try JSONDecoder().decode([ReasonCode].self, from: coded) == [code])
  }

  @Test func `reads deeply nested attempts without recursion`() {
    let text = String(repeating: "attempt.", count: 100_000) + "late"
    #expect(ReasonCode(rawValue: text).rawValue == text)
  }
}
