// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// The state of one extension's process (`reason-codes.md#what-happened-to-a-process`). Times are the host's clock in
/// milliseconds since 1970.
public enum ProcessState: Hashable, Codable, Sendable {
  /// The manifest is invalid, or the program is not approved or has a different hash.
  case refused
  case cold
  /// The launcher is running.
  case launching
  /// Waiting for the reply to `hello`.
  case greeting
  case idle(since: Int64)
  case busy(RequestID)
  /// `shutdown` was sent; the cause determines the state after the exit.
  case draining(ExitCause)
  /// The process is being closed, killed and reaped; the cause determines the next state.
  case exiting(ExitCause)
  case backingOff(until: Int64)
  case quarantined(until: Int64)
  case disabled

  /// The state's name in the journal.
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

/// The reason of an exit, which determines the state after `exiting`.
public enum ExitCause: Hashable, Codable, Sendable {
  /// A requested or clean exit; not counted as a failure.
  case clean
  case strike
  /// A failed `hello`; the second in a row quarantines.
  case failedHello
  /// Exit status 75: wait and try again; not counted as a failure.
  case retry
  /// Too many deliveries are pending.
  case backlog
  /// Exit status 78, or no common version: disabled until the build changes.
  case disable
}
