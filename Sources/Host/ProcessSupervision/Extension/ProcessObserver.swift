// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// What happens to a process, as it happens: the journal, the recording and the timeline listen.
public protocol ProcessObserver: AnyObject {
  func launched(_ extensionID: String, process: Int, grade: String, reason: ReasonCode)
  /// No process was started; `failure` says at which stage and why.
  func launchFailed(_ extensionID: String, process: Int, failure: LaunchFailure)
  /// The process got its container read-only because it was filled beyond its budget
  /// (`sandbox.md#what-an-extension-sees`).
  func launchedWithoutRoom(_ extensionID: String, process: Int, because reason: String)
  /// The host ended the process because it filled its container beyond the budget while it ran.
  func ended(_ extensionID: String, process: Int, forItsContainer reason: String)
  func transitioned(_ extensionID: String, process: Int, from: ProcessState, to: ProcessState, reason: ReasonCode)
  /// A line as it crossed; `bytes` are canonical for the host's lines and as received for the extension's.
  func exchanged(_ extensionID: String, process: Int, side: RequestID.Side, line: ExchangedLine)
  func logged(_ extensionID: String, process: Int, log: CapturedLog)
}

extension ProcessObserver {
  public func launchFailed(_ extensionID: String, process: Int, failure: LaunchFailure) {}
  public func launchedWithoutRoom(_ extensionID: String, process: Int, because reason: String) {}
  public func ended(_ extensionID: String, process: Int, forItsContainer reason: String) {}
}

/// A line in a recording: its message, or its bytes when it was not valid.
public enum ExchangedLine: Hashable, Sendable {
  case message(WireValue)
  case invalid([UInt8])
}
