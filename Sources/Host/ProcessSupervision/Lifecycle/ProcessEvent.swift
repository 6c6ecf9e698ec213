// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// An event of a process; each has one reason code of `reason-codes.md#what-happened-to-a-process`.
public enum ProcessEvent: Hashable, Sendable {
  case demand
  case prewarm
  case executed
  case launchFailed(stage: String)
  /// This machine can't provide the grade that the policy requires; the value is the missing protection's name.
  case confinementMissing(String)
  case helloAccepted
  case helloTimedOut
  case helloMismatched
  case helloVersionUnsupported
  case noise
  case performSent(RequestID)
  case replyAccepted
  case replyError
  case replyDenied
  case replyLate
  case replyMalformed
  case sealedDone
  case deadlineMissed
  /// The deadline passed while a control group held the process back.
  case starved
  case unresponsive(verdict: String)
  case violation(row: String)
  case killed(ReasonCode.Limit)
  case crashed(signal: String)
  case exited(status: Int32)
  case revoked
  case idleExpired
  case warmExpired
  case recycled
  case stop(reason: String)
  case shutdownAnswered
  case shutdownTimedOut
  case reaped
  case backoffOver
  case probeDue
  case backlog
  case buildChanged
  case manifestChanged
  case reset
  case approved
  case hashDiffers
  case manifestInvalid

  /// Whether the event means that the process has ended, or must be ended.
  var isEndOfProcess: Bool {
    switch self {
    case .helloTimedOut, .helloMismatched, .noise, .deadlineMissed, .starved, .unresponsive, .violation, .killed,
      .crashed, .exited:
      true
    default: false
    }
  }

  /// The code in the journal, which `explain` reads.
  public var reason: ReasonCode {
    switch self {
    case .demand: .process(.demand)
    case .prewarm: .process(.prewarm)
    case .executed: .process(.executed)
    case .launchFailed(let stage): .launch(stage: stage)
    case .confinementMissing(let protection): .confinement(missing: protection)
    case .helloAccepted: .process(.helloAccepted)
    case .helloTimedOut: .process(.helloTimedOut)
    case .helloMismatched: .process(.helloMismatched)
    case .helloVersionUnsupported: .process(.helloVersionUnsupported)
    case .noise: .process(.noise)
    case .performSent: .process(.performSent)
    case .replyAccepted: .delivery(.accepted)
    case .replyError: .process(.replyError)
    case .replyDenied: .process(.replyDenied)
    case .replyLate: .process(.replyLate)
    case .replyMalformed: .process(.replyMalformed)
    case .sealedDone: .process(.sealedDone)
    case .deadlineMissed: .process(.deadline)
    case .starved: .unresponsive(verdict: "starved")
    case .unresponsive(let verdict): .unresponsive(verdict: verdict)
    case .violation(let row): .violation(row: row)
    case .killed(let limit): .killed(limit)
    case .crashed(let signal): .crash(signal: signal)
    // Exiting while a reply is pending counts as a crash, whatever the status (WIRE-B18).
    case .exited(status: 0): .process(.leftWithoutReply)
    case .exited(status: 78): .process(.notConfigured)
    case .exited(let status): .exit(status: status)
    case .revoked: .process(.revoked)
    case .idleExpired: .process(.idleExpired)
    case .warmExpired: .process(.warmExpired)
    case .recycled: .process(.recycled)
    case .stop(let reason): .stop(reason: reason)
    case .shutdownAnswered: .process(.shutdownAnswered)
    case .shutdownTimedOut: .process(.shutdownTimedOut)
    case .reaped: .process(.exited)
    case .backoffOver: .process(.backoffOver)
    case .probeDue: .process(.probe)
    case .backlog: .process(.backlog)
    case .buildChanged: .process(.buildChanged)
    case .manifestChanged: .process(.manifestChanged)
    case .reset: .process(.reset)
    case .approved: .process(.approved)
    case .hashDiffers: .process(.hashDiffers)
    case .manifestInvalid: .process(.manifestInvalid)
    }
  }
}
