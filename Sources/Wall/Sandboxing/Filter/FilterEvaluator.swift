// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Evaluates a filter in user space, so that tests and `doctor` can check its answers.
public struct FilterEvaluator: Sendable {
  private let instructions: [FilterInstruction]

  /// - Parameters:
  ///   - processID: the pid that the launcher would write at the pid offsets.
  ///   - ticket: the addresses that it would write at the ticket offsets.
  public init(_ program: FilterProgram, processID: UInt32 = 1, ticket: ExecTicket) {
    var instructions = program.instructions
    for offset in program.pidOffsets { instructions[Int(offset)].value = processID }
    for (offset, half) in zip(program.ticketOffsets, ticket.halves) { instructions[Int(offset)].value = half }
    self.instructions = instructions
  }

  /// The kernel's answer to one call.
  /// - Returns: `nil` if the program jumps out of bounds, which the kernel would refuse to install.
  public func answer(number: UInt32, arguments: [UInt64] = [], architecture: SeccompPolicy.Architecture) -> UInt32? {
    answer(number: number, arguments: arguments, audit: architecture.audit)
  }

  func answer(number: UInt32, arguments: [UInt64], audit: UInt32) -> UInt32? {
    var accumulator: UInt32 = 0
    var index: UInt32 = 0
    var counter = 0
    while instructions.indices.contains(counter) {
      let instruction = instructions[counter]
      counter += 1
      var jumps: Bool?
      switch instruction.code {
      case FilterInstruction.loadWord:
        switch instruction.value {
        case 0: accumulator = number
        case 4: accumulator = audit
        default:
          let (argument, byte) = (Int(instruction.value) - 16).quotientAndRemainder(dividingBy: 8)
          let value = arguments.indices.contains(argument) ? arguments[argument] : 0
          accumulator = UInt32(truncatingIfNeeded: value >> (8 * byte))
        }
      case FilterInstruction.and: accumulator &= instruction.value
      case FilterInstruction.exclusiveOr: accumulator ^= instruction.value
      case FilterInstruction.orIndex: accumulator |= index
      case FilterInstruction.toIndex: index = accumulator
      case FilterInstruction.jumpAlways: counter += Int(instruction.value)
      case FilterInstruction.jumpEqual: jumps = accumulator == instruction.value
      case FilterInstruction.jumpAtLeast: jumps = accumulator >= instruction.value
      case FilterInstruction.jumpAnySet: jumps = accumulator & instruction.value != 0
      case FilterInstruction.answer: return instruction.value
      default: return nil
      }
      if let jumps { counter += Int(jumps ? instruction.jumpTrue : instruction.jumpFalse) }
    }
    return nil
  }
}
