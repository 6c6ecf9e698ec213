// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The state machine of one extension's process: a value, (state, event, now) → (state, actions).
///
/// It owns no process and reads no clock, so tests explore it exhaustively
/// (`reason-codes.md#what-happened-to-a-process`). The failure record belongs to a build; other bytes need a new
/// `ProcessLifecycle`.
public struct ProcessLifecycle: Hashable, Sendable {
  public private(set) var state: ProcessState
  public private(set) var record: RestartRecord
  private let policy: RestartPolicy

  public init(state: ProcessState = .cold, record: RestartRecord = RestartRecord(), policy: RestartPolicy) {
    self.state = state
    self.record = record
    self.policy = policy
  }

  /// Takes `event` at host time `now`.
  ///
  /// - Returns: the transition, or `nil` if the event has no effect in this state.
  public mutating func handle(_ event: ProcessEvent, now: Int64) -> ProcessTransition? {
    guard let step = successor(of: event, now: now) else { return nil }
    let transition = ProcessTransition(
      from: state, to: step.state, reason: step.reason ?? event.reason, actions: step.actions)
    state = step.state
    return transition
  }
}

// MARK: - The transition table

extension ProcessLifecycle {
  private struct Step {
    var state: ProcessState
    var actions: [ProcessAction] = []
    /// The table's code for this pair of states, if it has one; otherwise the event's code is used.
    var reason: ReasonCode?
  }

  private mutating func successor(of event: ProcessEvent, now: Int64) -> Step? {
    switch state {
    case .refused: afterRefused(event)
    case .cold: afterCold(event, now)
    case .launching: afterLaunching(event, now)
    case .greeting: afterGreeting(event, now)
    case .idle: afterIdle(event)
    case .busy: afterBusy(event, now)
    case .draining(let cause): afterDraining(event, cause)
    case .exiting(let cause): event == .reaped ? afterExit(cause, now) : nil
    case .backingOff, .quarantined, .disabled: afterWaiting(event, now)
    }
  }

  private mutating func afterRefused(_ event: ProcessEvent) -> Step? {
    switch event {
    case .approved: return Step(state: .cold)
    case .buildChanged: return cleanStart()
    default: return nil
    }
  }

  private mutating func afterCold(_ event: ProcessEvent, _ now: Int64) -> Step? {
    switch event {
    case .demand, .prewarm: return Step(state: .launching, actions: [.launch])
    case .hashDiffers, .manifestInvalid: return Step(state: .refused)
    case .backlog: return Step(state: quarantine(now))
    case .reset, .buildChanged:
      // This is not a transition, but it clears the record.
      record = RestartRecord()
      return nil
    default: return nil
    }
  }

  private mutating func afterLaunching(_ event: ProcessEvent, _ now: Int64) -> Step? {
    switch event {
    case .executed: return Step(state: .greeting, actions: [.sendHello])
    // A fault of the host or the machine: back off, without counting a failure of the build.
    case .launchFailed: return Step(state: .backingOff(until: now + record.nextBackoff(policy)))
    case .confinementMissing: return Step(state: .disabled)
    default: return nil
    }
  }

  private mutating func afterGreeting(_ event: ProcessEvent, _ now: Int64) -> Step? {
    switch event {
    case .helloAccepted:
      record.helloSucceeded()
      return Step(state: .idle(since: now))
    case .helloVersionUnsupported: return kill(.disable)
    case .exited(let status): return kill(ExitCause(status: status) ?? .failedHello)
    case .helloTimedOut, .helloMismatched: return kill(.failedHello)
    case .revoked, .stop: return kill(.clean)
    default: return event.isFault ? kill(.failedHello) : nil
    }
  }

  private func afterIdle(_ event: ProcessEvent) -> Step? {
    switch event {
    case .performSent(let id): return Step(state: .busy(id))
    case .idleExpired: return drain(.clean, .idle)
    case .recycled: return drain(.clean, .recycled)
    case .backlog: return drain(.backlog, .recycled)
    case .stop(let reason): return drain(.clean, Shutdown.Reason(rawValue: reason) ?? .operator)
    case .warmExpired, .revoked: return kill(.clean)
    // No reply was pending, so exiting with status 0 is not a crash.
    case .exited(status: 0): return kill(.clean, reason: .exit(status: 0))
    case .exited(let status): return kill(ExitCause(status: status) ?? .strike)
    default: return event.isFault ? kill(.strike) : nil
    }
  }

  private mutating func afterBusy(_ event: ProcessEvent, _ now: Int64) -> Step? {
    switch event {
    case .replyAccepted:
      record.succeeded(at: now, policy)
      return Step(state: .idle(since: now))
    case .replyError, .replyDenied, .replyLate: return Step(state: .idle(since: now))
    case .replyMalformed: return drain(.strike, .recycled)
    case .sealedDone:
      record.succeeded(at: now, policy)
      return kill(.clean)
    // Not a failure of the build: it did not get the processor.
    case .revoked, .stop, .starved: return kill(.clean)
    case .exited(let status): return kill(ExitCause(status: status) ?? .strike)
    default: return event.isFault ? kill(.strike) : nil
    }
  }

  private func afterDraining(_ event: ProcessEvent, _ cause: ExitCause) -> Step? {
    switch event {
    case .shutdownAnswered, .shutdownTimedOut: kill(cause)
    default: nil
    }
  }

  private mutating func afterExit(_ cause: ExitCause, _ now: Int64) -> Step {
    switch cause {
    case .clean: return Step(state: .cold)
    case .disable: return Step(state: .disabled)
    case .retry: return Step(state: .backingOff(until: now + record.nextBackoff(policy)))
    case .backlog: return Step(state: quarantine(now), reason: .process(.backlog))
    case .strike, .failedHello:
      record.strike(at: now, isFailedHello: cause == .failedHello, policy)
      let isGreeting = record.failedHellos >= policy.helloFailures
      return record.isOverLimit(policy)
        ? Step(state: quarantine(now), reason: .process(isGreeting ? .helloFailedTwice : .strikes))
        : Step(state: .backingOff(until: now + record.nextBackoff(policy)), reason: .process(.strike))
    }
  }

  private mutating func afterWaiting(_ event: ProcessEvent, _ now: Int64) -> Step? {
    switch (state, event) {
    case (.backingOff, .backoffOver), (.disabled, .manifestChanged): return Step(state: .cold)
    case (.backingOff, .backlog): return Step(state: quarantine(now))
    case (.quarantined, .probeDue): return Step(state: .launching, actions: [.launch])
    case (_, .buildChanged): return cleanStart()
    case (.disabled, .reset): return cleanStart(reason: .process(.operator))
    case (_, .reset): return cleanStart()
    default: return nil
    }
  }

  private mutating func quarantine(_ now: Int64) -> ProcessState {
    .quarantined(until: now + record.nextQuarantine(policy))
  }

  /// Clears the record of a rebuilt extension, or of one that the operator resets.
  private mutating func cleanStart(reason: ReasonCode? = nil) -> Step {
    record = RestartRecord()
    return Step(state: .cold, reason: reason)
  }

  private func kill(_ cause: ExitCause, reason: ReasonCode? = nil) -> Step {
    Step(state: .exiting(cause), actions: [.killAndReap], reason: reason)
  }

  private func drain(_ cause: ExitCause, _ reason: Shutdown.Reason) -> Step {
    Step(state: .draining(cause), actions: [.sendShutdown(reason)])
  }
}

extension ExitCause {
  /// The statuses with which an extension requests a specific treatment; `nil` for any other.
  fileprivate init?(status: Int32) {
    switch status {
    case 75: self = .retry
    case 78: self = .disable
    default: return nil
    }
  }
}

extension ProcessEvent {
  /// Whether the event is a fault of the extension, which counts as a failure.
  fileprivate var isFault: Bool {
    switch self {
    case .deadlineMissed, .unresponsive, .violation, .killed, .crashed, .noise: true
    default: false
    }
  }
}
