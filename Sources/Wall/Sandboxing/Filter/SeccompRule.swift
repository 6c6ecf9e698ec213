// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One condition on the arguments of a call.
///
/// Every test except the ticket looks at the low 32 bits of an argument: the kernel uses only those of the tested
/// arguments, or itself rejects larger values.
enum ArgumentTest: Hashable, Sendable {
  /// The bits of `mask` are one of `values`.
  case bits(Int, mask: UInt32, oneOf: [UInt32])
  /// None of these bits is set.
  case noneOf(Int, UInt32)
  /// The pid of the process the filter is installed in.
  case ownPID(Int)
  /// Path, argv and environment of an exec are the launch's `ExecTicket`, all 64 bits of each.
  case ticket

  static func oneOf(_ argument: Int, _ values: UInt32...) -> ArgumentTest { .oneOf(argument, values) }
  static func oneOf(_ argument: Int, _ values: [UInt32]) -> ArgumentTest { .bits(argument, mask: .max, oneOf: values) }
  /// No bit but these is set.
  static func only(_ argument: Int, _ bits: UInt32) -> ArgumentTest { .noneOf(argument, ~bits) }

  /// The arguments it looks at.
  var arguments: [Int] {
    switch self {
    case .bits(let argument, _, _), .noneOf(let argument, _), .ownPID(let argument): [argument]
    case .ticket: ExecTicket.positions
    }
  }
}

/// The answer to a system call: that of the first alternative whose tests all hold, else `otherwise`.
struct SeccompRule: Hashable, Sendable {
  struct Alternative: Hashable, Sendable {
    var tests: [ArgumentTest]
    var answer: FilterAnswer
  }
  var alternatives: [Alternative]
  var otherwise: FilterAnswer

  static let allow = SeccompRule(alternatives: [], otherwise: .allow)
  static let kill = SeccompRule(alternatives: [], otherwise: .kill)
  static let ask = SeccompRule(alternatives: [], otherwise: .ask)
  static func error(_ number: UInt16) -> SeccompRule { SeccompRule(alternatives: [], otherwise: .error(number)) }

  /// Allowed when all of these tests hold.
  static func allow(
    if tests: ArgumentTest..., otherwise error: UInt16 = SeccompPolicy.notPermitted
  ) -> SeccompRule { .allow(ifAnyOf: [tests], otherwise: error) }

  /// Allowed when one of these lists of tests holds.
  static func allow(
    ifAnyOf lists: [[ArgumentTest]], otherwise error: UInt16 = SeccompPolicy.notPermitted
  ) -> SeccompRule {
    SeccompRule(alternatives: lists.map { Alternative(tests: $0, answer: .allow) }, otherwise: .error(error))
  }
}
