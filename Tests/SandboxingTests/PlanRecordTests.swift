// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The launcher's checks of a plan (`sandbox.md#layers`), each at its boundary: the last value that is taken and the first
/// that is refused. No process is started.
@Suite struct PlanRecordTests {
  typealias Plan = PlanRecords

  private func texts(_ count: Int, _ text: (Int) -> String = { "A\($0)=" }) -> [UInt8] {
    (0..<count).flatMap { Plan.string(text($0)) }
  }

  @Test func `a sound plan is taken, and its values are those of its records`() {
    var plan = Plan.sound
    plan[CSANDBOX_TAG_SCRATCH] = Plan.word(4_096) + Plan.word(9)
    plan[CSANDBOX_TAG_CGROUP] = Plan.word(11)
    plan[CSANDBOX_TAG_NETWORK] = Plan.word(12)
    plan[CSANDBOX_TAG_WATCH] = Plan.word(13) + Plan.Instruction.answer(0).bytes
    let refusal = plan.refusal { read in
      #expect(read.mode == 1 && read.namespaces == Plan.namespaces && read.wire == 1 && read.proc == 2)
      #expect(
        read.argv.0.map { String(cString: $0) } == "program" && read.argv.1.map { String(cString: $0) } == "one")
      #expect(
        read.argv.2 == nil && read.environment.1.map { String(cString: $0) } == "T=" && read.environment.2 == nil)
      #expect(read.executable_fd == 7 && read.executable_owner == 1_000)
      #expect(read.executable.map { String(cString: $0) } == "/bundle/program")
      #expect(read.view_count == 3 && read.view.0.fd == 8 && read.view.1.fd == 9 && read.view.2.kind == 3)
      #expect(String(cString: read.view.1.target) == "/usr" && read.view.1.link == nil)
      #expect(read.view.2.link.map { String(cString: $0) } == "usr/lib")
      #expect(read.source_count == 2 && read.sources.1.role == 3 && read.sources.1.device == 1)
      #expect(read.sources.1.inode == 2 && read.scratch_bytes == 4_096 && read.scratch_inodes == 9)
      #expect(read.limit_count == 9 && read.limits.4.resource == 4 && read.limits.4.value == 1)
      #expect(read.has_identity == 1 && read.uid == 2_000 && read.gid == 3_000)
      #expect(read.landlock_abi == 5 && read.landlock_fs == 0xffff && read.landlock_net == 1)
      #expect(read.landlock_scoped == 3 && read.rule_count == 2 && read.rules.0.rights == 12)
      #expect(String(cString: read.rules.1.path) == "/bundle/program" && read.rules.1.rights == 1)
      #expect(read.pid_offset_count == 1 && read.filter_count == UInt32(Plan.program.count))
      #expect(read.directory.map { String(cString: $0) } == "/")
      #expect(read.cgroup_fd == 11 && read.network_fd == 12 && read.watch_fd == 13 && read.watch_count == 1)
    }
    #expect(refusal == nil)
    let flat = Plan.flat.refusal { #expect($0.cgroup_fd == -1 && $0.network_fd == -1 && $0.watch_fd == -1) }
    #expect(flat == nil)
  }

  @Test func `a plan has the length and the records that its header states, each tag once`() {
    func at(_ offset: Int, _ bytes: [UInt8]) -> (inout Plan) -> Void {
      { plan in
        plan.rewrite = { whole in
          var whole = whole
          whole.replaceSubrange(offset..<offset + bytes.count, with: bytes)
          return whole
        }
      }
    }
    let length = UInt32(Plan.sound.bytes.count)
    Plan.check([
      ("magic", CSANDBOX_REASON_BAD_MAGIC, at(0, [0])), ("version", CSANDBOX_REASON_BAD_VERSION, at(4, [3])),
      ("longer", CSANDBOX_REASON_LENGTH_MISMATCH, at(8, Plan.word(length + 1))),
      ("shorter", CSANDBOX_REASON_LENGTH_MISMATCH, at(8, Plan.word(length - 1))),
      ("more records", CSANDBOX_REASON_LENGTH_MISMATCH, at(12, Plan.word(15))),
      ("fewer records", CSANDBOX_REASON_LENGTH_MISMATCH, at(12, Plan.word(13))),
      ("tag 0", CSANDBOX_REASON_UNKNOWN_TAG, at(16, [0])), ("tag 19", CSANDBOX_REASON_UNKNOWN_TAG, at(16, [19])),
      ("flags", CSANDBOX_REASON_BAD_RECORD, at(18, [1])), ("a tag twice", CSANDBOX_REASON_REPEATED_TAG, at(16, [2])),
      ("a long record", CSANDBOX_REASON_LENGTH_MISMATCH, at(20, Plan.word(length))),
      ("only a header", CSANDBOX_REASON_LENGTH_MISMATCH, { $0.rewrite = { Array($0.prefix(15)) } }),
      ("nothing after the header", CSANDBOX_REASON_LENGTH_MISMATCH, { $0.rewrite = { Array($0.prefix(16)) } }),
      ("half a record's header", CSANDBOX_REASON_LENGTH_MISMATCH, { $0.rewrite = { $0 + [1, 0, 0] } }),
    ])
    let absent: [UInt32: csandbox_reason] = [
      CSANDBOX_TAG_FILTER.rawValue: CSANDBOX_REASON_FILTER_ABSENT,
      CSANDBOX_TAG_LIMITS.rawValue: CSANDBOX_REASON_LIMIT_ABSENT,
      CSANDBOX_TAG_IDENTITY.rawValue: CSANDBOX_REASON_IDENTITY_ABSENT,
    ]
    for tag in Plan.sound.records.keys where tag != CSANDBOX_TAG_LANDLOCK.rawValue {
      Plan.check([("without \(tag)", absent[tag] ?? CSANDBOX_REASON_MISSING_RECORD, { $0.records[tag] = nil })])
    }
    Plan.check([("without Landlock", nil, { $0.records[CSANDBOX_TAG_LANDLOCK.rawValue] = nil })])
    Plan.check([("without any record", CSANDBOX_REASON_FILTER_ABSENT, { $0.records = [:] })])
  }

  @Test func `only a memory file with all its seals and a bounded length is read`() {
    let bytes = Plan.sound.bytes
    let path = FileManager.default.temporaryDirectory.appending(path: "sallyport-plan-\(UUID().uuidString)").path
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer {
      close(file)
      unlink(path)
    }
    #expect(write(file, bytes, bytes.count) == bytes.count)
    #expect(Plan.refusal(of: file) == CSANDBOX_REASON_NOT_SEALED)
    #expect(Plan.refusal(of: -1) == CSANDBOX_REASON_NOT_SEALED)
    for (length, reason) in [
      (256 * 1_024, CSANDBOX_REASON_LENGTH_MISMATCH), (256 * 1_024 + 1, CSANDBOX_REASON_TOO_LARGE),
    ] {
      Plan.check([
        ("\(length) bytes", reason, { $0.rewrite = { $0 + [UInt8](repeating: 0, count: length - $0.count) } })
      ])
    }
  }

  @Test func `arguments and variables are whole, few and short`() {
    let (arguments, variables) = (CSANDBOX_TAG_ARGV, CSANDBOX_TAG_ENVIRONMENT)
    let long = CSANDBOX_REASON_STRINGS_TOO_LONG
    Plan.check([
      ("16 arguments", nil, { $0[arguments] = texts(16) }), ("17 arguments", long, { $0[arguments] = texts(17) }),
      ("no argument", CSANDBOX_REASON_ARGV_EMPTY, { $0[arguments] = [] }),
      ("an empty argument", nil, { $0[arguments] = [0] }),
      ("64 KiB", nil, { $0[arguments] = [UInt8](repeating: 97, count: 65_535) + [0] }),
      ("64 KiB and a byte", long, { $0[arguments] = [UInt8](repeating: 97, count: 65_536) + [0] }),
      ("no end", CSANDBOX_REASON_STRING_UNENDED, { $0[arguments] = [97] }),
      ("no second end", CSANDBOX_REASON_STRING_UNENDED, { $0[arguments] = [97, 0, 98] }),
      ("32 variables", nil, { $0[variables] = texts(32) }), ("33 variables", long, { $0[variables] = texts(33) }),
      ("no variable", nil, { $0[variables] = [] }),
      ("no end of a variable", CSANDBOX_REASON_STRING_UNENDED, { $0[variables] = [97, 61] }),
    ])
    for (names, reason) in [
      (["A"], CSANDBOX_REASON_BAD_RECORD), (["=A"], CSANDBOX_REASON_BAD_RECORD), ([""], CSANDBOX_REASON_BAD_RECORD),
      (["A=", "=x"], CSANDBOX_REASON_BAD_RECORD), (["LD_A="], CSANDBOX_REASON_LOADER_VARIABLE),
      (["LD_=x"], CSANDBOX_REASON_LOADER_VARIABLE),
      (["A=", "LD_PRELOAD=x"], CSANDBOX_REASON_LOADER_VARIABLE), (["LD=x", "LDX=", "XLD_A=", "ld_a="], nil),
      (["A=1", "A=2"], CSANDBOX_REASON_REPEATED_VARIABLE), (["A=", "B=", "A="], CSANDBOX_REASON_REPEATED_VARIABLE),
      (["A=", "AB=", "ABC="], nil), (["ABC=", "AB=", "A="], nil), (["A==", "B=A="], nil),
    ] as [([String], csandbox_reason?)] {
      Plan.check([("\(names)", reason, { $0[variables] = names.flatMap(Plan.string) })])
    }
  }

  @Test func `a view has plain places, none within another, and only kinds and flags that exist`() {
    let view = CSANDBOX_TAG_VIEW
    func places(_ targets: [String]) -> [UInt8] { targets.flatMap { Plan.entry($0) } }
    for (targets, reason) in [
      (["bundle"], CSANDBOX_REASON_BAD_TARGET), (["/"], CSANDBOX_REASON_BAD_TARGET), ([""], CSANDBOX_REASON_BAD_TARGET),
      (["//a"], CSANDBOX_REASON_BAD_TARGET), (["/a/"], CSANDBOX_REASON_BAD_TARGET),
      (["/."], CSANDBOX_REASON_BAD_TARGET),
      (["/a/./b"], CSANDBOX_REASON_BAD_TARGET), (["/.."], CSANDBOX_REASON_BAD_TARGET),
      (["/a/../b"], CSANDBOX_REASON_BAD_TARGET), (["/a//b"], CSANDBOX_REASON_BAD_TARGET),
      (["/.a", "/..a", "/...", "/a.", "/a..", "/x/.b"], nil), (["/proc"], CSANDBOX_REASON_NESTED_TARGET),
      (["/proc/a"], CSANDBOX_REASON_NESTED_TARGET), (["/tmp"], CSANDBOX_REASON_NESTED_TARGET),
      (["/tmp/a"], CSANDBOX_REASON_NESTED_TARGET), (["/process", "/tmpa", "/a/tmp", "/a/proc"].map { $0 }, nil),
      (["/a", "/a"], CSANDBOX_REASON_REPEATED_TARGET), (["/a", "/b", "/a"], CSANDBOX_REASON_REPEATED_TARGET),
      (["/a", "/a/b"], CSANDBOX_REASON_NESTED_TARGET), (["/a/b", "/a"], CSANDBOX_REASON_NESTED_TARGET),
      (["/a/b/c", "/d", "/a"], CSANDBOX_REASON_NESTED_TARGET), (["/a", "/ab", "/b/a"], nil),
      ((1...7).map { "/p\($0)" }, nil), ((1...8).map { "/p\($0)" }, CSANDBOX_REASON_BAD_RECORD),
    ] as [([String], csandbox_reason?)] {
      // The place of the executable comes last.
      Plan.check([("\(targets)", reason, { $0[view] = places(targets + ["/bundle"]) })])
    }
    let bundle = Plan.entry("/bundle")
    Plan.check([
      ("kind 0", CSANDBOX_REASON_BAD_RECORD, { $0[view] = bundle + Plan.entry("/a", kind: 0) }),
      ("kind 2", CSANDBOX_REASON_BAD_RECORD, { $0[view] = bundle + Plan.entry("/a", kind: 2) }),
      ("kind 4", CSANDBOX_REASON_BAD_RECORD, { $0[view] = bundle + Plan.entry("/a", kind: 4) }),
      ("no execution", nil, { $0[view] = bundle + Plan.entry("/a", flags: 2) }),
      ("an unknown flag", CSANDBOX_REASON_BAD_RECORD, { $0[view] = bundle + Plan.entry("/a", flags: 4) }),
      ("a tree with a link", CSANDBOX_REASON_BAD_RECORD, { $0[view] = bundle + Plan.entry("/a", link: "b") }),
      ("a link without one", CSANDBOX_REASON_BAD_RECORD, { $0[view] = bundle + Plan.entry("/a", kind: 3) }),
      ("half an entry", CSANDBOX_REASON_BAD_RECORD, { $0[view] = bundle + [1, 0, 0, 0, 8] }),
      ("no end of a place", CSANDBOX_REASON_BAD_TARGET, { $0[view] = bundle + Plan.entry("/a").dropLast() }),
      ("a place in pieces", CSANDBOX_REASON_BAD_TARGET, { $0[view] = bundle + Plan.entry("/a\0b") }),
      (
        "no end of a link", CSANDBOX_REASON_BAD_TARGET,
        { $0[view] = bundle + Plan.entry("/a", link: "b", kind: 3).dropLast() }
      ),
      ("nothing", CSANDBOX_REASON_OUTSIDE_VIEW, { $0[view] = [] }),
      ("the executable elsewhere", CSANDBOX_REASON_OUTSIDE_VIEW, { $0[view] = Plan.entry("/bundl") }),
      ("the executable at a place", CSANDBOX_REASON_OUTSIDE_VIEW, { $0[view] = Plan.entry("/bundle/program") }),
      (
        "the executable below a link", CSANDBOX_REASON_OUTSIDE_VIEW,
        { $0[view] = Plan.entry("/bundle", link: "a", kind: 3) }
      ),
    ])
  }

  @Test func `a writable directory is watched, and never contains the program`() {
    let (view, watch) = (CSANDBOX_TAG_VIEW, CSANDBOX_TAG_WATCH)
    let one = Plan.Instruction.answer(0).bytes
    let container = Plan.entry("/bundle") + Plan.entry("/container", flags: 3)
    func watched(_ count: Int) -> [UInt8] { Plan.word(13) + (0..<count).flatMap { _ in one } }
    Plan.check([
      ("unwatched", CSANDBOX_REASON_UNWATCHED, { $0[view] = container }),
      ("watched", nil, { ($0[view], $0[watch]) = (container, watched(1)) }),
      ("only the second is writable", nil, { ($0[view], $0[watch]) = (container, watched(2)) }),
      (
        "a writable program", CSANDBOX_REASON_WRITABLE_EXECUTABLE,
        { ($0[view], $0[watch]) = (Plan.entry("/bundle", flags: 1), watched(1)) }
      ),
      ("nothing writable", nil, { $0[watch] = watched(1) }), ("4096 steps", nil, { $0[watch] = watched(4_096) }),
      ("4097 steps", CSANDBOX_REASON_FILTER_TOO_LONG, { $0[watch] = watched(4_097) }),
      ("no steps", CSANDBOX_REASON_BAD_RECORD, { $0[watch] = watched(0) }),
      ("half a step", CSANDBOX_REASON_BAD_RECORD, { $0[watch] = watched(1).dropLast(4) }),
      ("no descriptor", CSANDBOX_REASON_BAD_RECORD, { $0[watch] = [13] }),
    ])
  }

  @Test func `numbers, identities, scratch space and the directory have their forms`() {
    for tag in [
      CSANDBOX_TAG_MODE, CSANDBOX_TAG_NAMESPACES, CSANDBOX_TAG_WIRE, CSANDBOX_TAG_PROC, CSANDBOX_TAG_CGROUP,
      CSANDBOX_TAG_NETWORK,
    ] {
      for count in [0, 3, 5, 8] {
        Plan.check([
          ("\(tag.rawValue): \(count)", CSANDBOX_REASON_BAD_RECORD, { $0[tag] = .init(repeating: 1, count: count) })
        ])
      }
    }
    func number(_ tag: csandbox_tag, _ value: UInt32) -> (inout Plan) -> Void { { $0[tag] = Plan.word(value) } }
    let bad = CSANDBOX_REASON_BAD_RECORD
    Plan.check([
      ("mode 0", bad, number(CSANDBOX_TAG_MODE, 0)), ("mode 2", nil, number(CSANDBOX_TAG_MODE, 2)),
      ("mode 3", bad, number(CSANDBOX_TAG_MODE, 3)), ("wire 0", bad, number(CSANDBOX_TAG_WIRE, 0)),
      ("wire 2", nil, number(CSANDBOX_TAG_WIRE, 2)), ("wire 3", bad, number(CSANDBOX_TAG_WIRE, 3)),
      ("proc 0", bad, number(CSANDBOX_TAG_PROC, 0)), ("proc 1", nil, number(CSANDBOX_TAG_PROC, 1)),
      ("proc 3", bad, number(CSANDBOX_TAG_PROC, 3)),
      ("one namespace", bad, number(CSANDBOX_TAG_NAMESPACES, 0x0002_0000)),
      ("pids too", nil, number(CSANDBOX_TAG_NAMESPACES, 0x2002_0000)),
      ("users", bad, number(CSANDBOX_TAG_NAMESPACES, 0x3002_0000)),
      ("threads", bad, number(CSANDBOX_TAG_NAMESPACES, 0x2003_0000)),
    ])
    let (identity, scratch, directory) = (CSANDBOX_TAG_IDENTITY, CSANDBOX_TAG_SCRATCH, CSANDBOX_TAG_DIRECTORY)
    let zero = CSANDBOX_REASON_IDENTITY_ZERO
    Plan.check([
      ("uid 0", zero, { $0[identity] = Plan.word(0) + Plan.word(1) }),
      ("gid 0", zero, { $0[identity] = Plan.word(1) + Plan.word(0) }),
      ("no uid", zero, { $0[identity] = Plan.word(.max) + Plan.word(1) }),
      ("no gid", zero, { $0[identity] = Plan.word(1) + Plan.word(.max) }),
      ("the last uid", nil, { $0[identity] = Plan.word(.max - 1) + Plan.word(.max - 1) }),
      ("1 and 1", nil, { $0[identity] = Plan.word(1) + Plan.word(1) }), ("half", bad, { $0[identity] = Plan.word(1) }),
      ("too much", bad, { $0[identity] += [0] }), ("scratch", nil, { $0[scratch] = Plan.word(1) + Plan.word(1) }),
      ("no bytes", bad, { $0[scratch] = Plan.word(0) + Plan.word(1) }),
      ("no inodes", bad, { $0[scratch] = Plan.word(1) + Plan.word(0) }),
      ("half a scratch", bad, { $0[scratch] = Plan.word(1) }),
      ("two", bad, { $0[scratch] = Plan.word(1) + Plan.word(1) + [1] }),
      ("a directory", nil, { $0[directory] = Plan.string("/container") }),
      ("a relative one", bad, { $0[directory] = Plan.string("a") }), ("none", bad, { $0[directory] = [] }),
      ("an empty one", bad, { $0[directory] = [0] }), ("with a slash", bad, { $0[directory] = Plan.string("/a/") }),
      ("without an end", bad, { $0[directory] = [47] }), ("in pieces", bad, { $0[directory] = [47, 0, 0] }),
    ])
    var other = Plan.sound
    other[CSANDBOX_TAG_MODE] = Plan.word(2)
    Plan.check([("an unprivileged host's 0", nil, { $0[identity] = Plan.word(0) + Plan.word(0) })], from: other)
    let network = CSANDBOX_TAG_NETWORK
    Plan.check([("its network", bad, { $0[network] = Plan.word(12) })], from: other)
    Plan.check([
      ("a network", nil, { $0[network] = Plan.word(12) }),
      (
        "a network that is not its own", bad,
        {
          $0[network] = Plan.word(12)
          $0[CSANDBOX_TAG_NAMESPACES] = Plan.word(0x2002_0000)
        }
      ),
    ])
  }
}
