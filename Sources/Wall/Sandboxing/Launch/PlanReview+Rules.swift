// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// MARK: - Restrictions besides the view

extension PlanReview {
  package struct Limit: Hashable, Sendable {
    /// Its row in `/proc/<pid>/limits`.
    package var name: String
    package var value: UInt64
  }

  package var profile: SandboxProfile { plan.policy.profile }
  package var linkMode: LinkMode { plan.policy.linkMode }
  package var wire: LaunchWire { plan.wire }
  package var environment: [String] { plan.environment }
  package var directory: String { plan.directory }
  package var identity: LaunchSpecification.Identity { plan.identity }
  package var limits: [Limit] { plan.limits.map { Limit(name: $0.name, value: $0.value) } }
  package var namespaces: [Protection] { plan.namespaces.sorted() }
  /// The reason a container that was granted for writing is read-only.
  package var containerExcess: ContainerBudget.Excess? { plan.containerExcess }

  /// The operations besides file access that Landlock refuses; empty without Landlock.
  package var landlockRefusals: [String] {
    guard let landlock = plan.landlock else { return [] }
    return (landlock.handledNetwork == 0 ? [] : ["TCP bind and connect"])
      + (landlock.scopes == 0 ? [] : ["abstract sockets of others", "signals to processes of others"])
  }

  /// Protections that this launch lacks.
  package var relinquished: [Protection] {
    Protection.namespaces.subtracting(plan.namespaces).sorted() + (plan.landlock == nil ? [.landlockFiles] : [])
  }

  /// The system calls by the filter's answer, each list sorted.
  package struct Calls: Sendable {
    package struct Conditional: Hashable, Sendable {
      package var name: String
      /// The condition for allowing the call, and its result otherwise.
      package var condition: String
    }
    package var instructions: Int
    package var allowed: [String] = []
    package var conditional: [Conditional] = []
    package var killing: [String] = []
    /// The number of named calls that always return an error.
    package var refused = 0
  }

  package var calls: Calls {
    var calls = Calls(instructions: plan.filter.instructions.count)
    let names = plan.policy.architecture.table.names
    for (number, rule) in plan.policy.rules {
      guard let name = names[number] else { continue }
      let answers = rule.alternatives.map(\.answer) + [rule.otherwise]
      if answers.allSatisfy({ $0 == .allow }) {
        calls.allowed.append(name)
      } else if answers.contains(.allow) {
        calls.conditional.append(.init(name: name, condition: rule.words))
      } else if answers.contains(.kill) {
        calls.killing.append(name)
      } else {
        calls.refused += 1
      }
    }
    calls.allowed.sort()
    calls.conditional.sort { $0.name < $1.name }
    calls.killing.sort()
    return calls
  }
}

// MARK: - Conditions in words

extension SeccompRule {
  /// The alternatives in order, then the answer otherwise.
  fileprivate var words: String {
    let parts = alternatives.map { alternative in
      let tests = alternative.tests.map(\.words).joined(separator: " and ")
      return alternative.answer == .allow ? tests : "\(alternative.answer.words) if \(tests)"
    }
    return (parts + ["otherwise \(otherwise.words)"]).joined(separator: "; ")
  }
}

extension ArgumentTest {
  /// Arguments are counted from 1.
  fileprivate var words: String {
    switch self {
    case .bits(let argument, .max, let values):
      "argument \(argument + 1) is \(values.map(Self.number).joined(separator: " or "))"
    case .bits(let argument, let mask, let values):
      "argument \(argument + 1) & \(Self.number(mask)) is \(values.map(Self.number).joined(separator: " or "))"
    // A test of nearly all bits came from a list of the few that are allowed.
    case .noneOf(let argument, let bits) where bits.nonzeroBitCount > 16:
      "argument \(argument + 1) has no bit but \(Self.number(~bits))"
    case .noneOf(let argument, let bits): "argument \(argument + 1) has no bit of \(Self.number(bits))"
    case .ownPID(let argument): "argument \(argument + 1) is its own pid"
    case .ticket: "its addresses are those of the launch"
    }
  }

  private static func number(_ value: UInt32) -> String {
    value < 10 ? "\(value)" : value == .max ? "-1" : "0x" + String(value, radix: 16)
  }
}

extension FilterAnswer {
  fileprivate var words: String {
    switch self {
    case .allow: "allowed"
    case .ask: "asks the host"
    case .error(0): "no effect"
    case .error(SeccompPolicy.notPermitted): "EPERM"
    case .error(SeccompPolicy.invalid): "EINVAL"
    case .error(SeccompPolicy.notImplemented): "ENOSYS"
    case .error(SeccompPolicy.notSupported): "EOPNOTSUPP"
    case .error(let number): "error \(number)"
    case .kill: "the process is killed"
    }
  }
}
