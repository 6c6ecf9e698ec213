// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules
import Synchronization
import Testing

@testable import HostCore

/// How a command reads each answer of a host. A thread of the test plays the host.
@Suite struct HostClientTests {
  private let scratch = Scratch()

  /// Answers one call after another over a socket in `state`, until the client has left.
  private func serve(_ answers: [HostAnswer.Body]) throws -> (calls: Calls, client: HostClient) {
    let socket = try HostSocket(state: scratch.path)
    let calls = Calls()
    nonisolated(unsafe) let listening = socket
    Thread.detachNewThread {
      var left = answers[...]
      while !left.isEmpty {
        var polled = listening.polled
        _ = poll(&polled, nfds_t(polled.count), listening.hasMore ? 0 : -1)
        try? listening.serve { line in
          guard case .value(.object(let members)) = line, case .integer(let id)? = members["id"],
            let body = left.popFirst()
          else { return HostAnswer(id: 0, body: .error(.malformed, "it is not a call")) }
          calls.add(.object(members))
          return HostAnswer(id: id, body: body)
        }
      }
      listening.close()
    }
    return (calls, try #require(HostClient(state: scratch.path)))
  }

  final class Calls: Sendable {
    private let lines = Mutex<[WireValue]>([])
    func add(_ line: WireValue) { lines.withLock { $0.append(line) } }
    var all: [WireValue] { lines.withLock { $0 } }
  }

  private func says(_ body: () throws -> Any) -> String {
    do { return "\(try body())" } catch let error as HostError {
      return "\(error.code) \(error.refusal?.rawValue ?? "-"): \(error.description)"
    } catch { return "another error: \(error)" }
  }

  @Test func `a refusal may succeed later, and any other error is a fault of the call`() throws {
    let codes: [(HostAnswer.Code, String)] = [
      (.refused, "failed -"), (.malformed, "usage -"), (.notFound, "usage -"), (.schema, "usage -"),
      (.tooLarge, "usage -"), (.reused, "usage -"), (.because(.stale), "failed stale"),
      (.because(.busy), "failed busy"),
      (.because(.settled), "failed conflict.settled"), (.because(.guardianNeeded), "failed guardian.needed"),
      (.because(.guardianLocked), "failed guardian.locked"),
    ]
    let (calls, client) = try serve(codes.map { .error($0.0, "Not now.") })
    for (code, expected) in codes {
      #expect(says { try client.openPrompts() } == "\(expected): Not now.", "\(code)")
    }
    // Each call has a number of its own.
    #expect(Set(calls.all).count == codes.count && calls.all.count == codes.count)
  }

  @Test func `answers are read by their kind, and one of another build is refused with its place`() throws {
    let until = Timestamp(milliseconds: 5)
    let prompt = OpenPromptFacts(
      number: 3, family: FamilyID("one"), form: .pick, question: "Which?", needsGuardian: true, until: until,
      isLate: true)
    let control = AppWindow.Control(action: 7, label: "Start", isOn: false)
    let (_, client) = try serve([
      .ok(["prompts": [prompt.wire], "more": 1]), .ok(["tree": 4, "controls": [control.wire]]),
      .ok(["lines": ["a", "b"]]), .ok(["outcome": "done"]), .ok(["outcome": "already", "says": "It is."]),
      .ok(["outcome": "waiting", "says": "Later.", "until": 9]), .ok(["outcome": "already"]), .ok([:]),
      .ok(["prompts": [["number": "x"]]]),
    ])
    #expect(try client.openPrompts() == [prompt])
    let window = try client.window(of: FamilyID("one"))
    #expect(window.tree == 4 && window.controls == [control])
    #expect(try client.ledger(of: nil, from: nil, to: nil) == ["a", "b"])
    let order = PersonOrder(.ledger(isOn: true), act: "x")
    #expect(
      try client.act(order) == .done && client.act(order) == .already("It is.")
        && client.act(order) == .waiting("Later."))
    let foreign = "failed -: The host that runs is of another build: its answer"
    #expect(says { try client.act(order) }.hasPrefix(foreign + " lacks “says”"))
    #expect(says { try client.act(order) }.hasPrefix(foreign + " lacks “outcome”"))
    #expect(says { try client.openPrompts() }.hasPrefix(foreign + "/prompts/0"))
    // The host has left after its last answer.
    #expect(says { try client.openPrompts() }.hasPrefix("failed -: The host ended before it answered"))
  }

  @Test func `a client waits half a minute for a host that does not answer, and then gives up`() throws {
    let socket = try HostSocket(state: scratch.path)
    defer { socket.close() }
    let client = try #require(HostClient(state: scratch.path))
    let own = Mirror(reflecting: client).children.first { $0.label == "descriptor" }
    let descriptor = try #require(own?.value as? Int32)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      var patience = timeval()
      var length = socklen_t(MemoryLayout<timeval>.size)
      let found = getsockopt(descriptor, SOL_SOCKET, option, &patience, &length)
      #expect(found == 0 && patience.tv_sec == 30 && patience.tv_usec == 0, "\(option)")
    }
  }

  @Test func `each call has a number and says what it is about`() throws {
    let answers: [WireValue] = [
      ["lines": []], ["lines": []], ["lines": []], ["prompts": []], ["controls": [], "tree": 1], ["outcome": "done"],
      ["outcome": "done"],
    ]
    let (calls, client) = try serve(answers.map { .ok($0) })
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
