// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// The lanes of a live host without its loop: whom a report suspends, and which lanes are still at work at the end.
@Suite struct LiveLanesTests {
  private static let names = ["one", "two", "three"]

  private let families: ScriptFamilies
  private let launching = StuckLaneTests.StuckLaunching()
  private let mailbox: Mailbox
  /// Kept here, since a lane does not keep its observer.
  private let reporter: LaneReporter

  init() throws {
    families = try ScriptFamilies()
    mailbox = try Mailbox(Self.names.flatMap { [ProgramID("\($0).app"), ProgramID("\($0).report")] })
    reporter = LaneReporter(mailbox, isRecorded: false)
    let program = #""executable": "monitor.sh", "interpreter": "/bin/sh", "fitting": "files""#
    for family in Self.names {
      try families.scratch.write(
        """
        {
          "manifest": 1, "family": "\(family)", "displayName": "\(family)", "version": "1.0",
          "developer": { "name": "Test" }, "groups": ["group.test.\(family)"], "bundle": "../bundle",
          "app": { \(program), "requests": ["authorization", "reports"] },
          "extensions": [{ "name": "report", "point": "report", \(program) }]
        }

        """, to: "manifests/\(family).json")
    }
  }

  /// The lanes of the three families, of which the third has only a report.
  private func lanes() throws -> LiveLanes {
    var configuration = try LiveRun([:], in: families).configuration(answered: [])
    configuration.programs = StuckLaneTests.StuckPrograms(launching: launching)
    for index in configuration.families.indices where configuration.families[index].manifest.family == "three" {
      configuration.families[index].manifest.app = nil
    }
    let hosted = try HostedDevice(configuration, reporter: reporter, onEvent: { _ in })
    return LiveLanes(hosted.lanes, hosted.device.owners.registry, mailbox, DeviceTime())
  }

  private func says(_ input: DeviceInput?) -> String {
    switch input {
    case .held(let family, let failure): "\(family.rawValue): \(failure ?? "held")"
    case nil: "nothing yet"
    default: "another input"
    }
  }

  /// Waits for the next input of a lane.
  private func reported() -> String {
    while true {
      for case .input(let input) in mailbox.drain() { return says(input) }
      var one = pollfd(fd: mailbox.signal.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&one, 1, -1)
      _ = mailbox.signal.take()
    }
  }

  @Test func `a report suspends the other programs of its own family, and of no other`() throws {
    let lanes = try lanes()
    func hold(_ family: String, around report: String) -> String {
      says(lanes.hold(FamilyID(family), around: ProgramID(report), isApart: false))
    }
    #expect(hold("three", around: "three.report") == "three: held")
    #expect(hold("one", around: "one.nobody") == "one: There is no program one.nobody.")
    // The programs of the second family stay suspended meanwhile, so they could not take part in another suspension.
    for family in ["two", "one"] {
      #expect(hold(family, around: family + ".report") == "nothing yet")
      #expect(reported() == family + ": held")
    }
    lanes.close()
    let left = lanes.unfinished(by: .now() + .seconds(30)) {}
    #expect(left == [])
  }

  @Test func `a host that ends takes its lanes' reports until the last of them has ended`() throws {
    let lanes = try lanes()
    lanes.keepWarm(ProgramID("one.report"))
    // The lane reports that it launches, and then hangs.
    _ = reported()
    lanes.close()
    var rounds = 0
    let left = lanes.unfinished(by: .now() + .seconds(30)) {
      rounds += 1
      if rounds == 3 { launching.isOver.signal() }
    }
    #expect(left == [] && rounds > 3, "\(left) \(rounds)")
  }
}
