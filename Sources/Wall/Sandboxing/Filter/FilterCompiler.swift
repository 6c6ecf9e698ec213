// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Compiles a policy into a filter: a balanced tree of ≥ comparisons over ranges of numbers with equal rules.
///
/// A linear chain of the same policy takes twice as long to install and is slower at every call; it exists only so that
/// tests can compare the two.
struct FilterCompiler {
  private let policy: SeccompPolicy
  private var steps: [FilterLayout.Step] = []

  private init(_ policy: SeccompPolicy) { self.policy = policy }

  static func tree(_ policy: SeccompPolicy) -> FilterProgram {
    var compiler = FilterCompiler(policy)
    compiler.emitTree(policy.ranges[...])
    return FilterLayout.program(prolog: compiler.prolog, steps: compiler.steps)
  }

  static func chain(_ policy: SeccompPolicy) -> FilterProgram {
    var compiler = FilterCompiler(policy)
    for (number, rule) in policy.rules.sorted(by: { $0.key < $1.key }) {
      let comparison = compiler.steps.count
      compiler.emit(FilterInstruction.jumpEqual, number)
      compiler.emit(rule)
      compiler.steps[comparison].whenFalse = compiler.steps.count
    }
    compiler.emit(.error(SeccompPolicy.notImplemented))
    return FilterLayout.program(prolog: compiler.prolog, steps: compiler.steps)
  }
}

extension SeccompPolicy {
  /// Consecutive numbers with the same rule as one range, by first number.
  fileprivate var ranges: [(first: UInt32, rule: SeccompRule)] {
    let rules = rules
    let beyond = SeccompRule.error(Self.notImplemented)
    var ranges: [(first: UInt32, rule: SeccompRule)] = []
    for number in 0...architecture.table.last + 1 {
      let rule = rules[number] ?? beyond
      if ranges.last?.rule != rule { ranges.append((number, rule)) }
    }
    return ranges
  }

  /// The filter in tree form, as the launcher installs it.
  public func compile() -> FilterProgram { FilterCompiler.tree(self) }
}

// MARK: - Emission

extension FilterCompiler {
  private enum Offset {
    static let number: UInt32 = 0
    static let architecture: UInt32 = 4
    static func argument(_ index: Int, half: Int = 0) -> UInt32 { 16 + 8 * UInt32(index) + 4 * UInt32(half) }
  }

  /// Kills the process on a foreign architecture and on any number with bit 30 set (x32). The launcher checks the first
  /// three instructions.
  private var prolog: [FilterInstruction] {
    [
      FilterInstruction(FilterInstruction.loadWord, Offset.architecture),
      FilterInstruction(FilterInstruction.jumpEqual, policy.architecture.audit, jumpTrue: 1),
      FilterInstruction(FilterInstruction.answer, FilterAnswer.kill.code),
      FilterInstruction(FilterInstruction.loadWord, Offset.number),
      FilterInstruction(FilterInstruction.jumpAnySet, 0x4000_0000, jumpFalse: 1),
      FilterInstruction(FilterInstruction.answer, FilterAnswer.kill.code),
    ]
  }

  private mutating func emit(_ code: UInt16, _ value: UInt32, operand: FilterLayout.Operand? = nil) {
    steps.append(FilterLayout.Step(code, value, operand: operand))
  }

  private mutating func emitTree(_ ranges: ArraySlice<(first: UInt32, rule: SeccompRule)>) {
    guard ranges.count > 1 else {
      if let only = ranges.first { emit(only.rule) }
      return
    }
    let middle = ranges.startIndex + ranges.count / 2
    let node = steps.count
    emit(FilterInstruction.jumpAtLeast, ranges[middle].first)
    emitTree(ranges[..<middle])
    steps[node].whenTrue = steps.count
    emitTree(ranges[middle...])
  }

  /// Every rule ends in an answer, so no jump over it is needed.
  private mutating func emit(_ rule: SeccompRule) {
    // The argument that is in the accumulator on every path to the next test.
    var loaded: Int?
    for alternative in rule.alternatives {
      var exits: [Int] = []
      for test in alternative.tests { emit(test, &loaded, exits: &exits) }
      emit(FilterInstruction.answer, alternative.answer.code)
      for exit in exits {
        if steps[exit].instruction.code == FilterInstruction.jumpAnySet {
          steps[exit].whenTrue = steps.count
        } else {
          steps[exit].whenFalse = steps.count
        }
      }
      // A failed test may have jumped here before a later load, so only single tests leave a known argument.
      if alternative.tests.count > 1 { loaded = nil }
    }
    emit(FilterInstruction.answer, rule.otherwise.code)
  }

  /// Emits one test, which continues with the next instruction if it holds.
  /// - Parameter exits: receives the steps that leave the alternative.
  private mutating func emit(_ test: ArgumentTest, _ loaded: inout Int?, exits: inout [Int]) {
    switch test {
    case .bits(let argument, let mask, let values):
      load(argument, &loaded)
      if mask != .max {
        emit(FilterInstruction.and, mask)
        loaded = nil
      }
      let end = steps.count + values.count
      for value in values {
        emit(FilterInstruction.jumpEqual, value)
        steps[steps.count - 1].whenTrue = end
      }
      exits.append(end - 1)
    case .noneOf(let argument, let bits):
      load(argument, &loaded)
      // Inverted: the alternative is left if a bit is set.
      exits.append(steps.count)
      emit(FilterInstruction.jumpAnySet, bits)
    case .ownPID(let argument):
      load(argument, &loaded)
      exits.append(steps.count)
      emit(FilterInstruction.jumpEqual, 0, operand: .pid)
    case .ticket:
      emitTicket()
      loaded = nil
      exits.append(steps.count)
      emit(FilterInstruction.jumpEqual, 0)
    }
  }

  private mutating func load(_ argument: Int, _ loaded: inout Int?) {
    guard loaded != argument else { return }
    emit(FilterInstruction.loadWord, Offset.argument(argument))
    loaded = argument
  }

  /// Collects all bits that differ from the ticket in the accumulator.
  ///
  /// There is one comparison for all halves. With six in a row, a program could find each half by timing the filter:
  /// 2^32 guesses per half instead of 2^134 for all.
  private mutating func emitTicket() {
    let halves = ExecTicket.positions.flatMap { [($0, 0), ($0, 1)] }
    for (index, (argument, half)) in halves.enumerated() {
      emit(FilterInstruction.loadWord, Offset.argument(argument, half: half))
      emit(FilterInstruction.exclusiveOr, 0, operand: .ticket(index))
      if index > 0 { emit(FilterInstruction.orIndex, 0) }
      if index < halves.count - 1 { emit(FilterInstruction.toIndex, 0) }
    }
  }
}
