// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// Plans whose bytes are almost right: each is refused for what is wrong with it and is never read past a record's end.
@Suite struct PlanBytesTests {
  typealias Plan = PlanRecords

  /// An entry of a view with the lengths that it states, whatever follows.
  private func entry(kind: UInt16, target: UInt32, link: UInt32 = 0, _ rest: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = withUnsafeBytes(of: kind, Array.init)
    bytes += [0, 0]
    bytes += Plan.word(8) + Plan.word(target) + Plan.word(link)
    return bytes + rest
  }

  @Test func `a memory file that lacks any of its four seals is not read`() throws {
    let bytes = Plan.sound.bytes
    for seals in 0..<16 as Range<Int32> {
      // MFD_CLOEXEC and MFD_ALLOW_SEALING.
      let memory = Int32("plan".withCString { KernelCall.make("memfd_create", Int(bitPattern: $0), 3) })
      try #require(memory >= 0 && write(memory, bytes, bytes.count) == bytes.count)
      defer { close(memory) }
      // F_ADD_SEALS.
      try #require(fcntl(memory, 1_033, seals) == 0)
      #expect(Plan.refusal(of: memory) == (seals == 15 ? nil : CSANDBOX_REASON_NOT_SEALED), "\(seals)")
    }
  }

  @Test func `a single byte after the last entry of a list or the last record is refused`() {
    for tag in [CSANDBOX_TAG_VIEW, CSANDBOX_TAG_SOURCES, CSANDBOX_TAG_LIMITS, CSANDBOX_TAG_LANDLOCK] {
      Plan.check([("tag \(tag.rawValue)", CSANDBOX_REASON_BAD_RECORD, { $0[tag] += [0] })])
    }
    for count in [1, 7] {
      var plan = Plan.sound
      plan.rewrite = { whole in
        var whole = whole + [UInt8](repeating: 0, count: count)
        whole.replaceSubrange(8..<12, with: Plan.word(UInt32(whole.count)))
        return whole
      }
      #expect(plan.refusal() == CSANDBOX_REASON_LENGTH_MISMATCH, "\(count)")
    }
  }

  @Test func `an unknown tag is refused as one whatever its record has`() {
    for tag in [0, 19] as [UInt8] {
      var plan = Plan.sound
      plan.rewrite = { whole in
        var whole = whole
        whole.replaceSubrange(16..<20, with: [tag, 0, 1, 0])
        return whole
      }
      #expect(plan.refusal() == CSANDBOX_REASON_UNKNOWN_TAG, "\(tag)")
    }
  }

  @Test func `a text ends within its record`() {
    let (view, program, landlock) = (CSANDBOX_TAG_VIEW, CSANDBOX_TAG_EXECUTABLE, CSANDBOX_TAG_LANDLOCK)
    let bad = CSANDBOX_REASON_BAD_RECORD
    let bundle = Plan.entry("/bundle")
    Plan.check([
      // The record of the limits follows, and with its first two bytes the text would have an end. The entry's kind is
      // wrong too, but that is looked at later.
      (
        "a place that ends in the next record", CSANDBOX_REASON_BAD_TARGET,
        { $0[view] = bundle + entry(kind: 0, target: 4, [47, 97]) }
      ),
      ("a link to nothing", bad, { $0[view] = bundle + entry(kind: 3, target: 3, link: 1, Plan.string("/a") + [0]) }),
      ("an odd name", nil, { $0[view] = bundle + Plan.entry("/\u{1}") + Plan.entry("/\u{1}a") }),
      // A path has the length of the path before it, which must not be used again.
      (
        "a path without a length", bad,
        { $0[landlock] = Plan.landlock([(1, "/a")]) + Plan.long(1) + Plan.string("/a") }
      ),
      ("a path in place of the owner", bad, { $0[program] = Plan.word(7) + Plan.string("/a") }),
    ])
  }

  @Test func `a filter's places are within it, though the next record continues as an instruction would`() {
    let filter = CSANDBOX_TAG_FILTER
    let (offset, ticket) = (CSANDBOX_REASON_FILTER_OFFSET, CSANDBOX_REASON_FILTER_TICKET)
    /// Puts a record whose tag is the code of an instruction behind the filter.
    func follow(_ plan: inout Plan, _ code: UInt16) {
      plan.records[CSANDBOX_TAG_DIRECTORY.rawValue] = nil
      plan.records[CSANDBOX_TAG_SOURCES.rawValue] = nil
      plan.records[UInt32(code)] = []
    }
    let program = Plan.program
    let last = Plan.Instruction.load(44)
    let halves: [UInt32] = Plan.halves.dropLast() + [UInt32(program.count + 1)]
    Plan.check([
      (
        "the pid", offset,
        {
          $0[filter] = Plan.filter(pid: [UInt32(program.count)])
          follow(&$0, Plan.Instruction.equal(0).code)
        }
      ),
      (
        "the last half of the ticket", ticket,
        {
          $0[filter] = Plan.filter(program + [last], halves: halves)
          follow(&$0, Plan.Instruction.xor.code)
        }
      ),
      // The same with the comparison in the filter.
      ("the last half at the end", nil, { $0[filter] = Plan.filter(program + [last, .xor], halves: halves) }),
      ("one pid and nothing else", ticket, { $0[filter] = Plan.word(1) + Plan.word(1) }),
      ("three steps", ticket, { $0[filter] = Plan.filter(Array(program.prefix(3)), pid: []) }),
      ("three steps with a pid", ticket, { $0[filter] = Plan.filter(Array(program.prefix(3)), pid: [1]) }),
    ])
  }

  @Test func `half a step is malformed in a long watch too, and a writable directory that comes first is watched`() {
    let (view, watch) = (CSANDBOX_TAG_VIEW, CSANDBOX_TAG_WATCH)
    let step = Plan.Instruction.answer(0).bytes
    let steps = [[UInt8]](repeating: step, count: 4_097)
    let long: [UInt8] = Plan.word(13) + steps.joined()
    let short = Plan.word(13) + step
    let container = Plan.entry("/container", flags: 3) + Plan.entry("/bundle")
    Plan.check([
      ("4097 steps", CSANDBOX_REASON_FILTER_TOO_LONG, { $0[watch] = long }),
      ("4097 steps and a half", CSANDBOX_REASON_BAD_RECORD, { $0[watch] = long + [0, 0, 0, 0] }),
      ("unwatched", CSANDBOX_REASON_UNWATCHED, { $0[view] = container }),
      ("watched", nil, { ($0[view], $0[watch]) = (container, short) }),
    ])
  }
}
