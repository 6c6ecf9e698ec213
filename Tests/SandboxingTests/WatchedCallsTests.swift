// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Sandboxing

/// The calls for which the kernel asks the host, and what each answer adds to a container's bound.
@Suite struct WatchedCallsTests {
  private static let directoryBit: UInt64 = SeccompPolicy.Architecture.native == .x86_64 ? 0o200000 : 0o40000

  private func answer(_ name: String, _ arguments: [UInt64], _ architecture: SeccompPolicy.Architecture) -> UInt32? {
    guard let number = architecture.table.numbers[name] else { return nil }
    return FilterEvaluator(
      WatchedCalls.compile(architecture), ticket: ExecTicket(path: 0, arguments: 0, environment: 0)
    ).answer(number: number, arguments: arguments, architecture: architecture)
  }

  @Test(arguments: SeccompPolicy.Architecture.allCases)
  func `asks before an entry is made or a file is opened for writing`(architecture: SeccompPolicy.Architecture) {
    // O_WRONLY, O_RDWR, both, O_CREAT, O_WRONLY with O_APPEND, O_TMPFILE.
    for flags: UInt64 in [0o1, 0o2, 0o3, 0o100, 0o2001, 0o20200002, 0o20000000] {
      #expect(answer("openat", [0, 0, flags], architecture) == FilterAnswer.ask.code)
      #expect([nil, FilterAnswer.ask.code].contains(answer("open", [0, flags], architecture)))
    }
    #expect(answer("mkdirat", [0, 0, 0o700], architecture) == FilterAnswer.ask.code)
    #expect([nil, FilterAnswer.ask.code].contains(answer("mkdir", [0, 0o700], architecture)))
  }

  @Test(arguments: SeccompPolicy.Architecture.allCases)
  func `leaves every other call alone`(architecture: SeccompPolicy.Architecture) {
    let allow = FilterAnswer.allow.code
    for flags: UInt64 in [0, 0o2000000, Self.directoryBit, 0o4000] {
      #expect(answer("openat", [3, 2, flags], architecture) == allow)
      #expect([nil, allow].contains(answer("open", [3, flags], architecture)))
    }
    for name in architecture.table.numbers.keys where !["open", "openat", "mkdir", "mkdirat"].contains(name) {
      #expect(answer(name, [.max, .max, .max, .max], architecture) == allow, "\(name)")
    }
  }

  @Test(arguments: SeccompPolicy.Architecture.allCases)
  func `asks about every allowed call that can make an entry`(architecture: SeccompPolicy.Architecture) {
    // Renaming moves an entry; the other calls that make one are refused.
    let makers = ["creat", "mkdir", "mkdirat", "mknod", "mknodat", "link", "linkat", "symlink", "symlinkat"]
    let refused = Set(WatchedCalls.creating)
    for profile in [SandboxProfile.confined, .sealed(.files), .sealed(.compute)] {
      let rules = SeccompPolicy(profile: profile, linkMode: .dynamic, architecture: architecture).rules
      for name in makers where !refused.contains(name) {
        guard let number = architecture.table.numbers[name] else { continue }
        #expect(rules[number] == .error(SeccompPolicy.notPermitted), "\(name)")
      }
    }
  }

  // MARK: - Refused calls

  /// Together the two filters of a launch that counts refusals refuse what the ordinary one does, and nothing else.
  @Test(arguments: SeccompPolicy.Architecture.allCases, [SandboxProfile.confined, .sealed(.files), .sealed(.compute)])
  func `a launch that counts refusals refuses the same calls`(
    architecture: SeccompPolicy.Architecture, profile: SandboxProfile
  ) {
    let ordinary = SeccompPolicy(profile: profile, linkMode: .dynamic, architecture: architecture)
    var (left, asked) = (ordinary, ordinary)
    (left.refusals, asked.refusals) = (.left, .asked)
    for (number, name) in architecture.table.names where !SeccompPolicy.madeByLauncher.contains(name) {
      let isCounted = ordinary.rules[number] == .error(SeccompPolicy.notPermitted)
      // A call that ends the process or does not exist has the same answer in both filters.
      let answers: [SeccompRule?] = isCounted ? [.ask] : [.allow, ordinary.rules[number]]
      #expect(answers.contains(asked.rules[number]), "\(name)")
      #expect(left.rules[number] == (isCounted ? .allow : ordinary.rules[number]), "\(name)")
    }
    #expect(asked.rules.values.contains(.ask))
    let filter = asked.compile()
    #expect(filter.pidOffsets.isEmpty && filter.ticketOffsets.isEmpty)
    for name in ["socket", "inotify_init1", "memfd_create"] {
      let number = architecture.table.numbers[name] ?? 0
      let evaluator = FilterEvaluator(filter, ticket: ExecTicket(path: 0, arguments: 0, environment: 0))
      let answer = evaluator.answer(number: number, arguments: [0, 0, 0, 0], architecture: architecture)
      #expect(answer == FilterAnswer.ask.code, "\(name)")
    }
  }

  // MARK: - Allowed calls

  private let budget = ContainerBudget(bytes: 64 << 20, entries: 100, depth: 64)
  private let entry = ContainerCall(id: 1, thread: 1, makesEntry: true, opensForWriting: false)
  private let file = ContainerCall(id: 1, thread: 1, makesEntry: false, opensForWriting: true)

  @Test func `admits one entry beyond the budget and no second`() {
    var allowance = ContainerAllowance(bytes: 0, growth: 0, entries: 98, budget: budget)
    var made = 98
    while allowance.admits(entry), made < 200 {
      allowance.charge(entry)
      made += 1
    }
    #expect(made == 101)
  }

  @Test(arguments: [(0, 9), (8, 8), (60, 2), (64, 1), (71, 1), (72, 0)])
  func `admits files while all could grow to their limit within a quarter beyond`(held: Int64, files: Int) {
    var allowance = ContainerAllowance(bytes: held << 20, growth: 0, entries: 1, budget: budget)
    var opened = 0
    while allowance.admits(file), opened < 100 {
      allowance.charge(file)
      opened += 1
    }
    #expect(opened == files)
    #expect(held << 20 + Int64(opened) * budget.largestFileBlocks <= budget.bytes / 4 * 5 || opened == 0)
  }

  @Test func `admits directories while their blocks are within a quarter beyond`() {
    let roomy = ContainerBudget(bytes: 64 << 20, entries: 4096, depth: 64)
    var allowance = ContainerAllowance(bytes: 79 << 20, growth: 0, entries: 1, budget: roomy)
    var made: Int64 = 0
    while allowance.admits(entry), made < 5000 {
      allowance.charge(entry)
      made += 1
    }
    #expect(made == 1 << 20 / ContainerAllowance.largestEntry)
  }

  @Test func `counts the possible growth of open files`() {
    #expect(!ContainerAllowance(bytes: 10 << 20, growth: 62 << 20, entries: 1, budget: budget).admits(file))
    #expect(ContainerAllowance(bytes: 10 << 20, growth: 61 << 20, entries: 1, budget: budget).admits(file))
  }

  @Test func `is fresh until a call is allowed`() {
    var allowance = ContainerAllowance(bytes: 0, growth: 0, entries: 0, budget: budget)
    #expect(allowance.isFresh)
    allowance.charge(entry)
    #expect(!allowance.isFresh)
  }
}
