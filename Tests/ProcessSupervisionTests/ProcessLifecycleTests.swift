// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import Testing
import WrittenCodes

/// Explores `reason-codes.md#what-happened-to-a-process`: every reachable state receives every event.
@Suite struct ProcessLifecycleTests {
  /// One event of each kind, with the values that make a difference.
  static let events: [ProcessEvent] = [
    .demand, .prewarm, .executed, .launchFailed(stage: "mounts"), .confinementMissing("landlock-files"), .helloAccepted,
    .helloTimedOut, .helloMismatched, .helloVersionUnsupported, .noise, .performSent(RequestID(.host, 2)),
    .replyAccepted, .replyError, .replyDenied, .replyLate, .replyMalformed, .sealedDone, .deadlineMissed, .starved,
    .unresponsive(verdict: "notReading"), .violation(row: "line.syntax"), .killed(.memory),
    .crashed(signal: "SIGSEGV"), .exited(status: 0), .exited(status: 1), .exited(status: 75), .exited(status: 78),
    .revoked, .idleExpired, .warmExpired, .recycled, .stop(reason: "operator"), .shutdownAnswered, .shutdownTimedOut,
    .reaped, .backoffOver, .probeDue, .backlog, .buildChanged, .manifestChanged, .reset, .approved, .hashDiffers,
    .manifestInvalid,
  ]

  /// "from → to": the reason codes of the transition table.
  static let table: [String: Set<String>] = [
    "refused → cold": ["approved", "build.changed"],
    "cold → launching": ["demand", "prewarm"],
    "cold → refused": ["hash.differs", "manifest.invalid"],
    "cold → quarantined": ["backlog"],
    "launching → greeting": ["exec.ok"],
    "launching → backingOff": ["launch.mounts"],
    "launching → disabled": ["confinement.landlock-files"],
    "greeting → idle": ["hello.ok"],
    // The two that lead to `disabled` pass through `exiting`, so that no process remains.
    "greeting → exiting": [
      "hello.timeout", "hello.mismatch", "noise", "crash.SIGSEGV", "hello.version", "exit.config",
      "exit.withoutReply", "exit.1", "exit.75", "violation.line.syntax", "killed.memory", "unresponsive.notReading",
      "deadline",
      // Not in the table: a host that stops or cancels does not wait for the reply to `hello`.
      "revoked", "stop.operator",
    ],
    "idle → busy": ["perform.sent"],
    "idle → draining": ["idle.expired", "recycled", "backlog", "stop.operator"],
    // Not in the table: whatever ends a busy process can also end an idle one.
    "idle → exiting": [
      "crash.SIGSEGV", "violation.line.syntax", "warm.expired", "revoked", "exit.0", "exit.1", "exit.75", "exit.config",
      "killed.memory", "unresponsive.notReading", "noise", "deadline",
    ],
    "busy → idle": ["reply.ok", "reply.error", "reply.denied", "reply.late"],
    "busy → draining": ["reply.schema"],
    "busy → exiting": [
      "sealed.done", "deadline", "unresponsive.notReading", "unresponsive.starved", "violation.line.syntax",
      "killed.memory", "crash.SIGSEGV",
      "exit.withoutReply", "exit.1", "exit.75", "exit.config", "revoked", "stop.operator", "noise",
    ],
    "draining → exiting": ["shutdown.answered", "shutdown.timeout"],
    "exiting → cold": ["exited"],
    "exiting → backingOff": ["strike", "exited"],
    "exiting → quarantined": ["strikes", "hello.twice", "backlog"],
    "exiting → disabled": ["exited"],
    "backingOff → cold": ["backoff.over", "build.changed", "reset"],
    "backingOff → quarantined": ["backlog"],
    "quarantined → launching": ["probe"],
    "quarantined → cold": ["build.changed", "reset"],
    "disabled → cold": ["build.changed", "manifest.changed", "operator"],
  ]

  struct Walk {
    var transitions: [String: Set<String>] = [:]
    var states: Set<String> = []
    var faults: [String] = []
  }

  /// Breadth-first, up to 14 events deep from each resting state, with time passing at each event.
  private static func explore() -> Walk {
    var walk = Walk()
    var seen: Set<String> = []
    var frontier: [ProcessLifecycle] = [.refused, .cold, .disabled, .quarantined(until: 0), .backingOff(until: 0)].map {
      ProcessLifecycle(state: $0, policy: RestartPolicy(seed: 1))
    }
    for step in 0..<14 where !frontier.isEmpty {
      var next: [ProcessLifecycle] = []
      for lifecycle in frontier {
        walk.states.insert(lifecycle.state.name)
        for event in events {
          var copy = lifecycle
          guard let transition = copy.handle(event, now: Int64(step) * 1_000) else {
            if copy.state != lifecycle.state { walk.faults.append("\(event) changes the state silently") }
            continue
          }
          walk.transitions["\(transition.from.name) → \(transition.to.name)", default: []].insert(
            transition.reason.rawValue)
          walk.faults += faults(of: transition, of: event)
          if transition.from != lifecycle.state || transition.to != copy.state {
            walk.faults.append("\(event): the transition does not match the state change")
          }
          let record = copy.record
          let key = "\(copy.state.name) \(cause(copy.state)) \(record.strikes.count) \(record.failedHellos)"
          if seen.insert(key).inserted { next.append(copy) }
        }
      }
      frontier = next
    }
    return walk
  }

  private static func cause(_ state: ProcessState) -> String {
    switch state {
    case .draining(let cause), .exiting(let cause): "\(cause)"
    default: ""
    }
  }

  /// The conditions that every transition must satisfy.
  private static func faults(of transition: ProcessTransition, of event: ProcessEvent) -> [String] {
    var faults: [String] = []
    func expect(_ condition: Bool, _ text: String) { if !condition { faults.append("\(transition): \(text)") } }
    let actions = transition.actions
    expect(actions.contains(.launch) == (transition.to == .launching), "launches exactly on the way to launching")
    expect(actions.contains(.sendHello) == (transition.to == .greeting), "sends hello exactly on the way to greeting")
    expect(
      actions.contains(.killAndReap) == (transition.to.name == "exiting"), "kills exactly on the way to exiting")
    expect(
      actions.contains { if case .sendShutdown = $0 { true } else { false } } == (transition.to.name == "draining"),
      "sends shutdown exactly on the way to draining")
    if transition.from.hasProcess, !transition.to.hasProcess {
      expect(
        transition.from.name == "exiting" || transition.from == .launching, "a process ends only in exiting"
      )
    }
    if transition.from.name == "exiting" { expect(event == .reaped, "exiting is left when the process is reaped") }
    if !transition.from.hasProcess, transition.to.hasProcess {
      expect(transition.to == .launching, "a process starts only with a launch")
    }
    expect(actions.count <= 1, "at most one action")
    return faults
  }

  @Test func `makes exactly the transitions of the table`() {
    let walk = Self.explore()
    #expect(walk.faults == [])
    for (pair, reasons) in Self.table { #expect(walk.transitions[pair] == reasons, "\(pair)") }
    #expect(Set(walk.transitions.keys) == Set(Self.table.keys))
    #expect(walk.states.count == 11)
  }

  @Test func `has a transition out of every state`() {
    let pairs = Self.explore().transitions.keys.map { $0.components(separatedBy: " → ") }
    for pair in pairs { #expect(pairs.contains { $0[0] == pair[1] }, "\(pair[1]) has no transition") }
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator).map(String.init)
  }
}
