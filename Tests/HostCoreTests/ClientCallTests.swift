// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules
import Synchronization
import Testing

@testable import HostCore

/// The calls of a command as a host reads them.
@Suite struct ClientCallTests {
  private let scratch = Scratch()

  private final class Calls: Sendable {
    private let lines = Mutex<[WireValue]>([])
    func add(_ line: WireValue) { lines.withLock { $0.append(line) } }
    var all: [WireValue] { lines.withLock { $0 } }
  }

  @Test func `each call is numbered and names what it is about`() throws {
    let answers: [WireValue] = [
      ["lines": []], ["lines": []], ["lines": []], ["prompts": []], ["controls": [], "tree": 1], ["outcome": "done"],
      ["outcome": "done"],
    ]
    let socket = try HostSocket(state: scratch.path)
    let calls = Calls()
    nonisolated(unsafe) let listening = socket
    Thread.detachNewThread {
      var left = answers[...]
      while !left.isEmpty {
        var polled = listening.polled
        _ = poll(&polled, nfds_t(polled.count), listening.hasMore ? 0 : -1)
        try? listening.serve { line in
          guard case .value(let call) = line, let answer = left.popFirst() else {
            return HostAnswer(id: 0, body: .error(.malformed, "it is not a call"))
          }
          calls.add(call)
          return HostAnswer(id: Int64(calls.all.count), body: .ok(answer))
        }
      }
      listening.close()
    }
    let client = try #require(HostClient(state: scratch.path))
    let one = FamilyID("one")
    _ = try client.ledger(of: one, from: "2026-10-19", to: "2026-10-21")
    _ = try client.ledger(of: nil, from: "2026-10-19", to: nil)
    _ = try client.ledger(of: nil, from: nil, to: "2026-10-21")
    _ = try client.openPrompts()
    _ = try client.window(of: one)
    let order = PersonOrder(.open(one), act: "open")
    #expect(try client.act(order) == .done && client.act(order, proof: "x") == .done)
    let with: [WireValue] = [
      ["family": "one", "from": "2026-10-19", "to": "2026-10-21"], ["from": "2026-10-19"], ["to": "2026-10-21"], [:],
      ["family": "one"], order.wire, ["order": order.wire, "proof": "x"],
    ]
    let words: [WireValue] = ["export", "export", "export", "requests", "window", "act", "act"]
    let expected = zip(words, with).enumerated().map { index, call -> WireValue in
      ["call": call.0, "id": .integer(Int64(index + 1)), "with": call.1]
    }
    #expect(calls.all == expected)
  }
}
