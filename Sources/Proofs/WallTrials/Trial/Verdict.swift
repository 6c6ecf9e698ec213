// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Sandboxing

/// The verdict on an attack.
public enum Verdict: Hashable, Sendable {
  /// As expected; `how` names the errors, or says `seen from the host`.
  case contained(how: String)
  /// It affected the host, or a step succeeded.
  case succeeded(String)
  /// It succeeded, which is accepted for this reason.
  case residual(String)
  /// It failed, but not as the table expects, which needs investigation.
  case unexpected(String)

  public var isFailure: Bool {
    switch self {
    case .contained, .residual: false
    case .succeeded, .unexpected: true
    }
  }
}

extension Observation {
  /// Compares the observation with the expectation.
  func verdict(_ expectation: Expectation) -> Verdict {
    if case .residual(let reason) = expectation {
      // A concession covers information that the attack gets, but never a change on the host.
      if !changes.isEmpty || !faults.isEmpty || survivors > 0 { return .succeeded(sentence(effects)) }
      let isOpen =
        isLeaked || steps.contains { $0.errno == 0 } || values.contains { $0.name == "others" && $0.value > 0 }
      // Different errors carry information, even if every step fails.
      let tells = Set(steps.map(\.errno)).count > 1
      return isOpen || tells || !shown.isEmpty ? .residual(reason) : .contained(how: errors)
    }
    if !effects.isEmpty { return .succeeded(sentence(effects)) }
    switch expectation {
    case .residual: return .contained(how: errors)
    case .permitted:
      guard hasFinished, !steps.isEmpty else { return .unexpected("it exited early: \(ending)") }
      let refused = steps.first { $0.errno != 0 }
      return refused.map { .unexpected("\($0.name) got \(ErrorName.of($0.errno))") } ?? .contained(how: "works")
    case .killed:
      if exit?.isHostile == true { return .contained(how: "killed by SIGSYS") }
      return steps.contains { $0.errno == 0 } ? .succeeded(sentence(successes)) : .unexpected("not killed: \(errors)")
    case .refused(let allowed), .uniform(let allowed):
      guard successes.isEmpty else { return .succeeded(sentence(successes)) }
      guard hasFinished else { return .unexpected("it exited early: \(ending)") }
      guard !steps.isEmpty else { return .unexpected("it reported no step") }
      let others = steps.filter { !allowed.contains($0.errno) }
      guard others.isEmpty else { return .unexpected("\(others[0].name) got \(ErrorName.of(others[0].errno))") }
      if case .uniform = expectation, Set(steps.map(\.errno)).count > 1 { return .succeeded("its answers differ") }
      return .contained(how: errors)
    case .measured(let measure):
      switch measure(self) {
      case .bounded(let text): return .contained(how: text)
      case .open(let text): return .residual(text)
      case .failed(let text): return .unexpected(text)
      }
    case .contained(let check):
      if let wrong = check(self) { return .succeeded(wrong) }
      return .contained(how: steps.isEmpty ? "seen from the host" : errors)
    }
  }

  private var successes: [String] { steps.filter { $0.errno == 0 }.map { "\($0.name) succeeded" } }

  private var errors: String { Set(steps.map { ErrorName.of($0.errno) }).sorted().joined(separator: " ") }

  private var ending: String {
    switch exit {
    case .exited(let status)?: "exit status \(status)"
    case .signalled(let signal)?: "signal \(signal)"
    case nil: "not at all"
    }
  }

  private func sentence(_ parts: [String]) -> String {
    parts.prefix(3).joined(separator: "; ") + (parts.count > 3 ? "; and \(parts.count - 3) more" : "")
  }
}
