// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One comparison on the low 32 bits of an argument; the kernel uses no more of those that are tested.
struct ArgumentTest: Hashable, Sendable {
  enum Comparison: Hashable, Sendable {
    case equals(UInt32)
    /// The pid of the process the filter is installed in.
    case equalsOwnPID
    /// The bits of `mask` are exactly `value`.
    case masked(UInt32, UInt32)
    /// None of these bits is set.
    case noneOf(UInt32)
  }
  var argument: Int
  var comparison: Comparison

  static func equals(_ argument: Int, _ value: UInt32) -> ArgumentTest {
    ArgumentTest(argument: argument, comparison: .equals(value))
  }
  static func ownPID(_ argument: Int) -> ArgumentTest { ArgumentTest(argument: argument, comparison: .equalsOwnPID) }
  static func masked(_ argument: Int, _ mask: UInt32, _ value: UInt32) -> ArgumentTest {
    ArgumentTest(argument: argument, comparison: .masked(mask, value))
  }
  static func noneOf(_ argument: Int, _ bits: UInt32) -> ArgumentTest {
    ArgumentTest(argument: argument, comparison: .noneOf(bits))
  }
}

/// What happens with one system call: the first alternative all of whose tests hold answers, else `otherwise`.
struct SeccompRule: Hashable, Sendable {
  struct Alternative: Hashable, Sendable {
    var tests: [ArgumentTest]
    var answer: FilterAnswer
  }
  var alternatives: [Alternative]
  var otherwise: FilterAnswer

  static let allow = SeccompRule(alternatives: [], otherwise: .allow)
  static let kill = SeccompRule(alternatives: [], otherwise: .kill)
  static func error(_ number: UInt16) -> SeccompRule { SeccompRule(alternatives: [], otherwise: .error(number)) }

  /// Allowed when one of these lists of tests holds, else EPERM.
  static func allow(ifAnyOf lists: [ArgumentTest]...) -> SeccompRule {
    SeccompRule(
      alternatives: lists.map { Alternative(tests: $0, answer: .allow) }, otherwise: .error(SeccompPolicy.notPermitted))
  }

  /// Allowed when the argument is one of these values, else EPERM.
  static func allow(_ argument: Int, oneOf values: [UInt32]) -> SeccompRule {
    SeccompRule(
      alternatives: values.map { Alternative(tests: [.equals(argument, $0)], answer: .allow) },
      otherwise: .error(SeccompPolicy.notPermitted))
  }
}
