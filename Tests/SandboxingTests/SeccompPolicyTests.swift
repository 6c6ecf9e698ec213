// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Sandboxing

/// The filter, evaluated in user space.
@Suite struct SeccompPolicyTests {
  static let policies: [SeccompPolicy] = SeccompPolicy.Architecture.allCases.flatMap { architecture in
    [SandboxProfile.sealed(.compute), .sealed(.files), .confined].flatMap { profile in
      [LinkMode.staticExecutable, .dynamic].flatMap { mode in
        [false, true].map {
          SeccompPolicy(profile: profile, linkMode: mode, grantsLocks: $0, architecture: architecture)
        }
      }
    }
  }

  @Test(arguments: policies) func `the tree and a naive chain agree on every number`(policy: SeccompPolicy) throws {
    let ticket = ExecTicket(path: 0x1_0000_0005, arguments: 6, environment: 7)
    let tree = FilterEvaluator(policy.compile(), processID: 7, ticket: ticket)
    let chain = FilterEvaluator(FilterCompiler.chain(policy), processID: 7, ticket: ticket)
    let interesting: [UInt64] = [
      0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 0x1000, 0x5401, 0x5421, 0x0001_0900, 0x003d_0f00, 0x1001_0900, 0x5356_4d41,
      1030, 0o10000000, 0x1_0000_0005, .max,
    ]
    let rules = policy.rules
    let numbers = Array(0...policy.architecture.table.last + 50) + [.max, 0x4000_0000, 0x4000_0027, 0x8000_0000]
    for number in numbers {
      // Arguments matter only if a rule tests them.
      let isConditional = rules[number]?.alternatives.isEmpty == false
      for value in isConditional ? interesting : [0] {
        for position in 0..<6 {
          var arguments: [UInt64] = [5, 0, 0, 0, 0x1000, 0]
          arguments[position] = value
          let first = tree.answer(number: number, arguments: arguments, architecture: policy.architecture)
          let second = chain.answer(number: number, arguments: arguments, architecture: policy.architecture)
          guard first != nil, first == second else {
            Issue.record(
              "number \(number) with \(arguments): \(String(describing: first)) and \(String(describing: second))")
            return
          }
        }
      }
    }
    #expect(tree.answer(number: 0, arguments: [], audit: 0x4000_0003) == FilterAnswer.kill.code)
  }

  private func answer(_ policy: SeccompPolicy, _ name: String, _ arguments: [UInt64] = []) throws -> UInt32? {
    let number = try #require(policy.architecture.table.numbers[name])
    let ticket = ExecTicket(path: 0x7f00_0000_1000, arguments: 0x7f00_0000_2000, environment: 0x7f00_0000_3000)
    return FilterEvaluator(policy.compile(), ticket: ticket).answer(
      number: number, arguments: arguments, architecture: policy.architecture)
  }

  @Test func `answers follow the table of the specification`() throws {
    let allow = FilterAnswer.allow.code
    let refuse = FilterAnswer.error(1).code
    let compute = SeccompPolicy(profile: .sealed(.compute), linkMode: .staticExecutable, architecture: .x86_64)
    let files = SeccompPolicy(profile: .sealed(.files), linkMode: .dynamic, architecture: .x86_64)
    let confined = SeccompPolicy(profile: .confined, linkMode: .dynamic, architecture: .x86_64)
    #expect(try answer(compute, "open") == refuse)
    #expect(try answer(compute, "readlink") == allow)
    #expect(try answer(files, "open", [0, 0o2000000]) == allow)
    #expect(try answer(files, "open", [0, 0o10000000]) == refuse)
    #expect(try answer(confined, "open", [0, 0o10000000]) == allow)
    #expect(try answer(confined, "mmap", [0, 0, 7, 2]) == refuse)
    #expect(try answer(confined, "mmap", [0, 0, 5, 2]) == allow)
    #expect(try answer(compute, "mmap", [0, 0, 5, 2]) == refuse)
    #expect(try answer(compute, "prctl", [15]) == FilterAnswer.error(0).code)
    #expect(try answer(confined, "prctl", [15]) == allow)
    #expect(try answer(confined, "prctl", [1]) == refuse)
    #expect(try answer(confined, "clone", [0x003d_0f00]) == allow)
    #expect(try answer(confined, "clone", [17]) == refuse)
    #expect(try answer(confined, "clone", [0x103d_0f00]) == refuse)
    #expect(try answer(confined, "clone", [0x007d_0f00]) == allow)
    for kinship: UInt64 in [0x8000, 0x2000, 0x1000] {
      #expect(try answer(confined, "clone", [0x003d_0f00 | kinship]) == refuse)
    }
    #expect(try answer(confined, "renameat2", [0, 0, 0, 0, 1]) == allow)
    #expect(try answer(confined, "renameat2", [0, 0, 0, 0, 4]) == refuse)
    #expect(try answer(confined, "pipe2", [0, 0o2004000]) == allow)
    #expect(try answer(confined, "pipe2", [0, 0o200]) == refuse)
    #expect(try answer(confined, "clone3") == FilterAnswer.error(38).code)
    #expect(try answer(confined, "ptrace") == FilterAnswer.kill.code)
    #expect(try answer(confined, "execve") == refuse)
    #expect(try answer(confined, "fcntl", [0, 6]) == refuse)
    var locks = confined
    locks.grantsLocks = true
    #expect(try answer(locks, "fcntl", [0, 6]) == allow)
  }

  @Test(arguments: [SandboxProfile.confined, .sealed(.files)])
  func `no file is created set-id, and a mode that the kernel ignores is ignored`(profile: SandboxProfile) throws {
    let allow = FilterAnswer.allow.code
    let refuse = FilterAnswer.error(1).code
    let policy = SeccompPolicy(profile: profile, linkMode: .dynamic, architecture: .x86_64)
    let create: UInt64 = 0o101
    for mode: UInt64 in [0o4755, 0o2755, 0o6000] {
      #expect(try answer(policy, "open", [0, create, mode]) == refuse)
      #expect(try answer(policy, "openat", [0, 0, create, mode]) == refuse)
      #expect(try answer(policy, "openat", [0, 0, 0o2, mode]) == allow)
    }
    #expect(try answer(policy, "openat", [0, 0, create, 0o644]) == allow)
    // O_TMPFILE creates a file as well; a sealed point may not use it at all.
    let nameless: UInt64 = 0o20200001
    #expect(try answer(policy, "openat", [0, 0, nameless, 0o4755]) == refuse)
    #expect(try answer(policy, "openat", [0, 0, nameless, 0o644]) == (profile == .confined ? allow : refuse))
  }

  @Test func `every name a policy uses exists in the table of one architecture`() {
    let known = Set(SystemCallTable.x86_64.numbers.keys).union(SystemCallTable.aarch64.numbers.keys)
    #expect(SeccompPolicy.allNames.subtracting(known).isEmpty)
  }
}
