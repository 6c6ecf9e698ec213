// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionTransport
internal import ScreenTimeVocabulary

/// A running extension process, however it was started: the supervisor's side of one child.
public protocol ExtensionChild: AnyObject, Sendable {
  var processID: Int32 { get }
  var channel: any MessageChannel { get }
  /// What this process was seen to have: `sealed`, `confined`, `degraded without …` and the names of what is missing, or
  /// `none` outside the sandbox (H11).
  var grade: String { get }

  /// Why a container that should be writable is read-only for this process: it was filled beyond its budget.
  var containerExcess: String? { get }

  /// Why the host ended this process on its own: it filled its container beyond the budget.
  var endedForContainer: String? { get }

  /// SIGKILL through the pidfd, and to the cgroup where there is one. Harmless after the end.
  func kill()

  /// Stops every thread and comes back when they stand.
  ///
  /// - Returns: whether nothing of it runs.
  func holdStill() -> Bool

  /// Lets it run again.
  func letGo()

  /// Moves a process that stands still to `cores`.
  ///
  /// - Returns: where it could run before; `nil` when it can't be moved.
  func move(to cores: [Int]) -> [Int]?

  /// Reaps the process.
  ///
  /// - Returns: how it ended, or `nil` when it still runs after `timeout`.
  func waitForExit(atMost timeout: Duration) -> ChildExit?

  /// The log so far, bounded (`wire.md#log`). After the exit it is complete.
  func log() -> CapturedLog

  /// Differences between the process as the kernel shows it and its launch plan; a sealed process gets nothing secret
  /// while there is one (PRIV-SE2).
  func sealDifferences() -> [String]

  /// Closes every descriptor of this child. The process must have been reaped.
  func release()
}

extension ExtensionChild {
  public var containerExcess: String? { nil }
  public var endedForContainer: String? { nil }
}

/// How a process ended.
public enum ChildExit: Hashable, Sendable {
  case exited(status: Int32)
  case signalled(Int32)

  /// The event for the state machine.
  var event: ProcessEvent {
    switch self {
    case .exited(let status): .exited(status: status)
    // The kernel's own limits show as these signals; who sent a SIGKILL is not told, but the host did not.
    case .signalled(let signal) where signal == 24: .killed(.cpu)
    case .signalled(let signal) where signal == 9: .killed(.memory)
    case .signalled(let signal) where signal == 25: .killed(.output)
    case .signalled(let signal): .crashed(signal: SignalName.name(of: signal))
    }
  }
}

/// Starts the processes of one extension.
public protocol ExtensionLaunching: AnyObject {
  /// The time in which its processes meet their deadlines.
  var clock: DeadlineClock { get }

  func launch() throws(LaunchFailure) -> any ExtensionChild
}

extension ExtensionLaunching {
  public var clock: DeadlineClock { .kernel }
}

/// Why no process was started.
public struct LaunchFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The launcher's stage, such as `mounts`, or `plan`.
  public var stage: String
  public var errno: Int32
  /// The protection that this machine can't give, when that is the reason.
  public var missingProtection: String?
  /// One sentence: what failed and what to do.
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
