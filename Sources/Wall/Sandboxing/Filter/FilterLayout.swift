// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Lays out the instructions of a filter so that equal endings are shared.
///
/// Every rule ends in an answer, and many rules end alike. Each instruction costs time at every launch, when the kernel
/// compiles the filter. The layout works from the end: an instruction is reused if one with the same operation and the
/// same targets has already been placed.
struct FilterLayout {
  /// An instruction before its place is known, with its targets as step numbers.
  struct Step {
    var instruction: FilterInstruction
    /// The target of a comparison that holds; every other instruction continues with the next step.
    var whenTrue: Int?
    var whenFalse: Int?
    /// An operand that the launcher writes, which distinguishes the instruction from others with the same code.
    var operand: Operand?

    init(_ code: UInt16, _ value: UInt32, operand: Operand? = nil) {
      instruction = FilterInstruction(code, value)
      self.operand = operand
    }
  }

  enum Operand: Hashable {
    case pid
    /// The index of the half in the ticket.
    case ticket(Int)
  }

  private struct Key: Hashable {
    var instruction: FilterInstruction
    var operand: Operand?
    var next: [Int]
  }

  /// In reverse: the last instruction is number 0, so that numbers don't change when others are placed before it.
  private var placed: [FilterInstruction] = []
  private var operands: [(operand: Operand, number: Int)] = []
  private var numbers: [Key: Int] = [:]
  /// The answers, which are copied if they are out of reach.
  private var answers: [Int: FilterInstruction] = [:]

  /// Builds the filter from `prolog`, which stays unchanged, and the steps.
  static func program(prolog: [FilterInstruction], steps: [Step]) -> FilterProgram {
    var layout = FilterLayout()
    var place = [Int](repeating: 0, count: steps.count)
    for index in steps.indices.reversed() {
      let step = steps[index]
      let next = step.instruction.code == FilterInstruction.answer ? [] : [index + 1]
      let targets = step.whenTrue.map { [$0, step.whenFalse ?? index + 1] } ?? step.whenFalse.map { [index + 1, $0] }
      place[index] = layout.put(step, before: (targets ?? next).map { place[$0] })
    }
    if let first = place.first, first != layout.placed.count - 1 { layout.put(jumpTo: first) }
    let total = prolog.count + layout.placed.count
    var pids: [UInt32] = []
    var ticket: [Int: UInt32] = [:]
    for (operand, number) in layout.operands {
      let offset = UInt32(total - 1 - number)
      switch operand {
      case .pid: pids.append(offset)
      case .ticket(let half): ticket[half] = offset
      }
    }
    return FilterProgram(
      instructions: prolog + layout.placed.reversed(), pidOffsets: pids,
      ticketOffsets: ticket.sorted { $0.key < $1.key }.map(\.value))
  }

  /// - Parameter targets: numbers of the instructions that may follow; two for a comparison.
  /// - Returns: the number of the instruction that performs the step.
  private mutating func put(_ step: Step, before targets: [Int]) -> Int {
    let key = Key(instruction: step.instruction, operand: step.operand, next: targets)
    if let number = numbers[key] { return number }
    var instruction = step.instruction
    if targets.count == 2 {
      let (whenTrue, whenFalse) = reachable(targets[0], targets[1])
      instruction.jumpTrue = UInt8(placed.count - whenTrue - 1)
      instruction.jumpFalse = UInt8(placed.count - whenFalse - 1)
    } else if let next = targets.first, next != placed.count - 1 {
      put(jumpTo: next)
    }
    placed.append(instruction)
    let number = placed.count - 1
    numbers[key] = number
    if targets.isEmpty { answers[number] = instruction }
    if let operand = step.operand { operands.append((operand, number)) }
    return number
  }

  /// Both targets, each within the 255 instructions that a comparison can jump over. A target out of reach is replaced
  /// by a copy if it is an answer, else by a jump to it.
  private mutating func reachable(_ first: Int, _ second: Int) -> (Int, Int) {
    // Up to two more instructions may be placed in between.
    func isFar(_ number: Int) -> Bool { placed.count - number > Int(UInt8.max) - 2 }
    var (near, other) = (first, second)
    if isFar(near) { near = put(jumpTo: near) }
    if first == second { return (near, near) }
    if isFar(other) { other = put(jumpTo: other) }
    return (near, other)
  }

  /// Places a jump to an instruction, or a copy of it if it is an answer.
  @discardableResult private mutating func put(jumpTo number: Int) -> Int {
    guard let answer = answers[number] else {
      placed.append(FilterInstruction(FilterInstruction.jumpAlways, UInt32(placed.count - number - 1)))
      return placed.count - 1
    }
    placed.append(answer)
    // Instructions placed before this use the nearest copy.
    answers[placed.count - 1] = answer
    numbers[Key(instruction: answer, operand: nil, next: [])] = placed.count - 1
    return placed.count - 1
  }
}
