// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The reports and the exit status of a launcher, for plans and hosts that it only just accepts or refuses.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a root host")) struct LaunchReportTests {
  private static func plan(_ fixture: SandboxFixture, isFlat: Bool, container: String? = nil) throws -> LaunchPlan {
    var specification = try fixture.confined(container: container)
    specification.containerIsWritable = false
    if isFlat { specification.acceptedMissing = Protection.namespaces }
    return try PlanBuilder(specification, landlockABI: fixture.launcher.landlockVersion ?? 0).build()
  }

  /// Starts a launcher that reports to `status`.
  private static func start(_ plan: LaunchPlan, status: Int32) throws -> pid_t {
    let bytes = plan.encoded()
    let memory = Descriptor(csandbox_sealed_memory(bytes, bytes.count))
    let ends = try LaunchPipes().childEnds(wire: plan.wire)
    let sources = ends.map(\.number) + [memory.number, status] + plan.listedDescriptors
    let path = SandboxFixture.launcherPath
    return try SpawnTargets(sources, holding: ends + [memory]).spawn(path) { numbers, pid in
      csandbox_spawn(path, numbers, numbers.count, &pid)
    }
  }

  @Test(arguments: [false, true]) func `the first report names the process that goes on, and no error`(
    isFlat: Bool
  ) throws {
    let fixture = try SandboxFixture()
    let plan = try Self.plan(fixture, isFlat: isFlat)
    let status = try Descriptor.pipe()
    let launcher = try Self.start(plan, status: status.write.number)
    var record = csandbox_status()
    let count = csandbox_read_status(status.read.number, &record, 20_000)
    #expect(count == 1 && record.kind == UInt32(CSANDBOX_STATUS_HANDED_OVER))
    #expect(record.stage == CSANDBOX_STAGE_CLONE.rawValue && record.error == 0)
    #expect(record.value > 1 && (record.value == launcher) == isFlat)
    let processes = Set([launcher, record.value]).filter { $0 > 1 }
    for pid in processes { kill(pid, SIGKILL) }
    for pid in processes { _ = csandbox_wait_pid(pid) }
    withExtendedLifetime(fixture) {}
  }

  /// Runs in its own process, so that no other one has a copy of the pipe that the host closes.
  @Test(arguments: [false, true]) func `a launch whose host is gone at its last look ends without a report`(
    isFlat: Bool
  ) async {
    await #expect(processExitsWith: .success) { [isFlat = isFlat as Bool] in
      let fixture = try SandboxFixture()
      let plan = try Self.plan(fixture, isFlat: isFlat)
      var ends: (Int32, Int32) = (-1, -1)
      try #require(csandbox_pipe(&ends.0, &ends.1) == 0)
      let (reader, writer) = ends
      let looks = Mutex(0)
      let statuses = try AnsweredCalls.run([AnsweredCalls.Shown(name: "ppoll")]) { _ in
        looks.withLock { looks -> Int? in
          looks += 1
          if looks == 2 { close(reader) }
          return nil
        }
      } _: { () throws -> [Int32] in
        _ = try Self.start(plan, status: writer)
        // The launcher, and the process that it made.
        return (0..<(isFlat ? 1 : 2)).map { _ in csandbox_wait_pid(-1) }
      }
      let count = looks.withLock { $0 }
      #expect(statuses.sorted() == (isFlat ? [125 << 8] : [0, 125 << 8]) && count == 2)
      withExtendedLifetime(fixture) {}
    }
  }

  @Test func `a flat launch stays in the host's cgroup namespace, also with a control group`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let group = fixture.directory + "/group"
      mkdir(group, 0o755)
      #expect(FileManager.default.createFile(atPath: group + "/cgroup.procs", contents: nil))
      let directory = Descriptor(open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      let plan = try Self.plan(fixture, isFlat: true)
      let number = UInt32(7 + plan.listedDescriptors.count)
      let found = try TracedLaunch.failures("unshare", of: true, with: EIO) {
        try RecordedLaunch(plan, more: [directory]) { $0[CSANDBOX_TAG_CGROUP] = PlanRecords.word(number) }
      }
      let joined = FileSystem.contents(group + "/cgroup.procs")
      #expect(found == [] && joined == "0")
      withExtendedLifetime(fixture) {}
    }
  }

  @Test func `a flat launch of an ordinary user keeps the bounding set that it may not drop`() async {
    await #expect(processExitsWith: .success) {
      let (fixture, container) = try SandboxFixture.asOrdinaryUser()
      let launch = try RecordedLaunch(Self.plan(fixture, isFlat: true, container: container))
      #expect(launch.failures == [] && launch.ends == [SIGKILL])
      withExtendedLifetime(fixture) {}
    }
  }

  @Test func `a text without an end is refused, also at the end of the plan`() throws {
    let fixture = try SandboxFixture()
    let plan = try Self.plan(fixture, isFlat: false)
    let reason = Int32(CSANDBOX_REASON_STRING_UNENDED.rawValue)
    for tag in [CSANDBOX_TAG_ARGV, CSANDBOX_TAG_ENVIRONMENT] {
      let launch = try RecordedLaunch(plan) { records in
        let others = records.records.filter { $0.key != tag.rawValue }.sorted { $0.key < $1.key }
        var list: [(tag: UInt32, bytes: [UInt8])] = others.map { (tag: $0.key, bytes: $0.value) }
        list.append((tag: tag.rawValue, bytes: Array("A=1".utf8)))
        let whole = LaunchPlan.envelope(list)
        records.rewrite = { _ in whole }
      }
      #expect(launch.failures == [RecordedLaunch.Failure(CSANDBOX_STAGE_PLAN, EINVAL, reason)], "\(tag.rawValue)")
    }
    withExtendedLifetime(fixture) {}
  }

  @Test func `a working directory with an empty part is refused`() throws {
    let fixture = try SandboxFixture()
    var plan = try Self.plan(fixture, isFlat: false)
    let reason = Int32(CSANDBOX_REASON_BAD_RECORD.rawValue)
    for directory in ["//bundle", "/bundle/", "/bundle//", "//"] {
      plan.directory = directory
      let launch = try RecordedLaunch(plan)
      #expect(launch.failures == [RecordedLaunch.Failure(CSANDBOX_STAGE_PLAN, EINVAL, reason)], "\(directory)")
    }
    withExtendedLifetime(fixture) {}
  }

  @Test func `a variable that only resembles a loader's is the extension's own, and any byte may be in its name`()
    throws
  {
    let fixture = try SandboxFixture()
    var plan = try Self.plan(fixture, isFlat: false)
    plan.environment += ["XD_PRELOAD=1", "LX_PRELOAD=1", "LDX=1", "ID_=1", "A\u{1}B=1"]
    let launch = try RecordedLaunch(plan)
    #expect(launch.failures == [] && launch.handedOver.count == 1)
    withExtendedLifetime(fixture) {}
  }
}
