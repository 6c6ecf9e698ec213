// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Testing

@testable import ProcessSupervision

/// A script in the host's own process, as the supervisor sees it: its clock, its words and its end.
@Suite struct ScriptChildTests {
  @Test func `the clock of scripts starts at zero, advances to the end of a vain wait, and is never set back`() throws {
    let launching = InProcessLaunching(grade: "script") { LeavingScript() }
    let child = try launching.launch()
    #expect(launching.clock.now == MonotonicTime(nanoseconds: 0))
    for (deadline, time) in [(500, 500), (200, 500), (700, 700)] as [(Int64, Int64)] {
      #expect(throws: ReceiveError.timedOut) {
        try child.channel.receiveLine(deadline: MonotonicTime(nanoseconds: deadline))
      }
      #expect(launching.clock.now == MonotonicTime(nanoseconds: time))
    }
  }

  @Test func `a script that leaves has not ended before its last words are received`() throws {
    let child = try InProcessLaunching(grade: "script") { LeavingScript() }.launch()
    let hello = Envelope.request(id: RequestID(.host, 1), method: Method.hello.rawValue, params: [:]).wire
    _ = try child.channel.send(hello, deadline: nil)
    #expect(child.waitForExit(atMost: .zero) == nil)
    let line = try child.channel.receiveLine(deadline: nil)
    #expect(line == ReceivedLine(value: ["words": 1], depth: 1))
  }

  @Test func `a child without a control group has never been kept from the processor`() throws {
    let child = try InProcessLaunching(grade: "script") { LeavingScript() }.launch()
    #expect(child.throttledMicroseconds == 0)
  }
}

/// Says one thing and leaves.
private final class LeavingScript: InProcessScript {
  private(set) var hasLeft = false

  func hear(_ envelope: Envelope) -> [WireValue] {
    hasLeft = true
    return [["words": 1]]
  }
}
