// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Synchronization
import Testing

/// A lane that does not end with its host.
@Suite struct StuckLaneTests {
  /// Asks for the end of the host, and then hangs until the test is over.
  final class StuckLaunching: ExtensionLaunching, Sendable {
    let ending = Mutex<(@Sendable () -> Void)?>(nil)
    let isOver = DispatchSemaphore(value: 0)

    func launch() throws(LaunchFailure) -> any ExtensionChild {
      let end = ending.withLock { $0 }
      end?()
      isOver.wait()
      throw LaunchFailure(stage: "test", errno: 0, message: "The test is over.")
    }
  }

  struct StuckPrograms: ProgramSource {
    let launching: StuckLaunching

    func program(
      _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
    ) throws -> PreparedProgram {
      PreparedProgram(launching: launching, build: ProgramBuild { "stuck" })
    }
  }

  @Test func `a program that does not end within five seconds of its host is named, and the host ends without it`()
    throws
  {
    let run = try LiveRun(["one.app": .setsUp])
    let launching = StuckLaunching()
    // Its thread ends after the host.
    defer { launching.isOver.signal() }
    var configuration = try run.configuration()
    configuration.programs = StuckPrograms(launching: launching)
    var events: [HostEvent] = []
    let driver = try LiveDriver(
      configuration, feed: { _, _ in ScaledFeed([(0, LiveRun.editor)], start: LiveRun.start) },
      onEvent: { events.append($0) })
    launching.ending.withLock { $0 = driver.ending }
    try driver.run()
    let warnings = events.filter { $0.kind == .warning && $0.what.contains("end in time") }.map(\.what)
    #expect(warnings == ["one.app did not end in time; the kernel ends it now"])
    // Its callback is still pending. The driver has the store open, so no other may open it.
    let pending = try driver.facts.store.read { try $0.deliveryHistory() }.filter { $0.settlement == nil }
    #expect(pending.map(\.callback) == ["activate"] && run.programs.stage.requests.isEmpty)
  }
}
