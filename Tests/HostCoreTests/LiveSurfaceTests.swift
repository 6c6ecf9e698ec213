// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ScreenTimeRules
import Testing

@testable import HostCore

/// The reactions of a live host's person and pages to a surface that comes up or goes away.
@Suite struct LiveSurfaceTests {
  private final class StillFeed: LiveFeed {
    let descriptors: [CInt] = []
    let nextLook: Timestamp? = nil

    func read() -> [DeviceInput] { [.time(LiveRun.start)] }
    func boottime(of instant: Timestamp) -> Int64 { 1 }
  }

  private static let one = FamilyID("one")

  private func driver(_ run: LiveRun) throws -> LiveDriver {
    try LiveDriver(run.configuration(), feed: { _, _ in StillFeed() }, onEvent: { _ in })
  }

  @Test(arguments: [false, true])
  func `the scripted person leaves an app that is up, and not one that went away`(_ isWithdrawn: Bool) throws {
    let run = try LiveRun(["one.app": .setsUp])
    let driver = try driver(run)
    var commands = [false, true].map { isUp in
      DeviceCommand.present(.app(AppFront(family: Self.one, isVisit: true, isUp: isUp)))
    }
    if isWithdrawn { commands.append(.withdraw(.app(Self.one))) }
    #expect(driver.carryOut(commands).isEmpty)
    let act = driver.person.nextAct(at: LiveRun.start, isBusy: { _ in false })
    #expect((act == nil) == isWithdrawn)
  }

  @Test func `the page of the home screen is written when a widget goes away`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    run.pages = run.families.scratch.path + "/pages"
    let driver = try driver(run)
    #expect(driver.writtenPages == [])
    #expect(driver.carryOut([.withdraw(.widget("none"))]).isEmpty)
    #expect(driver.writtenPages == [run.families.scratch.path + "/pages/home.html"])
  }
}
