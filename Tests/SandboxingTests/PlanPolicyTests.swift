// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Testing

@testable import Sandboxing

/// The launcher's checks of a plan's program, sources, limits, rules and filter, each at its boundary.
@Suite struct PlanPolicyTests {
  typealias Plan = PlanRecords

  @Test func `a program, its sources and its limits have their forms, and each limit is there`() {
    let (program, sources, limits) = (CSANDBOX_TAG_EXECUTABLE, CSANDBOX_TAG_SOURCES, CSANDBOX_TAG_LIMITS)
    let bad = CSANDBOX_REASON_BAD_RECORD
    let head = Plan.word(7) + Plan.word(0)
    for (path, reason) in [
      ("/bundle/program", nil), ("/bundle/a/b", nil), ("/bundle/..a", nil), ("bundle/program", bad), ("", bad),
      ("/bundle/../program", bad), ("/bundle/.", bad), ("/bundle//a", bad), ("/bundle/", bad), ("/", bad),
      ("/bundle/a\0b", bad), ("/bundle", CSANDBOX_REASON_OUTSIDE_VIEW), ("/bundlea/b", CSANDBOX_REASON_OUTSIDE_VIEW),
    ] as [(String, csandbox_reason?)] {
      Plan.check([(path, reason, { $0[program] = head + Plan.string(path) })])
    }
    Plan.check([
      ("no path", bad, { $0[program] = head }), ("half an owner", bad, { $0[program] = Array(head.prefix(7)) }),
      ("half a number", bad, { $0[program] = [7] }), ("no end", bad, { $0[program] = head + Array("/bundle/a".utf8) }),
      ("no source", nil, { $0[sources] = [] }),
      ("three sources", nil, { $0[sources] = (1...3).flatMap { Plan.source($0) } }),
      ("four sources", bad, { $0[sources] = [1, 2, 3, 1].flatMap { Plan.source($0) } }),
      ("role 0", bad, { $0[sources] = Plan.source(0) }), ("role 4", bad, { $0[sources] = Plan.source(4) }),
      ("not zero", bad, { $0[sources] = Plan.source(1, zero: 1) }),
      ("a role twice", bad, { $0[sources] = Plan.source(2) + Plan.source(1) + Plan.source(2, inode: 9) }),
      ("half a source", bad, { $0[sources] = Plan.source(1).dropLast() }),
      ("core dumps", CSANDBOX_REASON_LIMIT_CORE, { $0[limits] = Plan.limits.flatMap { Plan.limit($0) } }),
      ("no core", CSANDBOX_REASON_LIMIT_CORE, { $0[limits] = Plan.limit(4, 0) + $0[limits] }),
      ("a limit twice", bad, { $0[limits] += Plan.limit(0) }), ("another limit", nil, { $0[limits] += Plan.limit(15) }),
      ("limit 16", bad, { $0[limits] += Plan.limit(16) }), ("limit 32", bad, { $0[limits] += Plan.limit(32) }),
      ("limit not zero", bad, { $0[limits] += Plan.limit(15, zero: 1) }),
      ("half a limit", bad, { $0[limits] += Plan.limit(15).dropLast() }),
      ("all limits", nil, { $0[limits] += [5, 10, 11, 12, 13, 14, 15].flatMap { Plan.limit($0) } }),
      ("no limits", CSANDBOX_REASON_LIMIT_ABSENT, { $0[limits] = [] }),
    ])
    for absent in Plan.limits {
      let rest = Plan.limits.filter { $0 != absent }.flatMap { Plan.limit($0, $0 == 4 ? 1 : 7) }
      Plan.check([("without \(absent)", CSANDBOX_REASON_LIMIT_ABSENT, { $0[limits] = rest })])
    }
  }

  @Test func `rules of Landlock are plain paths and grant nothing that is not handled`() {
    let landlock = CSANDBOX_TAG_LANDLOCK
    let bad = CSANDBOX_REASON_BAD_RECORD
    let rule = Plan.landlock([(1, "/usr")])
    Plan.check([
      ("ABI 2", bad, { $0[landlock] = Plan.landlock(abi: 2) }),
      ("ABI 3", nil, { $0[landlock] = Plan.landlock(abi: 3) }),
      ("not zero", bad, { $0[landlock] = Plan.landlock(zero: 1) }),
      ("no head", bad, { $0[landlock] = Plan.landlock().dropLast() }),
      ("16 rules", nil, { $0[landlock] = Plan.landlock((1...16).map { (1, "/a\($0)") }) }),
      ("17 rules", bad, { $0[landlock] = Plan.landlock((1...17).map { (1, "/a\($0)") }) }),
      ("all rights", nil, { $0[landlock] = Plan.landlock([(0xffff, "/a")]) }),
      ("another right", bad, { $0[landlock] = Plan.landlock([(0x1_0000, "/a")]) }),
      ("a relative path", bad, { $0[landlock] = Plan.landlock([(1, "a")]) }),
      ("the root", bad, { $0[landlock] = Plan.landlock([(1, "/")]) }),
      ("a path in pieces", bad, { $0[landlock] = Plan.landlock([(1, "/a\0b")]) }),
      ("no end", bad, { $0[landlock] = rule.dropLast() }), ("half a length", bad, { $0[landlock] = rule.dropLast(7) }),
      ("half the rights", bad, { $0[landlock] = Plan.landlock() + [1, 0, 0] }),
    ])
  }

  @Test func `a filter checks the architecture first, and the pid and ticket at the listed places`() {
    let filter = CSANDBOX_TAG_FILTER
    let program = Plan.program
    let (bad, ticket) = (CSANDBOX_REASON_BAD_RECORD, CSANDBOX_REASON_FILTER_TICKET)
    func changed(_ index: Int, _ change: (inout Plan.Instruction) -> Void) -> (inout Plan) -> Void {
      var program = program
      change(&program[index])
      return { $0[filter] = Plan.filter(program) }
    }
    let more = [Plan.Instruction](repeating: .answer(0), count: 4_096 - program.count)
    Plan.check([
      ("4096 steps", nil, { $0[filter] = Plan.filter(program + more) }),
      ("4097 steps", CSANDBOX_REASON_FILTER_TOO_LONG, { $0[filter] = Plan.filter(program + more + [.answer(0)]) }),
      ("no steps", CSANDBOX_REASON_FILTER_ABSENT, { $0[filter] = Plan.filter([]) }),
      ("two steps", CSANDBOX_REASON_FILTER_NO_ARCHITECTURE, { $0[filter] = Plan.filter(Array(program.prefix(2))) }),
      ("half a step", bad, { $0[filter] = Plan.filter().dropLast(4) }),
      ("no pid", nil, { $0[filter] = Plan.filter(pid: []) }),
      ("64 pids", nil, { $0[filter] = Plan.filter(pid: .init(repeating: 15, count: 64)) }),
      ("65 pids", bad, { $0[filter] = Plan.filter(pid: .init(repeating: 15, count: 65)) }),
      ("nothing", bad, { $0[filter] = [] }), ("no offsets", bad, { $0[filter] = Plan.word(4) + Plan.word(0) }),
      ("no halves", ticket, { $0[filter] = Plan.word(0) }),
      ("five", ticket, { $0[filter] = Plan.filter(halves: [4, 6, 8, 10, 12]) }),
      ("seven", ticket, { $0[filter] = Plan.filter(halves: Plan.halves + [14]) }),
      ("halves in pieces", ticket, { $0[filter] = Plan.word(0) + Plan.word(6) + Plan.word(4) }),
      ("the first comparison", nil, { $0[filter] = Plan.filter(pid: [1]) }),
    ])
    for (index, pid) in program.indices.map({ ($0, [UInt32($0)]) }) {
      let isComparison = program[index].code == 0x15
      Plan.check([
        ("pid \(index)", isComparison ? nil : CSANDBOX_REASON_FILTER_OFFSET, { $0[filter] = Plan.filter(pid: pid) })
      ])
    }
    for pid in [UInt32(program.count), 5_000, .max] {
      Plan.check([("pid \(pid)", CSANDBOX_REASON_FILTER_OFFSET, { $0[filter] = Plan.filter(pid: [15, pid]) })])
    }
    for index in 0..<3 {
      for change in [{ $0.code ^= 1 }, { $0.k ^= 1 }] as [(inout Plan.Instruction) -> Void] {
        Plan.check([("architecture \(index)", CSANDBOX_REASON_FILTER_NO_ARCHITECTURE, changed(index, change))])
      }
    }
    for (jt, jf) in [(0, 0), (2, 0), (1, 1), (0, 1)] as [(UInt8, UInt8)] {
      let reason = CSANDBOX_REASON_FILTER_NO_ARCHITECTURE
      Plan.check([("\(jt) \(jf)", reason, changed(1) { ($0.jt, $0.jf) = (jt, jf) })])
    }
    for half in 0..<6 {
      let at = Int(Plan.halves[half])
      Plan.check([
        ("no load of \(half)", ticket, changed(at - 1) { $0.code = 0x28 }),
        ("another load of \(half)", ticket, changed(at - 1) { $0.k += 4 }),
        ("no comparison of \(half)", ticket, changed(at) { $0.code = 0x54 }),
      ])
      for offset in [0, UInt32(at) - 1, UInt32(at) + 1, UInt32(program.count), .max] {
        var halves = Plan.halves
        halves[half] = offset
        Plan.check([("\(half) at \(offset)", ticket, { $0[filter] = Plan.filter(halves: halves) })])
      }
    }
  }

  @Test func `a flat plan has neither namespaces nor a view, and Landlock keeps its program as it is`() {
    let flat = CSANDBOX_REASON_FLAT
    let writable = CSANDBOX_REASON_WRITABLE_EXECUTABLE
    let landlock = CSANDBOX_TAG_LANDLOCK
    Plan.check(
      [
        ("sound", nil, { _ in }), ("a namespace", flat, { $0[CSANDBOX_TAG_NAMESPACES] = Plan.word(0x2000_0000) }),
        ("a view", flat, { $0[CSANDBOX_TAG_VIEW] = Plan.entry("/bundle") }),
        ("scratch", flat, { $0[CSANDBOX_TAG_SCRATCH] = Plan.word(1) + Plan.word(1) }),
        ("no Landlock", flat, { $0.records[landlock.rawValue] = nil }),
        ("procfs", CSANDBOX_REASON_BAD_RECORD, { $0[CSANDBOX_TAG_PROC] = Plan.word(2) }),
        ("the program", writable, { $0[landlock] = Plan.landlock([(2, "/bundle/program")]) }),
        ("its directory", writable, { $0[landlock] = Plan.landlock([(12, "/a"), (6, "/bundle")]) }),
        ("reading it", nil, { $0[landlock] = Plan.landlock([(13, "/bundle/program"), (12, "/bundle")]) }),
        (
          "its neighbours", nil,
          { $0[landlock] = Plan.landlock([(2, "/bundle/programs"), (2, "/bundle/p"), (2, "/b")]) }
        ),
      ], from: .flat)
  }
}
