// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The launcher's checks at the ends of a plan's lists and of its own: it takes nothing that lies behind them.
@Suite(.serialized) struct PlanListTests {
  private typealias Plan = PlanRecords

  @Test func `a source counts only if it is within the list's length`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "sallyport-list-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: root) }
    try #require(mkdir(root, 0o755) == 0)
    let number = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(number) }
    var status = stat()
    try #require(number >= 0 && fstat(number, &status) == 0)
    var plan = Plan.sound
    plan[CSANDBOX_TAG_EXECUTABLE] = Plan.word(7) + Plan.word(geteuid()) + Plan.string("/bundle/program")
    plan[CSANDBOX_TAG_VIEW] = Plan.entry("/bundle", fd: UInt32(number))
    plan[CSANDBOX_TAG_SOURCES] = Plan.source(1, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    plan[CSANDBOX_TAG_LANDLOCK] = Plan.landlock()
    var answers: [[Int32]] = []
    let refusal = plan.refusal { read in
      for count in [1, 0] as [UInt32] {
        var (shortened, reason) = (read, Int32(0))
        shortened.source_count = count
        let result = csandbox_plan_check_sources(&shortened, &reason)
        answers.append([result, reason])
      }
    }
    let foreign = Int32(CSANDBOX_REASON_FOREIGN_SOURCE.rawValue)
    #expect(refusal == nil && answers == [[0, 0], [-EINVAL, foreign]])
  }

  @Test(.enabled(if: SandboxFixture.isRoot, "needs a root host"))
  func `a launcher refuses a rule that its view has no place for, and starts nothing`() throws {
    let fixture = try SandboxFixture()
    let plan = try PlanBuilder(fixture.confined(), landlockABI: fixture.launcher.landlockVersion ?? 0).build()
    try #require(plan.landlock != nil)
    for (rights, path, reason) in [
      (4, "/etc", CSANDBOX_REASON_RULE_PLACE), (4, "/usrs", CSANDBOX_REASON_RULE_PLACE),
      (2, "/usr", CSANDBOX_REASON_RULE_RIGHTS), (1, "/usr", CSANDBOX_REASON_RULE_RIGHTS),
    ] as [(UInt64, String, csandbox_reason)] {
      let text = Plan.string(path)
      let rule = Plan.long(rights) + Plan.word(UInt32(text.count)) + text
      let launch = try RecordedLaunch(plan) { $0[CSANDBOX_TAG_LANDLOCK] += rule }
      let failure = RecordedLaunch.Failure(CSANDBOX_STAGE_PLAN, EINVAL, Int32(reason.rawValue))
      #expect(launch.failures == [failure] && launch.handedOver == [], "\(rights) \(path)")
      #expect(launch.ends == [126 << 8], "\(rights) \(path)")
    }
    withExtendedLifetime(fixture) {}
  }
}
