// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// What happens to a process; each has one reason code of `protocol.md` §15.
public enum ProcessEvent: Hashable, Sendable {
  case demand
  case prewarm
  case executed
  case launchFailed(stage: String)
  /// The grade that the policy asks for can't be earned; `missing` is the protection's name.
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
  case unresponsive(verdict: String)
  case violation(row: String)
  case killed(resource: String)
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

  /// The code in the journal, which `explain` reads.
  public var reason: String {
    switch self {
    case .demand: "demand"
    case .prewarm: "prewarm"
    case .executed: "exec.ok"
    case .launchFailed(let stage): "launch.\(stage)"
    case .confinementMissing(let protection): "confinement.\(protection)"
    case .helloAccepted: "hello.ok"
    case .helloTimedOut: "hello.timeout"
    case .helloMismatched: "hello.mismatch"
    case .helloVersionUnsupported: "hello.version"
    case .noise: "noise"
    case .performSent: "perform.sent"
    case .replyAccepted: "reply.ok"
    case .replyError: "reply.error"
    case .replyDenied: "reply.denied"
    case .replyLate: "reply.late"
    case .replyMalformed: "reply.schema"
    case .sealedDone: "sealed.done"
    case .deadlineMissed: "deadline"
    case .unresponsive(let verdict): "unresponsive.\(verdict)"
    case .violation(let row): "violation.\(row)"
    case .killed(let resource): "killed.\(resource)"
    case .crashed(let signal): "crash.\(signal)"
    // B18: leaving is a crash while a reply is owed, whatever the status says.
    case .exited(status: 0): "exit.withoutReply"
    case .exited(status: 78): "exit.config"
    case .exited(let status): "exit.\(status)"
    case .revoked: "revoked"
    case .idleExpired: "idle.expired"
    case .warmExpired: "warm.expired"
    case .recycled: "recycled"
    case .stop(let reason): "stop.\(reason)"
    case .shutdownAnswered: "shutdown.answered"
    case .shutdownTimedOut: "shutdown.timeout"
    case .reaped: "exited"
    case .backoffOver: "backoff.over"
    case .probeDue: "probe"
    case .backlog: "backlog"
    case .buildChanged: "build.changed"
    case .manifestChanged: "manifest.changed"
    case .reset: "reset"
    case .approved: "approved"
    case .hashDiffers: "hash.differs"
    case .manifestInvalid: "manifest.invalid"
    }
  }
}
