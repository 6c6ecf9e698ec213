// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import CStorageFaults
import Foundation
import Testing

@testable import Sandboxing

/// Launches of valid plans in which one step fails: the launcher reports the step, the kernel's error and the part of the plan,
/// and no process of the launch is left.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a root host")) struct LaunchStepTests {
  private typealias Plan = PlanRecords
  private typealias Failure = RecordedLaunch.Failure

  private static func plan(
    _ fixture: SandboxFixture, isFlat: Bool = false, _ change: (inout LaunchSpecification) throws -> Void = { _ in }
  ) throws -> LaunchPlan {
    var specification = try fixture.confined()
    if isFlat { specification.acceptedMissing = Protection.namespaces }
    try change(&specification)
    return try PlanBuilder(specification, landlockABI: fixture.launcher.landlockVersion ?? 0).build()
  }

  /// Expects that the launch fails once, in this way.
  private static func expect(
    _ failure: Failure, of plan: LaunchPlan, more: [Descriptor] = [], at place: SourceLocation = #_sourceLocation,
    _ change: (inout PlanRecords) -> Void = { _ in }
  ) throws {
    let launch = try RecordedLaunch(plan, more: more, change)
    #expect(launch.failures == [failure], sourceLocation: place)
    let isEarly = failure.stage <= CSANDBOX_STAGE_CLONE.rawValue
    #expect(launch.handedOver.count == (isEarly ? 0 : 1), sourceLocation: place)
    // The launcher has done its part once it handed over; in a flat launch it is the process that failed.
    let isOne = isEarly || plan.isFlat
    #expect(launch.ends == (isOne ? [126 << 8] : [0, 126 << 8]), sourceLocation: place)
  }

  private static func bytes(of rule: (rights: UInt64, path: String)) -> [UInt8] {
    Plan.long(rule.rights) + Plan.word(UInt32(rule.path.utf8.count + 1)) + Plan.string(rule.path)
  }

  @Test(arguments: [false, true]) func `a launch that succeeds reports its process and no failure`(
    isFlat: Bool
  ) throws {
    let fixture = try SandboxFixture()
    let launch = try RecordedLaunch(Self.plan(fixture, isFlat: isFlat))
    #expect(launch.failures == [] && launch.handedOver.count == 1)
    #expect(launch.ends == (isFlat ? [SIGKILL] : [0, SIGKILL]))
  }

  @Test func `a directory that is not a control group fails the clone`() throws {
    let fixture = try SandboxFixture()
    let directory = try Descriptor.open(fixture.directory, flags: O_RDONLY | O_DIRECTORY)
    for (isFlat, error) in [(false, EBADF), (true, ENOENT)] {
      let plan = try Self.plan(fixture, isFlat: isFlat)
      let number = UInt32(7 + plan.listedDescriptors.count)
      try Self.expect(Failure(CSANDBOX_STAGE_CLONE, error), of: plan, more: [directory]) {
        $0[CSANDBOX_TAG_CGROUP] = Plan.word(number)
      }
    }
  }

  @Test func `an id that the host may not map fails the id map`() throws {
    let fixture = try SandboxFixture()
    var plan = try Self.plan(fixture)
    plan.mode = .unprivileged
    try Self.expect(Failure(CSANDBOX_STAGE_IDMAP, EPERM), of: plan)
  }

  @Test func `a source that was removed fails the mounts, by its place in the view`() throws {
    let fixture = try SandboxFixture()
    for index in 0..<3 {
      let plan = try Self.plan(fixture)
      let link = "/proc/self/fd/\(plan.view[index].descriptor?.number ?? -1)"
      let path = try FileManager.default.destinationOfSymbolicLink(atPath: link)
      try FileManager.default.removeItem(atPath: path)
      try Self.expect(Failure(CSANDBOX_STAGE_MOUNTS, ENOENT, Int32(index)), of: plan)
    }
  }

  /// Runs in its own process, which mounts.
  @Test func `a source that another directory covers fails the mounts`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let container = try fixture.container()
      let plan = try Self.plan(fixture) { $0.containerDirectory = container }
      #expect(storage_small_disk(container, 1 << 20) == 0)
      try Self.expect(Failure(CSANDBOX_STAGE_MOUNTS, ESTALE, 1), of: plan)
    }
  }

  @Test func `a program's name that a link can't hold fails procfs, and an absent directory the pivot`() throws {
    let fixture = try SandboxFixture()
    var plan = try Self.plan(fixture)
    plan.landlock = nil
    plan.showsProcesses = false
    plan.executablePath = "/bundle/" + String(repeating: "a/", count: 2_050) + "extension"
    try Self.expect(Failure(CSANDBOX_STAGE_PROC, ENAMETOOLONG), of: plan)
    for (directory, error) in [("/bundle/none", ENOENT), ("/bundle/extension", ENOTDIR)] {
      var plan = try Self.plan(fixture)
      plan.directory = directory
      try Self.expect(Failure(CSANDBOX_STAGE_PIVOT, error, 1), of: plan)
    }
  }

  @Test(arguments: [false, true]) func `a rule that the kernel refuses fails Landlock, by its place in the plan`(
    isFlat: Bool
  ) throws {
    let fixture = try SandboxFixture()
    let directory = try fixture.bundle()
    symlink("extension", directory + "/link")
    let sound = try Self.plan(fixture, isFlat: isFlat) { $0.bundleDirectory = directory }
    let bundle = isFlat ? String(sound.executablePath.dropLast("/extension".count)) : "/bundle"
    let count = Int32(try #require(sound.landlock).grants.count)
    for (rule, error) in [
      ((4, bundle + "/none"), ENOENT), ((4, bundle + "/link"), ELOOP), ((8, bundle + "/extension"), EINVAL),
      ((0, bundle), ENOMSG),
    ] as [((UInt64, String), Int32)] {
      try Self.expect(Failure(CSANDBOX_STAGE_LANDLOCK, error, count), of: sound) {
        $0[CSANDBOX_TAG_LANDLOCK] += Self.bytes(of: rule)
      }
    }
    try Self.expect(Failure(CSANDBOX_STAGE_LANDLOCK, EINVAL, -1), of: sound) {
      // A right of files that no kernel has.
      $0[CSANDBOX_TAG_LANDLOCK].replaceSubrange(8..<16, with: Plan.long(1 << 60 | 0xffff))
    }
  }

  @Test func `a program that is not the checked one at its path is not opened`() throws {
    let fixture = try SandboxFixture()
    let bundle = try fixture.bundle()
    symlink("extension", bundle + "/link")
    try FileManager.default.copyItem(atPath: bundle + "/extension", toPath: bundle + "/copy")
    for (name, error) in [("none", ENOENT), ("link", ELOOP), ("copy", ESTALE), ("extension/x", ENOTDIR)] {
      var plan = try Self.plan(fixture) { $0.bundleDirectory = bundle }
      plan.landlock = nil
      plan.executablePath = "/bundle/" + name
      try Self.expect(Failure(CSANDBOX_STAGE_DESCRIPTORS, error), of: plan)
    }
  }

  @Test(arguments: [false, true]) func `a filter that the kernel refuses is reported, and which one`(
    isFlat: Bool
  ) throws {
    let fixture = try SandboxFixture()
    let plan = try Self.plan(fixture, isFlat: isFlat)
    // It ends with a load, not with an answer.
    let bad = Plan.Instruction.load(0).bytes
    try Self.expect(Failure(CSANDBOX_STAGE_FILTER, EINVAL), of: plan) { $0[CSANDBOX_TAG_FILTER] += bad }
    try Self.expect(Failure(CSANDBOX_STAGE_FILTER, EINVAL, 2), of: plan) { $0[CSANDBOX_TAG_WATCH] += bad }
  }

  @Test func `a watch that the host no longer reads fails the launch`() throws {
    let fixture = try SandboxFixture()
    let plan = try Self.plan(fixture)
    let socket = try #require(plan.watch).socket
    shutdown(socket.theirs.number, Int32(SHUT_RDWR))
    try Self.expect(Failure(CSANDBOX_STAGE_FILTER, EPIPE, 2), of: plan)
  }

  @Test(arguments: [false, true]) func `a program that the kernel doesn't execute is reported`(isFlat: Bool) throws {
    let fixture = try SandboxFixture()
    let bundle = try fixture.bundle()
    let file = try Data(contentsOf: URL(filePath: bundle + "/extension"))
    for (bytes, mode, error) in [(file.prefix(64), 0o555, ENOEXEC), (file, 0o444, EACCES)] as [(Data, mode_t, Int32)] {
      let plan = try Self.plan(fixture, isFlat: isFlat) { $0.bundleDirectory = bundle }
      // The host reads the program's segments, so the program changes once the plan was made.
      #expect(chmod(bundle + "/extension", 0o755) == 0)
      let handle = try FileHandle(forWritingTo: URL(filePath: bundle + "/extension"))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: bytes)
      try handle.close()
      chmod(bundle + "/extension", mode)
      try Self.expect(Failure(CSANDBOX_STAGE_EXEC, error), of: plan)
      chmod(bundle + "/extension", 0o755)
      try file.write(to: URL(filePath: bundle + "/extension"))
      chmod(bundle + "/extension", 0o555)
    }
  }

  @Test func `a root host gives no extension an id that the kernel would leave unchanged`() throws {
    let fixture = try SandboxFixture()
    for identity in [LaunchSpecification.Identity(uid: .max, gid: 5), .init(uid: 5, gid: .max)] {
      let error = #expect(throws: LaunchError.self) { try Self.plan(fixture) { $0.identity = identity } }
      #expect(error?.message.contains("is not a uid or gid") == true)
      var plan = try Self.plan(fixture)
      plan.identity = identity
      let reason = Int32(CSANDBOX_REASON_IDENTITY_ZERO.rawValue)
      try Self.expect(Failure(CSANDBOX_STAGE_PLAN, EINVAL, reason), of: plan)
    }
  }

  // MARK: What the host lacks

  /// Takes a capability from what this thread's children can have.
  private static func drop(capability: Int32) {
    // PR_CAPBSET_DROP.
    #expect(KernelCall.make("prctl", 24, Int(capability)) == 0)
  }

  @Test(arguments: [(6, 1), (7, 1), (8, 0)] as [(Int32, Int32)])
  func `a root host without a capability can't change the identity`(capability: Int32, part: Int32) async {
    // 6 and 7 set the gid and uid, 8 drops capabilities for good.
    await #expect(processExitsWith: .success) { [capability = capability as Int32, part = part as Int32] in
      let fixture = try SandboxFixture()
      let plan = try Self.plan(fixture, isFlat: true)
      Self.drop(capability: capability)
      try Self.expect(Failure(CSANDBOX_STAGE_IDENTITY, EPERM, part), of: plan)
    }
  }

  @Test func `a root host that may not make namespaces can't clone`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let plan = try Self.plan(fixture)
      // CAP_SYS_ADMIN.
      Self.drop(capability: 21)
      try Self.expect(Failure(CSANDBOX_STAGE_CLONE, EPERM), of: plan)
    }
  }

  /// Each step names the first file of procfs that it can't have.
  @Test func `a launch without the files of procfs fails where it needs them`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let plans = try [Self.plan(fixture), Self.plan(fixture, isFlat: true)]
      #expect(storage_small_disk("/proc", 1 << 20) == 0)
      func expect(_ failure: Failure) throws { for plan in plans { try Self.expect(failure, of: plan) } }
      let unread = try RecordedLaunch(plans[0])
      #expect(unread.failures.map(\.stage) == [CSANDBOX_STAGE_PLAN.rawValue] && unread.failures[0].error == ENOENT)
      try FileManager.default.createDirectory(atPath: "/proc/self/fd", withIntermediateDirectories: true)
      try expect(Failure(CSANDBOX_STAGE_CLEAN, ENOENT))
      #expect(FileManager.default.createFile(atPath: "/proc/self/oom_score_adj", contents: nil))
      try Self.expect(Failure(CSANDBOX_STAGE_MOUNTS, ENOENT), of: plans[0])
      #expect(try String(contentsOfFile: "/proc/self/oom_score_adj", encoding: .utf8) == "1000")
    }
  }
}
