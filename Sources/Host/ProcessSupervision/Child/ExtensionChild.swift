// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionTransport
internal import ScreenTimeVocabulary

/// A running extension process, however it was started, as the supervisor uses it.
public protocol ExtensionChild: AnyObject, Sendable {
  var processID: Int32 { get }
  var channel: any MessageChannel { get }
  /// The grade observed for this process: `sealed`, `confined`, `degraded without …` followed by the missing
  /// protections, or `none` outside the sandbox (H11).
  var grade: String { get }

  /// The reason the container is read-only for this process instead of writable: it exceeded its budget.
  var containerExcess: String? { get }

  /// The budget that this process exceeded while it ran, for which the host ended it.
  var exceededBudget: ExceededBudget? { get }

  /// The calls that the sandbox refused, by name, in a launch that counts them.
  var refusedCalls: [String: Int] { get }

  /// How long a control group has kept it from the processor, in microseconds; 0 without a control group.
  var throttledMicroseconds: Int64 { get }

  /// Sends SIGKILL through the pidfd, and to the cgroup if there is one. Has no effect after the exit.
  func kill()

  /// Stops every thread, and returns when they have stopped.
  ///
  /// - Returns: whether the whole process has stopped.
  func holdStill() -> Bool

  /// Resumes the process.
  func letGo()

  /// Moves a stopped process to `cores`.
  ///
  /// - Returns: the cores it could run on before; `nil` if it can't be moved.
  func move(to cores: [Int]) -> [Int]?

  /// Reaps the process.
  ///
  /// - Returns: how it ended, or `nil` if it still runs after `timeout`.
  func waitForExit(atMost timeout: Duration) -> ChildExit?

  /// The log so far, bounded (`wire.md#log`). It is complete after the exit.
  func log() -> CapturedLog

  /// Differences between the process as the kernel shows it and its launch plan. A sealed process with a difference is
  /// not sent any data (PRIV-SE2).
  func sealDifferences() -> [String]

  /// Closes every descriptor of this child. The process must have been reaped.
  func release()
}

extension ExtensionChild {
  public var containerExcess: String? { nil }
  public var refusedCalls: [String: Int] { [:] }
  public var exceededBudget: ExceededBudget? { nil }
  public var throttledMicroseconds: Int64 { 0 }
}

/// The end of a process.
public enum ChildExit: Hashable, Sendable {
  case exited(status: Int32)
  case signalled(Int32)

  /// The event for the state machine.
  var event: ProcessEvent {
    switch self {
    case .exited(let status): .exited(status: status)
    // The kernel enforces its limits with these signals. A SIGKILL has no sender, but the host did not send this one.
    case .signalled(let signal) where signal == 24: .killed(.cpu)
    case .signalled(let signal) where signal == 9: .killed(.memory)
    case .signalled(let signal) where signal == 25: .killed(.output)
    case .signalled(let signal): .crashed(signal: SignalName.name(of: signal))
    }
  }
}

/// Starts the processes of one extension.
public protocol ExtensionLaunching: AnyObject {
  /// The clock for the deadlines of its processes.
  var clock: DeadlineClock { get }

  func launch() throws(LaunchFailure) -> any ExtensionChild
}

extension ExtensionLaunching {
  public var clock: DeadlineClock { .kernel }
}

/// The reason why no process was started.
public struct LaunchFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The launcher's stage, such as `mounts`, or `plan`.
  public var stage: String
  public var errno: Int32
  /// The protection that this machine lacks, if that is the reason.
  public var missingProtection: String?
  /// A sentence: what failed and what to do.
  public var message: String

  public init(stage: String, errno: Int32, missingProtection: String? = nil, message: String) {
    self.stage = stage
    self.errno = errno
    self.missingProtection = missingProtection
    self.message = message
  }

  public var description: String { message }

  var event: ProcessEvent { missingProtection.map(ProcessEvent.confinementMissing) ?? .launchFailed(stage: stage) }
}
