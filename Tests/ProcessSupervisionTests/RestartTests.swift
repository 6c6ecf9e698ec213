// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import Testing
import WrittenCodes

/// Restart, back-off and quarantine of `wire.md#what-the-host-does-with-bad-input` in the state machine.
@Suite struct RestartTests {
  /// A lifecycle with the events that the tests need.
  struct Story {
    var lifecycle: ProcessLifecycle
    var now: Int64 = 1_000_000

    init(seed: UInt64 = 7, state: ProcessState = .cold) {
      lifecycle = ProcessLifecycle(state: state, policy: RestartPolicy(seed: seed))
    }

    @discardableResult mutating func take(_ events: ProcessEvent...) -> String {
      var reason = ""
      for event in events { reason = lifecycle.handle(event, now: now)?.reason.rawValue ?? "nothing" }
      return reason
    }

    mutating func expect(
      _ reason: String, after events: ProcessEvent..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
      var last = ""
      for event in events { last = take(event) }
      #expect(last == reason, sourceLocation: sourceLocation)
    }

    /// Launches and fails; returns the wait until the next launch.
    @discardableResult mutating func strike(_ event: ProcessEvent = .crashed(signal: "SIGSEGV")) -> Int64 {
      take(.demand, .executed, .helloAccepted, .performSent(RequestID(.host, 2)), event, .reaped)
      return wait ?? 0
    }

    var wait: Int64? {
      switch lifecycle.state {
      case .backingOff(let until), .quarantined(let until): until - now
      default: nil
      }
    }

    mutating func succeed() {
      take(.demand, .executed, .helloAccepted, .performSent(RequestID(.host, 2)), .replyAccepted)
      take(.idleExpired, .shutdownAnswered, .reaped)
    }

    mutating func pass(_ milliseconds: Int64) {
      now += milliseconds
      take(.backoffOver)
    }
  }

  @Test(arguments: [1, 2, 3, 99, 4_711] as [UInt64])
  func `waits min(60 s, 250 ms · 2^k) ± 20 %`(_ seed: UInt64) throws {
    var story = Story(seed: seed)
    for exponent in 0..<14 {
      story.take(.demand, .launchFailed(stage: "clone"))
      let wait = try #require(story.wait)
      let base: Int64 = min(60_000, 250 << Int64(exponent))
      let allowed: ClosedRange<Int64> = (base * 80 / 100)...(base * 120 / 100)
      #expect(allowed.contains(wait), "k = \(exponent): \(wait)")
      story.pass(wait)
    }
  }

  @Test func `waits the same with the same seed and differently with another`() {
    func waits(_ seed: UInt64) -> [Int64?] {
      var story = Story(seed: seed)
      return (0..<8).map { _ in
        story.take(.demand, .launchFailed(stage: "clone"))
        defer { story.pass(100_000) }
        return story.wait
      }
    }
    #expect(waits(1) == waits(1))
    #expect(waits(1) != waits(2))
  }

  @Test func `uses the whole range of the jitter`() throws {
    let waits = try (0..<500).map { seed in
      var story = Story(seed: UInt64(seed))
      story.take(.demand, .launchFailed(stage: "clone"))
      return try #require(story.wait)
    }
    #expect(waits.min() == 200)
    #expect(waits.max() == 300)
  }

  @Test func `resets the back-off after a success and a minute without failures`() {
    var story = Story()
    story.strike()
    story.pass(400_000)
    let longer = story.strike()
    #expect(longer >= 400)
    story.pass(10_000)
    story.succeed()
    story.pass(55_000)
    let calm = story.strike()
    #expect(calm <= 300, "a success 10 s after the failure counts after 60 s")
  }

  @Test func `keeps increasing the back-off without a success or a minute without failures`() {
    var story = Story()
    story.strike()
    story.pass(400_000)
    let afterCalm = story.strike()
    #expect(afterCalm >= 400, "no failure for a minute, but no success")
    story.pass(20_000)
    story.succeed()
    story.pass(20_000)
    let afterSuccess = story.strike()
    #expect(afterSuccess >= 800, "a success, but no minute without failures")
  }

  static let faults: [ProcessEvent] = [
    .crashed(signal: "SIGSEGV"), .killed(.memory), .deadlineMissed, .unresponsive(verdict: "readerStuck"),
    .violation(row: "envelope"), .exited(status: 0), .exited(status: 1),
  ]

  @Test(arguments: faults) func `quarantines at the third failure in five minutes`(_ fault: ProcessEvent) {
    var story = Story()
    story.strike(fault)
    story.pass(140_000)
    story.strike(fault)
    story.pass(140_000)
    let wait = story.strike(fault)
    #expect(wait == 600_000)
    #expect(story.lifecycle.state.name == "quarantined")
  }

  @Test func `counts a reply that violates the schema as a failure`() {
    var story = Story()
    for _ in 0..<3 {
      story.take(.demand, .executed, .helloAccepted, .performSent(RequestID(.host, 2)))
      story.expect("reply.schema", after: .replyMalformed)
      #expect(story.lifecycle.state == .draining(.strike))
      story.take(.shutdownAnswered, .reaped)
      story.pass(70_000)
    }
    #expect(story.lifecycle.state.name == "quarantined")
  }

  @Test func `ignores failures older than five minutes`() {
    var story = Story()
    for _ in 0..<9 {
      story.strike()
      #expect(story.lifecycle.state.name == "backingOff")
      story.pass(150_001)
    }
  }

  @Test func `quarantines at the second failed hello in a row`() {
    var story = Story()
    story.take(.demand, .executed, .helloTimedOut, .reaped)
    story.pass(1_000)
    story.take(.demand, .executed, .helloMismatched)
    story.expect("hello.twice", after: .reaped)
    #expect(story.wait == 600_000)
  }

  @Test func `resets the count of failed hellos after one that succeeds`() {
    var story = Story()
    story.take(.demand, .executed, .noise, .reaped)
    story.pass(1_000)
    story.succeed()
    story.take(.demand, .executed, .helloTimedOut)
    story.expect("strike", after: .reaped)
  }

  @Test func `doubles the quarantine with each failed probe, up to a day`() {
    var story = Story()
    for _ in 0..<2 {
      story.take(.demand, .executed, .helloTimedOut, .reaped)
      story.pass(1_000)
    }
    var waits: [Int64?] = [story.wait.map { $0 + 1_000 }]
    for _ in 0..<10 {
      story.now += 100_000_000
      story.take(.probeDue, .executed, .helloTimedOut, .reaped)
      waits.append(story.wait)
    }
    let minutes: [Int64?] = [10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440, 1_440].map { $0 * 60_000 }
    #expect(waits == minutes)
  }

  @Test(arguments: [ProcessEvent.replyAccepted, .sealedDone])
  func `clears the quarantine count after a successful probe`(_ success: ProcessEvent) {
    var story = Story(state: .quarantined(until: 0))
    story.take(.probeDue, .executed, .helloTimedOut, .reaped)
    story.now += 1_000_000
    story.take(.backoffOver, .demand, .probeDue, .executed, .helloAccepted, .performSent(RequestID(.host, 2)), success)
    story.take(.idleExpired, .shutdownAnswered, .reaped)
    #expect(story.lifecycle.state == .cold)
    #expect(story.lifecycle.record.quarantines == 0)
  }

  static let innocent: [ProcessEvent] = [.replyError, .replyDenied, .replyLate]

  @Test(arguments: innocent) func `does not count an error, denied or late reply as a failure`(_ event: ProcessEvent) {
    var story = Story()
    story.take(.demand, .executed, .helloAccepted)
    for _ in 0..<20 { story.take(.performSent(RequestID(.host, 2)), event) }
    #expect(story.lifecycle.state.name == "idle")
    #expect(story.lifecycle.record.strikes.isEmpty)
  }

  @Test func `backs off after exit 75 at any stage without counting a failure`() {
    for before: [ProcessEvent] in [[], [.helloAccepted], [.helloAccepted, .performSent(RequestID(.host, 2))]] {
      var story = Story()
      for _ in 0..<5 {
        story.take(.demand, .executed)
        for event in before { story.take(event) }
        story.expect("exit.75", after: .exited(status: 75))
        story.take(.reaped)
        #expect(story.lifecycle.state.name == "backingOff")
        story.pass(60_000)
      }
      #expect(story.lifecycle.record.strikes.isEmpty)
    }
  }

  @Test func `stays disabled after exit 78 until a new build, manifest or reset`() {
    for before: [ProcessEvent] in [[], [.helloAccepted], [.helloAccepted, .performSent(RequestID(.host, 2))]] {
      for change in [ProcessEvent.buildChanged, .manifestChanged, .reset] {
        var story = Story()
        story.take(.demand, .executed)
        for event in before { story.take(event) }
        story.expect("exit.config", after: .exited(status: 78))
        story.take(.reaped)
        #expect(story.lifecycle.state == .disabled)
        story.expect("nothing", after: .demand)
        story.expect("nothing", after: .probeDue)
        story.take(change)
        #expect(story.lifecycle.state == .cold)
      }
    }
  }

  @Test func `is disabled when no version is common`() {
    var story = Story()
    story.expect("hello.version", after: .demand, .executed, .helloVersionUnsupported)
    story.take(.reaped)
    #expect(story.lifecycle.state == .disabled)
    #expect(story.lifecycle.record.strikes.isEmpty)
  }

  @Test func `stays quarantined for a backlog after the idle process exits`() {
    var story = Story()
    story.take(.demand, .executed, .helloAccepted)
    story.expect("backlog", after: .backlog)
    story.take(.shutdownAnswered)
    story.expect("backlog", after: .reaped)
    #expect(story.wait == 600_000)
  }

  @Test(arguments: [ProcessEvent.reset, .buildChanged])
  func `starts with a clean record after a reset and a new build`(_ event: ProcessEvent) {
    for count in 1...3 {
      var story = Story()
      for _ in 0..<count {
        story.strike()
        story.pass(2_000)
      }
      story.take(event)
      #expect(story.lifecycle.state == .cold)
      #expect(story.lifecycle.record == RestartRecord())
      let wait = story.strike()
      #expect(wait <= 300)
    }
  }

  @Test func `continues the back-off from a stored record`() {
    var story = Story()
    story.strike()
    story.pass(2_000)
    story.strike()
    let lifecycle = ProcessLifecycle(record: story.lifecycle.record, policy: RestartPolicy(seed: 7))
    #expect(lifecycle.record.strikes.count == 2)
    story.pass(2_000)
    var again = story
    again.lifecycle = lifecycle
    let waits = (again.strike(), story.strike())
    #expect(waits.0 == waits.1)
  }

  @Test func `refuses an extension until it is approved`() {
    var story = Story(state: .refused)
    story.expect("nothing", after: .demand)
    story.expect("approved", after: .approved)
    story.expect("hash.differs", after: .hashDiffers)
    #expect(story.lifecycle.state == .refused)
  }
}
