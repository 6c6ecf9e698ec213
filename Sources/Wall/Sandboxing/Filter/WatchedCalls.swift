// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The calls for which the kernel asks the host if a container is writable: those that make an entry, and those that
/// open a file for writing. Nothing else can enlarge a container's contents: files grow only through descriptors that
/// were opened for writing, or through mappings of those.
///
/// The kernel asks only about calls that `SeccompPolicy` allows: its filter is installed too, and a refusal has
/// precedence.
enum WatchedCalls {
  static let creating = ["mkdir", "mkdirat"]
  /// Each with the index of its flags argument.
  static let opening = ["open": 1, "openat": 2]

  /// O_WRONLY and O_RDWR.
  static let writes: UInt32 = 0o3
  static let creates: UInt32 = 0o100
  /// The bit that distinguishes O_TMPFILE from O_DIRECTORY.
  private static let nameless: UInt32 = 0o20000000

  /// The encoding used in a plan.
  static let program: [UInt8] = Array(compile(.native).bytes.dropFirst(2 * MemoryLayout<UInt32>.size))

  static func compile(_ architecture: SeccompPolicy.Architecture) -> FilterProgram {
    var steps = [FilterLayout.Step(FilterInstruction.loadWord, 0)]
    var asking: [Int] = []
    let numbers = architecture.table.numbers
    for name in creating {
      guard let number = numbers[name] else { continue }
      asking.append(steps.count)
      steps.append(FilterLayout.Step(FilterInstruction.jumpEqual, number))
    }
    for (name, flags) in opening.sorted(by: { $0.key < $1.key }) {
      guard let number = numbers[name] else { continue }
      let comparison = steps.count
      steps.append(FilterLayout.Step(FilterInstruction.jumpEqual, number))
      steps.append(FilterLayout.Step(FilterInstruction.loadWord, 16 + 8 * UInt32(flags)))
      asking.append(steps.count)
      steps.append(FilterLayout.Step(FilterInstruction.jumpAnySet, writes | creates | nameless))
      steps.append(FilterLayout.Step(FilterInstruction.answer, FilterAnswer.allow.code))
      steps[comparison].whenFalse = steps.count
    }
    steps.append(FilterLayout.Step(FilterInstruction.answer, FilterAnswer.allow.code))
    for index in asking { steps[index].whenTrue = steps.count }
    steps.append(FilterLayout.Step(FilterInstruction.answer, FilterAnswer.ask.code))
    return FilterLayout.program(prolog: prolog(architecture), steps: steps)
  }

  /// Allows foreign architectures, since `SeccompPolicy` kills a process that uses their numbers.
  private static func prolog(_ architecture: SeccompPolicy.Architecture) -> [FilterInstruction] {
    [
      FilterInstruction(FilterInstruction.loadWord, 4),
      FilterInstruction(FilterInstruction.jumpEqual, architecture.audit, jumpTrue: 1),
      FilterInstruction(FilterInstruction.answer, FilterAnswer.allow.code),
    ]
  }
}
