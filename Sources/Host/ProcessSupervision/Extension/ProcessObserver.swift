// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// Receives the events of a process as they happen, for the journal, the recording and the timeline.
public protocol ProcessObserver: AnyObject {
  func launched(_ extensionID: String, process: Int, grade: String, reason: ReasonCode)
  /// No process was started; `failure` has the stage and the reason.
  func launchFailed(_ extensionID: String, process: Int, failure: LaunchFailure)
  /// The process was launched with a read-only container, because the container exceeded its budget
  /// (`sandbox.md#what-an-extension-sees`).
  func launchedWithoutRoom(_ extensionID: String, process: Int, because reason: String)
  /// The host ended the process because it exceeded a budget while it ran.
  func ended(_ extensionID: String, process: Int, beyond budget: ExceededBudget)
  /// The process did not answer, and is ended now; not called at sealed points.
  func stuck(_ extensionID: String, process: Int, facts: ProcessFacts)
  /// The process, a script, wrote a line before its reply to `hello`.
  func skipped(_ extensionID: String, process: Int, line: SkippedLine)
  func transitioned(_ extensionID: String, process: Int, from: ProcessState, to: ProcessState, reason: ReasonCode)
  /// A line was sent or received.
  func exchanged(_ extensionID: String, process: Int, side: RequestID.Side, line: ExchangedLine)
  func logged(_ extensionID: String, process: Int, log: CapturedLog)
}

extension ProcessObserver {
  public func launchFailed(_ extensionID: String, process: Int, failure: LaunchFailure) {}
  public func launchedWithoutRoom(_ extensionID: String, process: Int, because reason: String) {}
  public func skipped(_ extensionID: String, process: Int, line: SkippedLine) {}
  public func stuck(_ extensionID: String, process: Int, facts: ProcessFacts) {}
  public func ended(_ extensionID: String, process: Int, beyond budget: ExceededBudget) {}
}

/// A line in a recording: its message, or the received bytes if it was not valid.
public enum ExchangedLine: Hashable, Sendable {
  case message(WireValue)
  case invalid([UInt8])
}
