// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The state machine of one extension's process: a value, (state, event, now) → (state, actions).
///
/// It owns no process and reads no clock, so tests explore it exhaustively (`protocol.md` §15). The record of strikes
/// belongs to a build: whoever sees other bytes starts a new `ProcessLifecycle`.
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
  /// - Returns: the transition, or `nil` when the event means nothing in this state and nothing changed.
  public mutating func handle(_ event: ProcessEvent, now: Int64) -> ProcessTransition? {
    guard let (next, actions) = successor(of: event, now: now) else { return nil }
    let transition = ProcessTransition(from: state, to: next, reason: event.reason, actions: actions)
    state = next
    return transition
  }

  private mutating func successor(
    of event: ProcessEvent, now: Int64
  ) -> (ProcessState, [ProcessAction])? {
    switch (state, event) {
    case (.refused, .approved), (.refused, .buildChanged): return (.cold, [])
    case (_, .hashDiffers) where !state.hasProcess, (_, .manifestInvalid) where !state.hasProcess:
      return (.refused, [])

    case (.cold, .demand), (.cold, .prewarm): return (.launching, [.launch])
    case (.cold, .backlog), (.backingOff, .backlog): return (quarantine(now), [])

    case (.launching, .executed): return (.greeting, [.sendHello])
    case (.launching, .launchFailed):
      // A fault of the host or the machine: back off, no strike against the build.
      return (.backingOff(until: now + record.nextBackoff(policy)), [])
    case (.launching, .confinementMissing): return (.disabled, [])

    case (.greeting, .helloAccepted):
      record.helloSucceeded()
      return (.idle(since: now), [])
    case (.greeting, .helloVersionUnsupported): return (.exiting(.disable), [.killAndReap])
    case (.greeting, _) where event.endsGreeting:
      return (.exiting(event == .exited(status: 78) ? .disable : .failedHello), [.killAndReap])

    case (.idle, .performSent(let id)): return (.busy(id), [])
    case (.idle, .idleExpired), (.idle, .recycled), (.idle, .backlog), (.idle, .stop):
      return (.draining, [.sendShutdown])
    case (.idle, .warmExpired), (.idle, .revoked): return (.exiting(.clean), [.killAndReap])

    case (.busy, .replyAccepted):
      record.succeeded(at: now)
      return (.idle(since: now), [])
    case (.busy, .replyError), (.busy, .replyDenied), (.busy, .replyLate): return (.idle(since: now), [])
    case (.busy, .replyMalformed): return (.exiting(.strike), [.killAndReap])
    case (.busy, .sealedDone), (.busy, .revoked), (.busy, .stop): return (.exiting(.clean), [.killAndReap])
    case (.busy, .exited(status: 75)): return (.exiting(.clean), [.killAndReap])
    case (.busy, .exited(status: 78)): return (.exiting(.disable), [.killAndReap])

    case (.idle, _) where event.isFault, (.busy, _) where event.isFault:
      return (.exiting(.strike), [.killAndReap])
    case (.idle, .exited(let status)): return (.exiting(status == 0 ? .clean : .strike), [.killAndReap])

    case (.draining, .shutdownAnswered), (.draining, .shutdownTimedOut), (.draining, .exited):
      return (.exiting(.clean), [.killAndReap])
    case (.draining, _) where event.isFault: return (.exiting(.strike), [.killAndReap])

    case (.exiting(let cause), .reaped): return (afterExit(cause, now), [])

    case (.backingOff, .backoffOver), (.backingOff, .buildChanged), (.backingOff, .reset): return (.cold, [])
    case (.quarantined, .probeDue): return (.launching, [.launch])
    case (.quarantined, .buildChanged), (.quarantined, .reset):
      record = RestartRecord()
      return (.cold, [])
    case (.disabled, .buildChanged), (.disabled, .manifestChanged), (.disabled, .reset): return (.cold, [])
    default: return nil
    }
  }

  private mutating func afterExit(_ cause: ExitCause, _ now: Int64) -> ProcessState {
    switch cause {
    case .clean: return .cold
    case .disable: return .disabled
    case .strike, .failedHello:
      record.strike(at: now, isFailedHello: cause == .failedHello, policy)
      return record.isOverLimit(at: now, policy)
        ? quarantine(now) : .backingOff(until: now + record.nextBackoff(policy))
    }
  }

  private mutating func quarantine(_ now: Int64) -> ProcessState {
    .quarantined(until: now + record.nextQuarantine(policy))
  }
}

extension ProcessEvent {
  /// Faults of the extension: each is a strike.
  fileprivate var isFault: Bool {
    switch self {
    case .deadlineMissed, .unresponsive, .violation, .killed, .crashed, .noise, .exited: true
    default: false
    }
  }

  fileprivate var endsGreeting: Bool {
    switch self {
    case .helloTimedOut, .helloMismatched, .noise, .crashed, .exited, .violation, .killed, .unresponsive: true
    default: false
    }
  }
}
