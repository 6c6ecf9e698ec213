// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// Bad launch plans: each is refused at stage `plan`, with its reason, before anything changes.
@Suite(.serialized) struct LaunchRefusalTests {
  /// The error of the host's own checks.
  private func refusal(_ change: (inout LaunchSpecification, SandboxFixture) throws -> Void) throws -> String {
    let fixture = try SandboxFixture()
    var specification = try fixture.confined()
    try change(&specification, fixture)
    let error = #expect(throws: LaunchError.self) { try fixture.launcher.launch(specification) }
    return error.map { "\($0.stage): \($0.message)" } ?? ""
  }

  @Test func `the host refuses executables that are not plain files of its own`() throws {
    #expect(
      try refusal {
        $0.executable = "../extension"; _ = $1
      }.hasPrefix("plan"))
    #expect(
      try refusal { specification, _ in
        chmod(specification.bundleDirectory + "/extension", 0o4555)
      }.contains("set-id"))
    #expect(
      try refusal { specification, _ in
        chmod(specification.bundleDirectory + "/extension", 0o777)
      }.contains("written by another user"))
    #expect(
      try refusal { specification, _ in
        try FileManager.default.linkItem(
          atPath: specification.bundleDirectory + "/extension", toPath: specification.bundleDirectory + "/second")
      }.contains("hard link"))
    #expect(
      try refusal { specification, _ in
        symlink("extension", specification.bundleDirectory + "/linked")
        specification.executable = "linked"
      }.contains("could not be opened"))
    #expect(
      try refusal { specification, _ in
        mkfifo(specification.bundleDirectory + "/fifo", 0o444)
        specification.executable = "fifo"
      }.contains("not a regular file"))
    #expect(
      try refusal { specification, _ in
        _ = FileManager.default.createFile(
          atPath: specification.bundleDirectory + "/text", contents: Data("#!/bin/sh\n".utf8))
        chmod(specification.bundleDirectory + "/text", 0o555)
        specification.executable = "text"
      }.contains("not an ELF"))
    #expect(
      try refusal { specification, _ in
        _ = FileManager.default.createFile(atPath: specification.bundleDirectory + "/void", contents: Data())
        chmod(specification.bundleDirectory + "/void", 0o555)
        specification.executable = "void"
      }.contains("is empty"))
  }

  @Test func `the host refuses containers that another user could have prepared`() throws {
    #expect(try refusal { specification, _ in chmod(specification.containerDirectory ?? "", 0o777) }.contains("0700"))
    #expect(
      try refusal { specification, fixture in
        let link = fixture.directory + "/link"
        symlink(specification.containerDirectory ?? "", link)
        specification.containerDirectory = link
      }.contains("could not be opened"))
    #expect(
      try refusal { specification, _ in
        specification.containerDirectory = specification.bundleDirectory + "/container"
      }.contains("in one another"))
    #expect(try refusal { specification, _ in specification.profile = .sealed(.compute) }.contains("no container"))
    #expect(try refusal { specification, _ in specification.profile = .sealed(.files) }.contains("never writable"))
    if SandboxFixture.isRoot {
      #expect(
        try refusal { specification, _ in
          chown(specification.containerDirectory ?? "", 4242, 4242)
        }.contains("belongs to uid 4242"))
      #expect(try refusal { specification, _ in specification.identity = nil }.contains("uid"))
      #expect(
        try refusal { specification, _ in specification.identity = .init(uid: 0, gid: 5) }.contains("never runs as uid")
      )
    }
  }

  @Test func `the host refuses a bundle that another user can write`() throws {
    #expect(
      try refusal { specification, _ in
        chmod(specification.bundleDirectory, 0o777)
      }.contains("can be written by another user"))
    if SandboxFixture.isRoot {
      #expect(
        try refusal { specification, _ in
          chown(specification.bundleDirectory, 4242, 4242)
        }.contains("can be written by another user"))
    }
  }

  @Test func `refuses an executable that asks for another loader`() throws {
    let fixture = try SandboxFixture()
    let specification = try fixture.confined(isStatic: false)
    let path = specification.bundleDirectory + "/extension"
    var bytes = try Data(contentsOf: URL(filePath: path))
    let usual = try #require(bytes.range(of: Data("/lib64/ld-linux".utf8)))
    bytes.replaceSubrange(usual, with: Data("/etc64/ld-linux".utf8))
    unlink(path)
    #expect(FileManager.default.createFile(atPath: path, contents: bytes, attributes: [.posixPermissions: 0o555]))
    let error = #expect(throws: LaunchError.self) { try fixture.launcher.launch(specification) }
    #expect(error?.stage == "plan")
    #expect(error?.message.contains("asks for the loader /etc64/ld-linux") == true)
  }

  @Test func `the host refuses an executable that changed since it was approved`() throws {
    #expect(
      try refusal { specification, _ in
        let path = specification.bundleDirectory + "/extension"
        specification.installRecord = InstallRecord(try #require(FileSystem.status(path)))
        chmod(path, 0o755)
      }.contains("not the file that was approved"))
  }

  @Test func `a flat launch that misses a requirement is refused with its reason`() throws {
    #expect(
      try refusal { specification, _ in
        specification.acceptedMissing = [.ownMountNamespace]
      }.contains("no namespace at all"))
    #expect(
      try refusal { specification, _ in
        specification.acceptedMissing = Protection.namespaces.union([.landlockFiles])
      }.contains("needs a mount namespace or Landlock"))
    #expect(
      try refusal { specification, fixture in
        specification = try fixture.confined(isStatic: false)
        specification.acceptedMissing = Protection.namespaces
      }.contains("no dynamic executable"))
    #expect(
      try refusal { specification, fixture in
        specification = try fixture.sealed()
        specification.profile = .sealed(.files)
        specification.acceptedMissing = Protection.namespaces
      }.contains("`files` fitting"))
    #expect(
      try refusal { specification, _ in specification.acceptedMissing = [.filter] }.contains("cannot be given up"))
  }

  @Test func `protections are accepted by their names only`() {
    #expect(Protection.accepted([]) == [])
    #expect(Protection.accepted(["own-time-namespace"]) == [.ownTimeNamespace])
    #expect(Protection.accepted(["no-namespaces", "no-new-code"]) == Protection.namespaces.union([.noNewCode]))
    #expect(Protection.accepted(["own-time-namespce"]) == nil)
  }

  // MARK: - The launcher's own checks

  private struct Damage: Sendable, CustomStringConvertible {
    var description: String
    var reason: String
    var apply: @Sendable (inout LaunchPlan) -> Void = { _ in }
    var rewrite: @Sendable ([UInt8]) -> [UInt8] = { $0 }
  }

  private static func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  /// The plan without the record of this tag.
  private static func without(_ tag: csandbox_tag, _ bytes: [UInt8]) -> [UInt8] {
    LaunchPlan.envelope(records(bytes).filter { $0.tag != tag.rawValue })
  }

  /// The plan with another watch record.
  private static func watched(_ bytes: [UInt8], _ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
    LaunchPlan.envelope(
      records(bytes).map { $0.tag == CSANDBOX_TAG_WATCH.rawValue ? ($0.tag, change($0.bytes)) : $0 })
  }

  private static func records(_ bytes: [UInt8]) -> [(tag: UInt32, bytes: [UInt8])] {
    var result: [(tag: UInt32, bytes: [UInt8])] = []
    var at = 16
    while at < bytes.count {
      let length = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << (8 * $1) }
      result.append((UInt32(bytes[at]), Array(bytes[at + 8..<at + 8 + length])))
      at += 8 + length
    }
    return result
  }

  private static func namespace(_ kind: String) -> Descriptor {
    Descriptor(open("/proc/self/ns/\(kind)", O_RDONLY | O_CLOEXEC))
  }

  private static func opened(_ path: String) -> Descriptor {
    Descriptor(open(path, Descriptor.pathOnly | O_DIRECTORY | O_CLOEXEC))
  }

  private static func withTicket(_ filter: FilterProgram, _ change: ([UInt32]) -> [UInt32]) -> FilterProgram {
    FilterProgram(
      instructions: filter.instructions, pidOffsets: filter.pidOffsets, ticketOffsets: change(filter.ticketOffsets))
  }

  private static let damages: [Damage] = [
    Damage(description: "magic", reason: "magic", rewrite: { [0] + $0.dropFirst() }),
    Damage(description: "version", reason: "another version", rewrite: { Array($0[..<4]) + word(9) + $0[8...] }),
    Damage(description: "trailing bytes", reason: "contradict", rewrite: { $0 + [0] }),
    Damage(description: "truncated", reason: "contradict", rewrite: { Array($0.dropLast(5)) }),
    Damage(description: "a few bytes", reason: "contradict", rewrite: { Array($0.prefix(7)) }),
    Damage(
      description: "too large", reason: "larger than 256 KiB", rewrite: { $0 + [UInt8](repeating: 0, count: 1 << 18) }),
    Damage(
      description: "unknown record", reason: "unknown record",
      rewrite: { LaunchPlan.envelope(records($0) + [(77, [1])]) }),
    Damage(
      description: "repeated record", reason: "record twice",
      rewrite: { LaunchPlan.envelope(records($0) + [records($0)[0]]) }),
    Damage(
      description: "no argv record", reason: "lacks a mandatory", rewrite: { without(CSANDBOX_TAG_ARGV, $0) }),
    Damage(description: "no filter", reason: "no filter", rewrite: { without(CSANDBOX_TAG_FILTER, $0) }),
    Damage(description: "no limits", reason: "limit is absent", rewrite: { without(CSANDBOX_TAG_LIMITS, $0) }),
    Damage(description: "no identity", reason: "no identity", rewrite: { without(CSANDBOX_TAG_IDENTITY, $0) }),
    Damage(
      description: "no watch of a writable container", reason: "is not watched",
      rewrite: { without(CSANDBOX_TAG_WATCH, $0) }),
    Damage(
      description: "a watch without a filter", reason: "malformed",
      rewrite: { watched($0) { Array($0.prefix(4)) } }),
    Damage(
      description: "a long filter of the watch", reason: "too long",
      rewrite: { watched($0) { $0.prefix(4) + [UInt8](repeating: 0, count: 8 * 4097) } }),
    Damage(
      description: "a watch at the executable", reason: "used twice",
      rewrite: { watched($0) { word(7) + $0.dropFirst(4) } }),
    Damage(description: "one limit less", reason: "limit is absent", apply: { $0.limits.removeFirst() }),
    Damage(description: "core dumps", reason: "core limit", apply: { $0.limits[4].value = 0 }),
    Damage(description: "empty argv", reason: "argv is empty", apply: { $0.arguments = [] }),
    Damage(
      description: "loader variable", reason: "LD_ variable", apply: { $0.environment.append("LD_PRELOAD=/bundle/x") }),
    Damage(description: "variable twice", reason: "variable twice", apply: { $0.environment.append("TZ=x") }),
    Damage(
      description: "long environment", reason: "too long",
      apply: { $0.environment.append("A=" + String(repeating: "x", count: 70000)) }),
    Damage(
      description: "empty filter", reason: "no filter",
      apply: {
        $0.filter = FilterProgram(instructions: [], pidOffsets: [], ticketOffsets: $0.filter.ticketOffsets)
      }),
    Damage(
      description: "long filter", reason: "too long",
      apply: { plan in
        let answer = FilterInstruction(FilterInstruction.answer, 0)
        plan.filter = FilterProgram(
          instructions: plan.filter.instructions + [FilterInstruction](repeating: answer, count: 4096),
          pidOffsets: plan.filter.pidOffsets, ticketOffsets: plan.filter.ticketOffsets)
      }),
    Damage(
      description: "no architecture check", reason: "architecture check",
      apply: {
        $0.filter = FilterProgram(
          instructions: Array($0.filter.instructions.dropFirst(3)), pidOffsets: $0.filter.pidOffsets,
          ticketOffsets: $0.filter.ticketOffsets)
      }),
    Damage(
      description: "pid offset", reason: "pid offset",
      apply: {
        $0.filter = FilterProgram(
          instructions: $0.filter.instructions, pidOffsets: [5000], ticketOffsets: $0.filter.ticketOffsets)
      }),
    Damage(description: "no ticket", reason: "exec's ticket", apply: { $0.filter = withTicket($0.filter) { _ in [] } }),
    Damage(
      description: "half a ticket", reason: "exec's ticket",
      apply: { $0.filter = withTicket($0.filter) { $0.dropLast() } }),
    Damage(
      description: "ticket out of order", reason: "exec's ticket",
      apply: { $0.filter = withTicket($0.filter) { $0.reversed() } }),
    Damage(
      description: "one half twice", reason: "exec's ticket",
      apply: { $0.filter = withTicket($0.filter) { [$0[0]] + $0.dropLast() } }),
    Damage(
      description: "ticket outside", reason: "exec's ticket",
      apply: { $0.filter = withTicket($0.filter) { $0.dropLast() + [.max] } }),
    Damage(
      description: "ticket at the start", reason: "exec's ticket",
      apply: { $0.filter = withTicket($0.filter) { [0] + $0.dropFirst() } }),
    Damage(
      description: "ticket that is not compared", reason: "exec's ticket",
      apply: { plan in
        var instructions = plan.filter.instructions
        instructions[Int(plan.filter.ticketOffsets[3])].code = FilterInstruction.and
        plan.filter = FilterProgram(
          instructions: instructions, pidOffsets: plan.filter.pidOffsets, ticketOffsets: plan.filter.ticketOffsets)
      }),
    Damage(description: "relative target", reason: "plain absolute", apply: { $0.view[0].target = "bundle" }),
    Damage(description: "dotted target", reason: "plain absolute", apply: { $0.view[0].target = "/bundle/../etc" }),
    Damage(description: "target twice", reason: "used twice", apply: { $0.view[1].target = "/bundle" }),
    Damage(description: "nested target", reason: "within another", apply: { $0.view[1].target = "/bundle/inner" }),
    Damage(
      description: "executable elsewhere", reason: "outside the view", apply: { $0.executablePath = "/elsewhere/x" }),
    Damage(
      description: "writable executable", reason: "written by another user", apply: { $0.view[0].isWritable = true }),
    Damage(description: "wrong type", reason: "wrong type", apply: { $0.view[1].source = .tree($0.listedFile) }),
    Damage(description: "unknown place", reason: "an unknown place", apply: { $0.view[1].target = "/home" }),
    Damage(
      description: "link elsewhere", reason: "an unknown place",
      apply: { $0.view.append(ViewEntry(target: "/lib64", source: .link("container"))) }),
    Damage(
      description: "executable container", reason: "rights that it must not have",
      apply: { $0.view[1].isExecutable = true }),
    Damage(
      description: "foreign source", reason: "not one that the host listed",
      apply: { $0.view[2].source = .tree(opened("/usr")) }),
    Damage(
      description: "sources swapped", reason: "not one that the host listed",
      apply: { plan in
        let bundle = plan.view[0].source
        plan.view[0].source = plan.view[2].source
        plan.view[2].source = bundle
      }),
    Damage(
      description: "no list of sources", reason: "lacks a mandatory", rewrite: { without(CSANDBOX_TAG_SOURCES, $0) }),
    Damage(
      description: "rule elsewhere", reason: "an unknown place",
      apply: { $0.landlock?.grants.append(.init(path: "/home", rights: .read)) }),
    Damage(
      description: "writable bundle by rule", reason: "rights that its place must not have",
      apply: { $0.landlock?.grants.append(.init(path: "/bundle", rights: .readWrite)) }),
    Damage(
      description: "executable container by rule", reason: "rights that its place must not have",
      apply: { $0.landlock?.grants.append(.init(path: "/container", rights: .program)) }),
    Damage(description: "the host's network", reason: "wrong type", apply: { $0.network = namespace("net") }),
    Damage(description: "another namespace as network", reason: "wrong type", apply: { $0.network = namespace("uts") }),
    Damage(description: "a directory as network", reason: "wrong type", apply: { $0.network = opened("/usr") }),
    Damage(
      description: "a network that is not the extension's own", reason: "malformed",
      apply: {
        $0.network = SpareNetwork().take()
        $0.namespaces.remove(.ownNetworkNamespace)
      }),
    Damage(
      description: "a network of an unprivileged host", reason: "malformed",
      apply: {
        $0.network = SpareNetwork().take()
        $0.mode = .unprivileged
      }),
    Damage(description: "flat", reason: "a flat launch does not", apply: { $0.namespaces.remove(.ownMountNamespace) }),
    Damage(description: "uid 0", reason: "uid or gid 0", apply: { $0.identity.uid = 0 }),
  ]

  @Test(.enabled(if: SandboxFixture.isRoot, "needs a root host")) func `the launcher checks the whole plan again`()
    throws
  {
    let fixture = try SandboxFixture()
    let specification = try fixture.confined()
    let sound = try PlanBuilder(
      specification, landlockABI: fixture.launcher.landlockVersion ?? 0
    ).build()
    try fixture.launcher.launch(plan: sound, bytes: sound.encoded()).close()
    for damage in Self.damages {
      var plan = sound
      damage.apply(&plan)
      let bytes = damage.rewrite(plan.encoded())
      let error = #expect(throws: LaunchError.self, "\(damage)") {
        try fixture.launcher.launch(plan: plan, bytes: bytes)
      }
      #expect(error?.stage == "plan", "\(damage)")
      #expect(error?.message.contains(damage.reason) == true, "\(damage): \(error?.message ?? "")")
    }
  }
}

extension LaunchPlan {
  /// The executable under another descriptor.
  fileprivate var listedFile: Descriptor { Descriptor(fcntl(executable.number, F_DUPFD_CLOEXEC, 0)) }
}
