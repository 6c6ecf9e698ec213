// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Sandboxing

/// The rows for modes, flags and commands (`sandbox.md#layers`).
@Suite struct ArgumentRowTests {
  private static let ticket = ExecTicket(path: 0x1111_2222_3000, arguments: 0x2222, environment: 0x3333)

  @Test(arguments: SeccompPolicyTests.policies)
  func `every allowed call with a mode, flag or command has a row that tests it`(policy: SeccompPolicy) throws {
    let names = policy.architecture.table.names
    for (number, rule) in policy.rules {
      let name = try #require(names[number])
      let passing = rule.alternatives.filter { $0.answer == .allow || $0.answer == .error(0) }.map(\.tests)
      let lists = rule.otherwise == .allow ? passing + [[]] : passing
      guard !lists.isEmpty else { continue }
      guard let signature = KernelSignatures.all[name] else {
        Issue.record("\(name) is allowed and has no signature in KernelSignatures")
        continue
      }
      for tests in lists {
        let tested = Set(tests.flatMap(\.arguments))
        #expect(tested.isSuperset(of: signature.always), "\(name) is allowed without a look at \(signature.always)")
      }
      for position in signature.sometimes {
        #expect(lists.contains { $0.contains { $0.arguments.contains(position) } }, "\(name): \(position) has no row")
      }
    }
  }

  /// Evaluates a rule directly, as a third implementation beside tree and chain.
  private static func answer(_ rule: SeccompRule, _ arguments: [UInt64], pid: UInt32) -> UInt32 {
    func holds(_ test: ArgumentTest) -> Bool {
      func low(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: arguments[index]) }
      return switch test {
      case .bits(let index, let mask, let values): values.contains(low(index) & mask)
      case .noneOf(let index, let bits): low(index) & bits == 0
      case .ownPID(let index): low(index) == pid
      case .ticket: Array(arguments[1...3]) == [ticket.path, ticket.arguments, ticket.environment]
      }
    }
    return (rule.alternatives.first { $0.tests.allSatisfy(holds) }?.answer ?? rule.otherwise).code
  }

  /// Arguments that satisfy the tests.
  private static func satisfying(_ tests: [ArgumentTest], pid: UInt32) -> [UInt64] {
    var arguments: [UInt64] = [0, 0, 0, 0, 0, 0]
    for test in tests {
      switch test {
      case .bits(let index, _, let values): arguments[index] = UInt64(values[0])
      case .noneOf: break
      case .ownPID(let index): arguments[index] = UInt64(pid)
      case .ticket: arguments.replaceSubrange(1...3, with: [ticket.path, ticket.arguments, ticket.environment])
      }
    }
    return arguments
  }

  /// The values that the rule compares with, and those next to them.
  private static func edges(_ rule: SeccompRule) -> Set<UInt64> {
    var edges: Set<UInt64> = [0, 1, 7, 8, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000, 0x1_0000_0005, .max]
    for bit in 0..<64 { edges.insert(1 << UInt64(bit)) }
    for test in rule.alternatives.flatMap(\.tests) {
      guard case .bits(_, _, let values) = test else { continue }
      for value in values.map(UInt64.init) { edges.formUnion([value, value &+ 1, value &- 1, value | 1 << 40]) }
    }
    return edges
  }

  @Test(arguments: SeccompPolicyTests.policies)
  func `tree and chain give the answer of every row's rule`(policy: SeccompPolicy) throws {
    let pid: UInt32 = 77
    let tree = FilterEvaluator(policy.compile(), processID: pid, ticket: Self.ticket)
    let chain = FilterEvaluator(FilterCompiler.chain(policy), processID: pid, ticket: Self.ticket)
    for (number, rule) in policy.rules where !rule.alternatives.isEmpty {
      for alternative in rule.alternatives {
        let sound = Self.satisfying(alternative.tests, pid: pid)
        for edge in Self.edges(rule) {
          for position in 0..<6 {
            var arguments = sound
            arguments[position] = edge
            let expected = Self.answer(rule, arguments, pid: pid)
            let answers = [tree, chain].map {
              $0.answer(number: number, arguments: arguments, architecture: policy.architecture)
            }
            guard answers == [expected, expected] else {
              Issue.record("number \(number) with \(arguments): \(answers), expected \(expected)")
              return
            }
          }
        }
      }
    }
  }

  @Test func `a filter stays small`() {
    for policy in SeccompPolicyTests.policies {
      let program = policy.compile()
      #expect(program.instructions.count < 460, "\(policy)")
      #expect(program.ticketOffsets.count == 6)
    }
  }
}

// MARK: - Calls by name

extension ArgumentRowTests {
  struct Call: Sendable, CustomTestStringConvertible {
    var name: String
    var arguments: [UInt64]
    /// 0: allowed.
    var error: UInt16 = 1
    var testDescription: String { "\(name) \(arguments.map { String($0, radix: 16) })" }
  }

  static let refused: [Call] = [
    Call(name: "fallocate", arguments: [3, 1]), Call(name: "fallocate", arguments: [3, 2]),
    Call(name: "fallocate", arguments: [3, 0x40]), Call(name: "fallocate", arguments: [3, 0x8000_0000]),
    // Process 1's CPU clock, and a descriptor's clock.
    Call(name: "clock_gettime", arguments: [0xffff_fff2], error: 22),
    Call(name: "clock_gettime", arguments: [0xffff_ffe3], error: 22),
    Call(name: "clock_gettime", arguments: [8], error: 22), Call(name: "clock_gettime", arguments: [16], error: 22),
    Call(name: "clock_nanosleep", arguments: [0xffff_fff2], error: 22),
    Call(name: "timerfd_create", arguments: [8], error: 22), Call(name: "timerfd_settime", arguments: [3, 3]),
    Call(name: "madvise", arguments: [0, 0, 9], error: 22), Call(name: "madvise", arguments: [0, 0, 12], error: 22),
    Call(name: "madvise", arguments: [0, 0, 20], error: 22), Call(name: "madvise", arguments: [0, 0, 21], error: 22),
    Call(name: "madvise", arguments: [0, 0, 100], error: 22), Call(name: "madvise", arguments: [0, 0, 101], error: 22),
    Call(name: "mremap", arguments: [0, 0, 0, 3]), Call(name: "mremap", arguments: [0, 0, 0, 5]),
    Call(name: "mmap", arguments: [0, 0, 3, 0x21]), Call(name: "mmap", arguments: [0, 0, 3, 0x2022]),
    Call(name: "mmap", arguments: [0, 0, 3, 0x8022]), Call(name: "mmap", arguments: [0, 0, 3, 0x4_0022]),
    Call(name: "mmap", arguments: [0, 0, 3, 0x122]), Call(name: "mmap", arguments: [0, 0, 3, 3]),
    Call(name: "mmap", arguments: [0, 0, 5, 1]), Call(name: "mmap", arguments: [0, 0, 0x100_0003, 0x22]),
    Call(name: "pkey_mprotect", arguments: [0, 0, 1, 1]),
    Call(name: "membarrier", arguments: [1], error: 22), Call(name: "membarrier", arguments: [2], error: 22),
    Call(name: "membarrier", arguments: [8, 1], error: 22),
    Call(name: "arch_prctl", arguments: [0x1001], error: 22), Call(name: "arch_prctl", arguments: [0x1012], error: 22),
    Call(name: "arch_prctl", arguments: [0x5001], error: 22),
    Call(name: "futex", arguments: [0, 11], error: 38), Call(name: "futex", arguments: [0, 12 | 0x80], error: 38),
    Call(name: "futex", arguments: [0, 2], error: 38), Call(name: "futex", arguments: [0, 0x200], error: 38),
    Call(name: "fcntl", arguments: [3, 4, 0o20000]), Call(name: "fcntl", arguments: [3, 2, 2]),
    Call(name: "fcntl", arguments: [3, 1031, 1 << 20]), Call(name: "open", arguments: [0, 0o20000]),
    Call(name: "open", arguments: [0, 0o40000]), Call(name: "open", arguments: [0, 0x8000_0000]),
    Call(name: "mkdir", arguments: [0, 0o2777]), Call(name: "mkdirat", arguments: [3, 0, 0o1777]),
    Call(name: "prctl", arguments: [0x5356_4d41, 1]), Call(name: "lseek", arguments: [3, 0, 4], error: 22),
    Call(name: "getrandom", arguments: [0, 0, 2], error: 22), Call(name: "clone", arguments: [0x3d_0900]),
    Call(name: "clone", arguments: [0x3d_4f00]), Call(name: "clone", arguments: [0x8000_0000 | 0x3d_0f00]),
    Call(name: "clone", arguments: [0x3d_0f11]), Call(name: "copy_file_range", arguments: [3, 0, 4, 0, 9, 1]),
    Call(name: "statx", arguments: [3, 0, 0x8000, 0x7ff]), Call(name: "unlinkat", arguments: [3, 0, 0x400]),
    Call(name: "dup3", arguments: [3, 4, 1]), Call(name: "pipe2", arguments: [0, 0o40000]),
    Call(name: "epoll_ctl", arguments: [3, 4]), Call(name: "prlimit64", arguments: [0, 16]),
  ]

  /// Calls as glibc, musl, Dispatch, Swift, CPython, Perl, Go and V8 make them.
  static let honest: [Call] = [
    Call(name: "mmap", arguments: [0, 0, 3, 0x22], error: 0),
    Call(name: "mmap", arguments: [0, 0, 0, 0x2_0022], error: 0),
    Call(name: "mmap", arguments: [0, 0, 0, 0x4022], error: 0),
    Call(name: "mmap", arguments: [0, 0, 3, 0x32], error: 0),
    Call(name: "mmap", arguments: [0, 0, 5, 0x812], error: 0), Call(name: "mmap", arguments: [0, 0, 1, 1], error: 0),
    Call(name: "mmap", arguments: [0, 0, 3, 0x28], error: 0), Call(name: "mremap", arguments: [0, 0, 0, 1], error: 0),
    Call(name: "madvise", arguments: [0, 0, 4], error: 0), Call(name: "madvise", arguments: [0, 0, 102], error: 0),
    Call(name: "futex", arguments: [0, 0x80], error: 0), Call(name: "futex", arguments: [0, 0x189], error: 0),
    Call(name: "futex", arguments: [0, 9 | 0x100], error: 0), Call(name: "futex", arguments: [0, 0x86], error: 0),
    Call(name: "futex", arguments: [0, 1], error: 0), Call(name: "futex", arguments: [0, 0], error: 0),
    Call(name: "clone", arguments: [0x3d_0f00], error: 0), Call(name: "clone", arguments: [0x7d_0f00], error: 0),
    Call(name: "clone", arguments: [0x5_0f00], error: 0), Call(name: "clock_gettime", arguments: [2], error: 0),
    // pthread_getcpuclockid of thread 1234.
    Call(name: "clock_gettime", arguments: [UInt64(UInt32(truncatingIfNeeded: ~1234 << 3 | 6))], error: 0),
    Call(name: "timerfd_create", arguments: [7, 0o2004000], error: 0),
    Call(name: "timerfd_settime", arguments: [3, 1], error: 0), Call(name: "rseq", arguments: [0, 32, 0], error: 0),
    Call(name: "fcntl", arguments: [3, 4, 0o104002], error: 0), Call(name: "fcntl", arguments: [3, 2, 1], error: 0),
    Call(name: "fcntl", arguments: [3, 1030, 10], error: 0),
    Call(name: "open", arguments: [0, 0o2000000, 0o7777], error: 0),
    Call(name: "open", arguments: [0, 0o2201101, 0o666], error: 0),
    Call(name: "fallocate", arguments: [3, 0], error: 95),
    Call(name: "newfstatat", arguments: [3, 0, 0, 0x1000], error: 0),
    Call(name: "statx", arguments: [0xffff_ff9c, 0, 0, 0xfff], error: 0),
    Call(name: "mkdir", arguments: [0, 0o777], error: 0), Call(name: "mkdir", arguments: [0, 0o40755], error: 0),
    Call(name: "getrandom", arguments: [0, 16, 1], error: 0), Call(name: "arch_prctl", arguments: [0x1002], error: 0),
    Call(name: "getrusage", arguments: [0xffff_ffff], error: 0), Call(name: "membarrier", arguments: [16], error: 0),
  ]

  @Test(arguments: refused + honest) func `a call gets the answer of its row`(call: Call) throws {
    let policy = SeccompPolicy(profile: .confined, linkMode: .dynamic, architecture: .x86_64)
    let number = try #require(policy.architecture.table.numbers[call.name])
    let answer = FilterEvaluator(policy.compile(), ticket: Self.ticket).answer(
      number: number, arguments: call.arguments, architecture: policy.architecture)
    #expect(answer == (call.error == 0 ? FilterAnswer.allow : .error(call.error)).code)
  }
}
