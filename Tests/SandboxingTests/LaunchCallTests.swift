// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// Every system call that the launcher makes before the exec, in order, and what a launch does when that call fails.
@Suite(
  .serialized, .enabled(if: SandboxFixture.isRoot, "needs a root host"),
  .enabled(if: csandbox_landlock_abi() >= 6, "needs Landlock of ABI 6"))
struct LaunchCallTests {
  /// The lines of one part of the list.
  private static func listed(_ part: String) throws -> [String] {
    let text = try String(contentsOfFile: SandboxFixture.sources + "/launch-calls.txt", encoding: .utf8)
    let found = text.components(separatedBy: "\n\n").first { $0.hasPrefix(part) }
    return try #require(found).split(separator: "\n").dropFirst().map(String.init)
  }

  private static func check(
    _ part: String, _ plan: LaunchPlan, more: Descriptor? = nil, at place: SourceLocation = #_sourceLocation
  ) throws {
    let number = UInt32(7 + plan.listedDescriptors.count)
    let found = try TracedLaunch.report {
      try RecordedLaunch(plan, more: more.map { [$0] } ?? []) {
        if more != nil { $0[CSANDBOX_TAG_NETWORK] = PlanRecords.word(number) }
      }
    }
    let changes = found.difference(from: try listed(part))
    #expect(changes.isEmpty, "\(part)\n\(found.joined(separator: "\n"))", sourceLocation: place)
  }

  /// The container is read-only: the launcher's own watch of a writable one can't be combined with the test's.
  private static func plan(_ fixture: SandboxFixture, isFlat: Bool, container: String? = nil) throws -> LaunchPlan {
    var specification = try fixture.confined(container: container)
    specification.containerIsWritable = false
    if isFlat { specification.acceptedMissing = Protection.namespaces }
    return try PlanBuilder(specification, landlockABI: fixture.launcher.landlockVersion ?? 0).build()
  }

  @Test func `each call of a root host's launcher that fails ends the launch at its step`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      var isAway: Int32 = 0
      let network = Descriptor(csandbox_make_network(csandbox_own_network(), &isAway))
      try Self.check("confined", Self.plan(fixture, isFlat: false), more: network)
    }
  }

  @Test func `each call of a flat launch that fails ends it at its step`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      try Self.check("flat", Self.plan(fixture, isFlat: true))
      withExtendedLifetime(fixture) {}
    }
  }

  @Test func `each call of an unprivileged host's launcher that fails ends the launch at its step`() async {
    await #expect(processExitsWith: .success) {
      let (fixture, container) = try SandboxFixture.asOrdinaryUser()
      try Self.check("unprivileged", Self.plan(fixture, isFlat: false, container: container))
    }
  }

  @Test func `a launch goes on without what the kernel lacks, and only without that`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let plan = try Self.plan(fixture, isFlat: false)
      let mounts = RecordedLaunch.Failure(CSANDBOX_STAGE_MOUNTS, EEXIST)
      for (name, isOfLauncher, index, error, failure) in [
        // No memory policies, no refusal of new code, fewer capabilities than 64; a directory that is there already.
        ("set_mempolicy", true, 0, ENOSYS, nil),
        ("set_mempolicy", true, 0, EINVAL, .init(CSANDBOX_STAGE_CLEAN, EINVAL)),
        ("capset", false, 0, EINVAL, .init(CSANDBOX_STAGE_IDENTITY, EINVAL, 2)), ("mkdirat", false, 0, EEXIST, mounts),
      ] as [(String, Bool, Int, Int32, RecordedLaunch.Failure?)] {
        let found = try TracedLaunch.failures(name, of: isOfLauncher, at: index, with: error) {
          try RecordedLaunch(plan)
        }
        #expect(found == (failure.map { [$0] } ?? []), "\(name) \(error)")
      }
      // The child's calls of prctl: huge pages, one for each capability and one too many, three others, the refusal of new code.
      let text = try String(contentsOfFile: "/proc/sys/kernel/cap_last_cap", encoding: .utf8)
      let (first, lacking, code) = (1, 2, try #require(Int(text.dropLast())) + 6)
      for (index, failure) in [
        (first, .init(CSANDBOX_STAGE_IDENTITY, EINVAL)), (lacking, nil), (code, nil),
      ] as [(Int, RecordedLaunch.Failure?)] {
        let found = try TracedLaunch.failures("prctl", of: false, at: index, with: EINVAL) { try RecordedLaunch(plan) }
        #expect(found == (failure.map { [$0] } ?? []), "\(index)")
      }
    }
  }
}
