// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionTransport
internal import Glibc
public import Sandboxing
internal import ScreenTimeVocabulary

/// Launches one extension in the sandbox, with the same plan every time.
public final class ConfinedLaunching: ExtensionLaunching {
  private let launcher: Launcher
  private let specification: LaunchSpecification

  public init(launcher: Launcher, specification: LaunchSpecification) {
    self.launcher = launcher
    self.specification = specification
  }

  public func launch() throws(LaunchFailure) -> any ExtensionChild {
    do throws(LaunchError) {
      let isSealed = if case .sealed = specification.profile { true } else { false }
      return ProcessChild(try launcher.launch(specification), isSealed: isSealed)
    } catch {
      throw LaunchFailure(error)
    }
  }
}

/// A program that can't be launched because it has no runtime image. Each launch fails with the reason.
public final class RefusedLaunching: ExtensionLaunching {
  private let refusal: LaunchError

  public init(_ refusal: LaunchError) { self.refusal = refusal }

  public func launch() throws(LaunchFailure) -> any ExtensionChild { throw LaunchFailure(refusal) }
}

/// Launches a program **without the sandbox**: for benchmarks and wire tests, never for third-party programs. The
/// product `ExtensionHost` therefore doesn't offer it.
package final class UnconfinedLaunching: ExtensionLaunching {
  private let launcher: Launcher
  private let executable: String
  private let arguments: [String]

  package init(launcher: Launcher, executable: String, arguments: [String] = []) {
    self.launcher = launcher
    self.executable = executable
    self.arguments = arguments
  }

  package func launch() throws(LaunchFailure) -> any ExtensionChild {
    do throws(LaunchError) {
      let process = try launcher.launchUnconfined(executable: executable, arguments: arguments)
      return ProcessChild(process, isSealed: false)
    } catch {
      throw LaunchFailure(error)
    }
  }
}

extension LaunchFailure {
  public init(_ error: LaunchError) {
    self.init(
      stage: error.stage, errno: error.errno, missingProtection: error.missing.first?.rawValue,
      message: error.description)
  }
}

/// A real process with its pipes, log and pidfd.
final class ProcessChild: ExtensionChild {
  let channel: any MessageChannel
  let grade: String
  private let process: LaunchedProcess
  private let isSealed: Bool
  private let logReader: LogReader

  init(_ process: LaunchedProcess, isSealed: Bool) {
    self.process = process
    self.isSealed = isSealed
    grade = process.grade?.description ?? "none"
    // The channel and the log reader close their descriptors, so each gets its own copy.
    channel = MessageConnection(
      reading: Self.copy(of: process.reply), writing: Self.copy(of: process.request),
      limits: .host(receiving: .helloReply))
    process.closeRequest()
    logReader = LogReader(descriptor: Self.copy(of: process.log), isCountedOnly: isSealed)
  }

  private static func copy(of descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  var processID: Int32 { process.pid }

  var containerExcess: String? { process.containerExcess?.description }

  var exceededBudget: ExceededBudget? {
    if let excess = process.endedBecause { return ExceededBudget(.container, fact: excess.description) }
    return process.memoryExcess.map {
      ExceededBudget(.memory, fact: isSealed ? $0.descriptionWithoutPeak : $0.description)
    }
  }

  var refusedCalls: [String: Int] { process.refusedCalls }

  var throttledMicroseconds: Int64 { process.throttledMicroseconds }

  func kill() { process.kill() }

  func holdStill() -> Bool { process.holdStill() }

  func letGo() { process.letGo() }

  func move(to cores: [Int]) -> [Int]? { process.move(to: CoreSet(cores))?.cores }

  func waitForExit(atMost timeout: Duration) -> ChildExit? {
    switch process.reap(timeout: timeout) {
    case .exited(let status): .exited(status: status)
    case .signalled(let signal): .signalled(signal)
    case nil: nil
    }
  }

  func log() -> CapturedLog {
    // The log is complete once all writers have exited; for a running process it is what was read so far.
    if process.reap(timeout: .zero) != nil { logReader.waitForEnd() }
    return logReader.log
  }

  func sealDifferences() -> [String] { SealAudit.differences(of: process).map(\.description) }

  func release() { process.close() }
}
