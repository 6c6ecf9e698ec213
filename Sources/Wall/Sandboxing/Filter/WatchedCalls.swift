// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The calls for which the kernel asks the host when a container is writable (section 6): those that make an entry, and
/// those that open a file for writing. Nothing else can make a container hold more: files grow through descriptors that
/// were opened for writing, and a mapping is made of one.
///
/// The kernel asks only what `SeccompPolicy` allows: its program is installed too, and a refusal has precedence.
enum WatchedCalls {
  /// SECCOMP_RET_USER_NOTIF.
  static let ask: UInt32 = 0x7fc0_0000

  static let creating = ["mkdir", "mkdirat"]
  /// Each with the place of its flags.
  static let opening = ["open": 1, "openat": 2]

  /// O_WRONLY and O_RDWR.
  static let writes: UInt32 = 0o3
  static let creates: UInt32 = 0o100
  /// The bit that makes O_TMPFILE more than O_DIRECTORY.
  private static let nameless: UInt32 = 0o20000000

  /// The program as it stands in a plan.
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
    steps.append(FilterLayout.Step(FilterInstruction.answer, ask))
    return FilterLayout.program(prolog: prolog(architecture), steps: steps)
  }

  /// `SeccompPolicy` ends a process that calls by another architecture's numbers.
  private static func prolog(_ architecture: SeccompPolicy.Architecture) -> [FilterInstruction] {
    [
      FilterInstruction(FilterInstruction.loadWord, 4),
      FilterInstruction(FilterInstruction.jumpEqual, architecture.audit, jumpTrue: 1),
      FilterInstruction(FilterInstruction.answer, FilterAnswer.allow.code),
    ]
  }
}
