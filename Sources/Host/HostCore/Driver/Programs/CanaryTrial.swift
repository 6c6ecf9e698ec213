// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import ProcessSupervision
import Sandboxing
import Synchronization

/// The canary of a running host (`sandbox.md#layers`): before the first program of a profile starts, the canary goes
/// through the same launcher, without the same accepted protections. If it could do something forbidden, or could not
/// do what every program must be able to do, nothing is launched in that profile.
///
/// The accepted protections are fixed for the life of a host, so a change of them means another trial.
final class CanaryTrial: Sendable {
  private struct State {
    /// The profiles of the host's programs, in the order in which they were declared.
    var expected: [SandboxProfile] = []
    var entries: [SandboxProfile: Result<IsolationReport.Entry, LaunchError>] = [:]
  }

  private let probe: IsolationProbe
  private let accepted: Set<Protection>
  private let state = Mutex(State())

  init(_ probe: IsolationProbe, accepting accepted: Set<Protection>) {
    self.probe = probe
    self.accepted = accepted
  }

  /// Notes that the host has a program with this profile.
  func expect(_ profile: SandboxProfile) {
    state.withLock { if !$0.expected.contains(profile) { $0.expected.append(profile) } }
  }

  /// Tries every profile that the host's programs have, once.
  ///
  /// - Returns: a sentence for each degraded profile, with the names of the missing protections.
  func run() -> [String] {
    state.withLock { $0.expected }.compactMap { profile in
      switch entry(profile) {
      case .success(let entry): entry.remark
      case .failure(let error): "the canary could not be tried: \(error)"
      }
    }
  }

  /// The reason why nothing is launched with this profile; `nil` if the canary passed.
  ///
  /// A canary that could not be launched proves nothing about a program; the program's own launch reports the reason.
  func refusal(of profile: SandboxProfile) -> LaunchError? {
    switch entry(profile) {
    case .failure(let error): return error
    case .success(let entry):
      guard !entry.observations.isEmpty else { return nil }
      return LaunchError(
        stage: "canary", errno: 0,
        message: "the trial of \(entry.name) failed: \(entry.observations.joined(separator: "; "))",
        remedy: "Nothing is launched there; `sallyport doctor` shows what this machine provides.")
    }
  }

  private func entry(_ profile: SandboxProfile) -> Result<IsolationReport.Entry, LaunchError> {
    state.withLock { state in
      if let known = state.entries[profile] { return known }
      let found: Result<IsolationReport.Entry, LaunchError>
      do throws(LaunchError) {
        found = .success(try probe.trial(of: profile, accepting: accepted))
      } catch {
        found = .failure(error)
      }
      state.entries[profile] = found
      return found
    }
  }
}

extension IsolationReport.Entry {
  /// A sentence that names the protections a profile lacks; `nil` if it lacks none.
  fileprivate var remark: String? {
    switch grade {
    case .sealed, .confined: nil
    case .degraded: "\(name) is degraded without \(missing.map(\.rawValue).joined(separator: ", "))"
    case .refused:
      "\(name) is refused: " + (error.map { "\($0)" } ?? observations.joined(separator: "; "))
    }
  }
}

/// Launches a program after the canary of its profile.
final class TriedLaunching: ExtensionLaunching {
  private let base: any ExtensionLaunching
  private let profile: SandboxProfile
  private let trial: CanaryTrial

  init(_ base: any ExtensionLaunching, in profile: SandboxProfile, after trial: CanaryTrial) {
    self.base = base
    self.profile = profile
    self.trial = trial
    trial.expect(profile)
  }

  var clock: DeadlineClock { base.clock }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    if let refusal = trial.refusal(of: profile) { throw LaunchFailure(refusal) }
    return try base.launch()
  }
}
