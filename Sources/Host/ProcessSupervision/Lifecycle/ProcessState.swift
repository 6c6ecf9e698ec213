// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// Where one extension's process stands (`reason-codes.md#what-happened-to-a-process`). Times are the host's clock in
/// milliseconds since 1970.
public enum ProcessState: Hashable, Codable, Sendable {
  /// Manifest invalid, not approved, or hash different.
  case refused
  case cold
  /// The launcher is at work.
  case launching
  /// Awaiting the reply to `hello`.
  case greeting
  case idle(since: Int64)
  case busy(RequestID)
  /// `shutdown` was sent; the cause is what follows once the process has gone.
  case draining(ExitCause)
  /// Closed, killing, reaping; then to the state that the cause asks for.
  case exiting(ExitCause)
  case backingOff(until: Int64)
  case quarantined(until: Int64)
  case disabled

  /// The word in the journal.
  public var name: String {
    switch self {
    case .refused: "refused"
    case .cold: "cold"
    case .launching: "launching"
    case .greeting: "greeting"
    case .idle: "idle"
    case .busy: "busy"
    case .draining: "draining"
    case .exiting: "exiting"
    case .backingOff: "backingOff"
    case .quarantined: "quarantined"
    case .disabled: "disabled"
    }
  }

  /// Whether a process may exist in this state.
  public var hasProcess: Bool {
    switch self {
    case .launching, .greeting, .idle, .busy, .draining, .exiting: true
    case .refused, .cold, .backingOff, .quarantined, .disabled: false
    }
  }
}

/// What leads out of `exiting`.
public enum ExitCause: Hashable, Codable, Sendable {
  /// Asked for, or clean: no strike.
  case clean
  case strike
  /// A failed `hello`; the second in a row quarantines.
  case failedHello
  /// Exit 75: wait and try again, no strike.
  case retry
  /// Too much is owed (§10).
  case backlog
  /// Exit 78, or no common version: nothing changes until the build does.
  case disable
}
