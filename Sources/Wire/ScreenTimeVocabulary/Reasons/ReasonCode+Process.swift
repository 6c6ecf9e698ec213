// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension ReasonCode {
  /// An event in the lifetime of a process.
  public enum Process: String, Hashable, Sendable, CaseIterable {
    case demand
    case prewarm
    case executed = "exec.ok"
    case helloAccepted = "hello.ok"
    case helloTimedOut = "hello.timeout"
    case helloMismatched = "hello.mismatch"
    case helloVersionUnsupported = "hello.version"
    case helloFailedTwice = "hello.twice"
    case noise
    case performSent = "perform.sent"
    case replyError = "reply.error"
    case replyDenied = "reply.denied"
    case replyLate = "reply.late"
    case replyMalformed = "reply.schema"
    case sealedDone = "sealed.done"
    case deadline
    case leftWithoutReply = "exit.withoutReply"
    case notConfigured = "exit.config"
    case revoked
    case idleExpired = "idle.expired"
    case warmExpired = "warm.expired"
    case recycled
    case shutdownAnswered = "shutdown.answered"
    case shutdownTimedOut = "shutdown.timeout"
    case exited
    case backoffOver = "backoff.over"
    case probe
    case backlog
    case buildChanged = "build.changed"
    case manifestChanged = "manifest.changed"
    case reset
    case `operator`
    case approved
    case hashDiffers = "hash.differs"
    case manifestInvalid = "manifest.invalid"
    case strike
    case strikes
  }
}
