// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Turns a policy into a program: a balanced tree of ≥-comparisons over ranges of equal rules (section 8).
///
/// A linear chain of the same policy costs twice as much to install and more at every call; it exists here only so
/// that tests can compare the two.
struct FilterCompiler {
  private let policy: SeccompPolicy
  private var code: [FilterInstruction] = []
  private var pidOffsets: [UInt32] = []
  private var ticketOffsets: [UInt32] = []

  private init(_ policy: SeccompPolicy) { self.policy = policy }

  static func tree(_ policy: SeccompPolicy) -> FilterProgram {
    var compiler = FilterCompiler(policy)
    compiler.emitProlog()
    compiler.emitTree(policy.ranges[...])
    return compiler.program
  }

  static func chain(_ policy: SeccompPolicy) -> FilterProgram {
    var compiler = FilterCompiler(policy)
    compiler.emitProlog()
    for (number, rule) in policy.rules.sorted(by: { $0.key < $1.key }) {
      let jump = compiler.code.count
      compiler.code.append(FilterInstruction(FilterInstruction.jumpEqual, number))
      compiler.emit(rule)
      compiler.code[jump].jumpFalse = UInt8(compiler.code.count - jump - 1)
    }
    compiler.emit(.error(SeccompPolicy.notImplemented))
    return compiler.program
  }

  private var program: FilterProgram {
    FilterProgram(instructions: code, pidOffsets: pidOffsets, ticketOffsets: ticketOffsets)
  }
}

extension SeccompPolicy {
  /// Neighbouring numbers with the same rule as one range, from its first number to the next range's.
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

  /// The tree form, as the launcher installs it.
  public func compile() -> FilterProgram { FilterCompiler.tree(self) }
}

// MARK: - Emission

extension FilterCompiler {
  private enum Offset {
    static let number: UInt32 = 0
    static let architecture: UInt32 = 4
    static func argument(_ index: Int, half: Int = 0) -> UInt32 { 16 + 8 * UInt32(index) + 4 * UInt32(half) }
  }

  /// A foreign architecture and every number with bit 30 set (x32) end the process.
  private mutating func emitProlog() {
    code.append(FilterInstruction(FilterInstruction.loadWord, Offset.architecture))
    code.append(FilterInstruction(FilterInstruction.jumpEqual, policy.architecture.audit, jumpTrue: 1))
    code.append(FilterInstruction(FilterInstruction.answer, FilterAnswer.kill.code))
    code.append(FilterInstruction(FilterInstruction.loadWord, Offset.number))
    code.append(FilterInstruction(FilterInstruction.jumpAnySet, 0x4000_0000, jumpFalse: 1))
    code.append(FilterInstruction(FilterInstruction.answer, FilterAnswer.kill.code))
  }

  private mutating func emitTree(_ ranges: ArraySlice<(first: UInt32, rule: SeccompRule)>) {
    guard ranges.count > 1 else {
      if let only = ranges.first { emit(only.rule) }
      return
    }
    let middle = ranges.startIndex + ranges.count / 2
    let node = code.count
    code.append(FilterInstruction(FilterInstruction.jumpAtLeast, ranges[middle].first))
    emitTree(ranges[..<middle])
    let left = code.count - node - 1
    if left <= Int(UInt8.max) {
      code[node].jumpTrue = UInt8(left)
    } else {
      // Conditional jumps reach 255 instructions; a longer way takes an unconditional one.
      code[node].jumpFalse = 1
      code.insert(FilterInstruction(FilterInstruction.jumpAlways, UInt32(left)), at: node + 1)
      for index in pidOffsets.indices where pidOffsets[index] > UInt32(node) { pidOffsets[index] += 1 }
      for index in ticketOffsets.indices where ticketOffsets[index] > UInt32(node) { ticketOffsets[index] += 1 }
    }
    emitTree(ranges[middle...])
  }

  /// A rule always ends in an answer, so nothing has to be jumped over behind it.
  private mutating func emit(_ rule: SeccompRule) {
    // The argument that is loaded wherever the next test is reached from.
    var loaded: Int?
    for alternative in rule.alternatives {
      var exits: [Int] = []
      for test in alternative.tests { emit(test, &loaded, exits: &exits) }
      code.append(FilterInstruction(FilterInstruction.answer, alternative.answer.code))
      for exit in exits {
        let distance = UInt8(code.count - exit - 1)
        if code[exit].code == FilterInstruction.jumpAnySet {
          code[exit].jumpTrue = distance
        } else {
          code[exit].jumpFalse = distance
        }
      }
      // A failed test may have left before a later load, so only single tests keep what is loaded.
      if alternative.tests.count > 1 { loaded = nil }
    }
    code.append(FilterInstruction(FilterInstruction.answer, rule.otherwise.code))
  }

  /// One test, which goes on behind itself when it holds.
  /// - Parameter exits: gets the jumps that leave the alternative.
  private mutating func emit(_ test: ArgumentTest, _ loaded: inout Int?, exits: inout [Int]) {
    switch test {
    case .bits(let argument, let mask, let values):
      load(argument, &loaded)
      if mask != .max {
        code.append(FilterInstruction(FilterInstruction.and, mask))
        loaded = nil
      }
      for (index, value) in values.enumerated() {
        let others = values.count - index - 1
        if others == 0 { exits.append(code.count) }
        code.append(FilterInstruction(FilterInstruction.jumpEqual, value, jumpTrue: UInt8(others)))
      }
    case .noneOf(let argument, let bits):
      load(argument, &loaded)
      // Inverted: set bits leave the alternative.
      exits.append(code.count)
      code.append(FilterInstruction(FilterInstruction.jumpAnySet, bits))
    case .ownPID(let argument):
      load(argument, &loaded)
      exits.append(code.count)
      pidOffsets.append(UInt32(code.count))
      code.append(FilterInstruction(FilterInstruction.jumpEqual, 0))
    case .ticket:
      emitTicket()
      loaded = nil
      exits.append(code.count)
      code.append(FilterInstruction(FilterInstruction.jumpEqual, 0))
    }
  }

  private mutating func load(_ argument: Int, _ loaded: inout Int?) {
    guard loaded != argument else { return }
    code.append(FilterInstruction(FilterInstruction.loadWord, Offset.argument(argument)))
    loaded = argument
  }

  /// Collects all bits that differ from the ticket and leaves them in the accumulator.
  ///
  /// One comparison for the whole: six in a row would let a program find each half by the time that the filter takes,
  /// 2^32 guesses a half instead of 2^134 for all.
  private mutating func emitTicket() {
    for argument in ExecTicket.positions {
      for half in 0...1 {
        code.append(FilterInstruction(FilterInstruction.loadWord, Offset.argument(argument, half: half)))
        let isFirst = argument == ExecTicket.positions.first && half == 0
        ticketOffsets.append(UInt32(code.count))
        code.append(FilterInstruction(FilterInstruction.exclusiveOr, 0))
        if !isFirst { code.append(FilterInstruction(FilterInstruction.orIndex, 0)) }
        let isLast = argument == ExecTicket.positions.last && half == 1
        if !isLast { code.append(FilterInstruction(FilterInstruction.toIndex, 0)) }
      }
    }
  }
}
