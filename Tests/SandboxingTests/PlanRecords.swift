// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Testing

@testable import Sandboxing

/// A plan as bytes, written by hand from the tables of `CSandbox.h`, and the launcher's answer to it.
struct PlanRecords {
  /// The bytes of each record by its tag.
  var records: [UInt32: [UInt8]] = [:]
  /// Changes the finished plan.
  var rewrite: ([UInt8]) -> [UInt8] = { $0 }

  subscript(tag: csandbox_tag) -> [UInt8] {
    get { records[tag.rawValue] ?? [] }
    set { records[tag.rawValue] = newValue }
  }

  static func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value, Array.init) }
  static func long(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value, Array.init) }
  static func string(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  static func entry(
    _ target: String, link: String = "", kind: UInt16 = 1, flags: UInt16 = 0, fd: UInt32 = 8
  ) -> [UInt8] {
    let (target, link) = (string(target), link.isEmpty ? [] : string(link))
    var bytes = withUnsafeBytes(of: kind, Array.init) + withUnsafeBytes(of: flags, Array.init)
    bytes += word(fd) + word(UInt32(target.count)) + word(UInt32(link.count))
    return bytes + target + link
  }

  static func source(_ role: UInt32, zero: UInt32 = 0, device: UInt64 = 1, inode: UInt64 = 2) -> [UInt8] {
    word(role) + word(zero) + long(device) + long(inode)
  }

  static func limit(_ resource: UInt32, _ value: UInt64 = 100, zero: UInt32 = 0) -> [UInt8] {
    word(resource) + word(zero) + long(value)
  }

  /// The limits that a plan must have.
  static let limits: [UInt32] = [0, 1, 2, 3, 4, 6, 7, 8, 9]

  static func landlock(_ rules: [(UInt64, String)] = [], abi: UInt32 = 5, zero: UInt32 = 0) -> [UInt8] {
    var bytes = word(abi) + word(zero)
    bytes += long(0xffff) + long(1) + long(3)
    for (rights, path) in rules { bytes += long(rights) + word(UInt32(path.utf8.count + 1)) + string(path) }
    return bytes
  }

  struct Instruction {
    var code: UInt16
    var jt: UInt8 = 0
    var jf: UInt8 = 0
    var k: UInt32

    var bytes: [UInt8] { withUnsafeBytes(of: code, Array.init) + [jt, jf] + PlanRecords.word(k) }

    static func load(_ offset: UInt32) -> Instruction { Instruction(code: 0x20, k: offset) }
    static func equal(_ value: UInt32, jt: UInt8 = 0, jf: UInt8 = 0) -> Instruction {
      Instruction(code: 0x15, jt: jt, jf: jf, k: value)
    }
    static func answer(_ value: UInt32) -> Instruction { Instruction(code: 0x06, k: value) }
    static let xor = Instruction(code: 0xa4, k: 0)
  }

  #if arch(x86_64)
    static let architecture: UInt32 = 0xc000_003e
  #else
    static let architecture: UInt32 = 0xc000_00b7
  #endif

  /// The shortest filter that tests the architecture, each half of the ticket, and once the pid.
  static let program: [Instruction] = {
    var program: [Instruction] = [.load(4), .equal(architecture, jt: 1), .answer(0x8000_0000)]
    for half in 0..<6 as Range<UInt32> {
      program.append(.load(16 + 8 * (1 + half / 2) + 4 * (half % 2)))
      program.append(.xor)
    }
    return program + [.equal(0), .answer(0x7fff_0000)]
  }()
  static let halves: [UInt32] = [4, 6, 8, 10, 12, 14]

  static func filter(
    _ program: [Instruction] = program, pid: [UInt32] = [15], halves: [UInt32] = halves
  ) -> [UInt8] {
    var bytes = word(UInt32(pid.count)) + pid.flatMap(word)
    bytes += word(UInt32(halves.count)) + halves.flatMap(word)
    return bytes + program.flatMap(\.bytes)
  }

  /// All but that of users.
  static let namespaces: UInt32 = 0x6e02_0080

  /// A plan that is accepted.
  static var sound: PlanRecords {
    var plan = PlanRecords()
    plan[CSANDBOX_TAG_MODE] = word(1)
    plan[CSANDBOX_TAG_NAMESPACES] = word(namespaces)
    plan[CSANDBOX_TAG_WIRE] = word(1)
    plan[CSANDBOX_TAG_PROC] = word(2)
    plan[CSANDBOX_TAG_ARGV] = string("program") + string("one")
    plan[CSANDBOX_TAG_ENVIRONMENT] = string("TZ=UTC") + string("T=")
    plan[CSANDBOX_TAG_EXECUTABLE] = word(7) + word(1_000) + string("/bundle/program")
    plan[CSANDBOX_TAG_VIEW] = entry("/bundle") + entry("/usr", fd: 9)
    plan[CSANDBOX_TAG_VIEW] += entry("/lib64", link: "usr/lib", kind: 3, fd: 0)
    plan[CSANDBOX_TAG_SOURCES] = source(1) + source(3)
    plan[CSANDBOX_TAG_LIMITS] = limits.flatMap { limit($0, $0 == 4 ? 1 : 100) }
    plan[CSANDBOX_TAG_IDENTITY] = word(2_000) + word(3_000)
    plan[CSANDBOX_TAG_FILTER] = filter()
    plan[CSANDBOX_TAG_LANDLOCK] = landlock([(12, "/usr"), (1, "/bundle/program")])
    plan[CSANDBOX_TAG_DIRECTORY] = string("/")
    return plan
  }

  /// The same without namespaces.
  static var flat: PlanRecords {
    var plan = sound
    plan[CSANDBOX_TAG_NAMESPACES] = word(0)
    plan[CSANDBOX_TAG_PROC] = word(1)
    plan[CSANDBOX_TAG_VIEW] = []
    return plan
  }

  var bytes: [UInt8] {
    rewrite(
      LaunchPlan.envelope(records.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
  }

  /// The reason why the launcher refuses the plan; `nil` if it takes it.
  func refusal(_ look: (csandbox_plan) -> Void = { _ in }) -> csandbox_reason? {
    let bytes = bytes
    let memory = bytes.withUnsafeBytes { whole in
      whole.baseAddress.map { csandbox_sealed_memory($0, whole.count) } ?? -1
    }
    defer { close(memory) }
    return Self.refusal(of: memory, look)
  }

  static func refusal(of memory: Int32, _ look: (csandbox_plan) -> Void = { _ in }) -> csandbox_reason? {
    // The plan must not keep anything that was in its memory before.
    var plan = csandbox_plan()
    _ = withUnsafeMutableBytes(of: &plan) { $0.initializeMemory(as: UInt8.self, repeating: 0x41) }
    var reason: Int32 = 0
    let result = csandbox_plan_read(memory, &plan, &reason)
    defer { if let bytes = plan.bytes { munmap(bytes, Int(plan.length)) } }
    if result == 0 { look(plan) }
    return result == 0 ? nil : csandbox_reason(UInt32(reason))
  }
}

extension PlanRecords {
  /// The reason why the launcher refuses the directories and rules of a plan that it has read; `nil` if it takes them.
  func sourceRefusal() -> csandbox_reason? {
    var found: csandbox_reason?
    let refusal = refusal { read in
      var (plan, reason) = (read, Int32(0))
      if csandbox_plan_check_sources(&plan, &reason) < 0 { found = csandbox_reason(UInt32(reason)) }
    }
    return refusal ?? found
  }
}

extension PlanRecords {
  /// A change of a plan, and the reason why the launcher then refuses it; `nil` if it still takes it.
  typealias Case = (says: String, reason: csandbox_reason?, change: (inout PlanRecords) -> Void)

  static func check(_ cases: [Case], from sound: PlanRecords = .sound, at place: SourceLocation = #_sourceLocation) {
    for one in cases {
      var plan = sound
      one.change(&plan)
      #expect(plan.refusal() == one.reason, "\(one.says)", sourceLocation: place)
    }
  }
}
