// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The filter allows a single exec, which the launch uses (`sandbox.md#layers`).
@Suite struct ExecTicketTests {
  private static let execveat: [(policy: SeccompPolicy, number: UInt32)] = SeccompPolicyTests.policies.compactMap {
    policy in policy.architecture.table.numbers["execveat"].map { (policy, $0) }
  }

  /// Whether the filter allows `execveat` with these arguments.
  private static func allows(
    _ filter: FilterEvaluator, _ number: UInt32, _ policy: SeccompPolicy, _ arguments: [UInt64]
  ) throws -> Bool {
    let answer = filter.answer(number: number, arguments: arguments, architecture: policy.architecture)
    try #require(answer == FilterAnswer.allow.code || answer == FilterAnswer.error(1).code)
    return answer == FilterAnswer.allow.code
  }

  private static func random() -> ExecTicket {
    func address() -> UInt64 { UInt64.random(in: 0x1_0000..<1 << 47) }
    return ExecTicket(path: address(), arguments: address(), environment: address())
  }

  @Test func `every policy allows execveat only with the launch's ticket`() throws {
    #expect(Self.execveat.count == SeccompPolicyTests.policies.count)
    for (policy, number) in Self.execveat {
      let ticket = Self.random()
      let filter = FilterEvaluator(policy.compile(), ticket: ticket)
      let sound: [UInt64] = [5, ticket.path, ticket.arguments, ticket.environment, 0x1000, 0]
      #expect(try Self.allows(filter, number, policy, sound))
      // Flip each bit of each argument.
      for position in 0...4 {
        for bit in 0..<(ExecTicket.positions.contains(position) ? 64 : 32) {
          var arguments = sound
          arguments[position] ^= 1 << UInt64(bit)
          #expect(try !Self.allows(filter, number, policy, arguments), "bit \(bit) of argument \(position)")
        }
      }
    }
  }

  @Test func `bits that cancel each other in two addresses do not pass`() throws {
    let (policy, number) = Self.execveat[0]
    let ticket = Self.random()
    let filter = FilterEvaluator(policy.compile(), ticket: ticket)
    for bit in 0..<64 {
      let flip: UInt64 = 1 << UInt64(bit)
      for (path, arguments, environment) in [(flip, flip, 0), (flip, 0, flip), (0, flip, flip), (flip, flip, flip)] {
        #expect(
          try !Self.allows(
            filter, number, policy,
            [5, ticket.path ^ path, ticket.arguments ^ arguments, ticket.environment ^ environment, 0x1000]))
      }
    }
    // The right addresses in the wrong order.
    let addresses = [ticket.path, ticket.arguments, ticket.environment]
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 0, 0], [1, 1, 1]] {
      #expect(try !Self.allows(filter, number, policy, [5] + order.map { addresses[$0] } + [0x1000]))
    }
  }

  @Test func `random and adversarial pointers are refused`() throws {
    let (policy, number) = Self.execveat[0]
    let edges: [UInt64] = [
      0, 1, 4096, 0x1_0000, 0x5555_5555_4000, 0x7fff_ffff_e000, 0x7fff_ffff_ffff, 1 << 47, 0xffff_8000_0000_0000, .max,
    ]
    for _ in 0..<20 {
      let filter = FilterEvaluator(policy.compile(), ticket: Self.random())
      for path in edges {
        for arguments in edges {
          for environment in edges {
            #expect(try !Self.allows(filter, number, policy, [5, path, arguments, environment, 0x1000]))
          }
        }
      }
      for _ in 0..<500 {
        let guess = Self.random()
        #expect(
          try !Self.allows(
            filter, number, policy, [5, guess.path, guess.arguments, guess.environment, 0x1000]))
      }
    }
  }

  @Test func `execve and every other exec are refused even with the ticket's addresses`() throws {
    for (policy, _) in Self.execveat {
      let ticket = Self.random()
      let filter = FilterEvaluator(policy.compile(), ticket: ticket)
      let number = try #require(policy.architecture.table.numbers["execve"])
      let answer = filter.answer(
        number: number, arguments: [ticket.path, ticket.arguments, ticket.environment],
        architecture: policy.architecture)
      #expect(answer == FilterAnswer.error(1).code)
    }
  }

  @Test func `the launcher draws a new ticket for each launch, in pages of its own`() throws {
    let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
    var plan = csandbox_plan()
    let word = strdup("word")
    defer { free(word) }
    plan.argv.0 = word
    plan.environment.1 = word
    let stack = withUnsafePointer(to: &plan) { UInt64(UInt(bitPattern: $0)) }
    var seen: Set<UInt64> = []
    var bits = [UInt64](repeating: 0, count: 3)
    let rounds = 400
    for _ in 0..<rounds {
      var ticket = csandbox_ticket(
        path: UnsafePointer(word!), argv: UnsafePointer(OpaquePointer(word!)),
        environment: UnsafePointer(OpaquePointer(word!)))
      try #require(csandbox_draw_ticket(&plan, &ticket) == 0)
      #expect(ticket.path.pointee == 0, "the path is empty")
      #expect(ticket.argv[0] == word && ticket.argv[1] == nil)
      #expect(ticket.environment[0] == nil && ticket.environment[1] == word)
      let addresses = [
        UInt64(UInt(bitPattern: ticket.path)), UInt64(UInt(bitPattern: ticket.argv)),
        UInt64(UInt(bitPattern: ticket.environment)),
      ]
      for (index, address) in addresses.enumerated() {
        #expect(seen.insert(address / page).inserted, "no page is used twice")
        bits[index] |= address
        // No address has more bits than the stack's, which is highest.
        #expect(address.leadingZeroBitCount >= stack.leadingZeroBitCount)
        munmap(UnsafeMutableRawPointer(bitPattern: UInt(address / page * page)), Int(page))
      }
    }
    // Every bit of this machine's addresses is random: each was set at least once.
    let width = UInt64(64 - stack.leadingZeroBitCount)
    #expect(bits[0] == 1 << width - 1)
    #expect(bits[1] | 7 == 1 << width - 1 && bits[2] | 7 == 1 << width - 1)
    #expect(seen.count == 3 * rounds)
  }
}
