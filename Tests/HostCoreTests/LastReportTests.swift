// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// The last steps of a live host that is ended; it leaves nothing open.
@Suite struct LastReportTests {
  /// A clock that stands still at an instant.
  private final class StillFeed: LiveFeed {
    static let boottime: Int64 = 1_000

    let descriptors: [CInt] = []
    let nextLook: Timestamp? = nil
    private let instant: Timestamp

    init(at instant: Timestamp) { self.instant = instant }

    func read() -> [DeviceInput] { [.time(instant)] }
    func boottime(of instant: Timestamp) -> Int64 { Self.boottime }
  }

  private static let later = LiveRun.start.advanced(by: 5_000)

  private let run: LiveRun
  private let driver: LiveDriver
  private let heard: Heard
  private let mailbox: Mailbox

  init() throws {
    run = try LiveRun(["one.app": .setsUp])
    let heard = Heard()
    self.heard = heard
    driver = try LiveDriver(
      run.configuration(answered: []), feed: { _, _ in StillFeed(at: Self.later) },
      onEvent: { heard.events.append($0) })
    let own = Mirror(reflecting: driver).children.first { $0.label == "mailbox" }
    mailbox = try #require(own?.value as? Mailbox)
  }

  /// Runs a host that was ended before its first wait.
  private func runOnce() throws {
    driver.ending()
    try driver.run()
  }

  @Test func `a host reads its clock before it starts, and its lanes have that time`() throws {
    try runOnce()
    #expect(driver.device.now == Self.later)
    let own = Mirror(reflecting: driver).children.first { $0.label == "time" }
    let time = try #require(own?.value as? DeviceTime)
    let offset = Self.later.milliseconds - StillFeed.boottime
    let (before, now, after) = (DeviceTime.boottime, time.now, DeviceTime.boottime)
    #expect(before + offset <= now && now <= after + offset)
  }

  @Test func `a reply that arrived before the end is taken`() throws {
    mailbox.post(.input(.ended(CallID(999), .replied(["effects": []]))), from: ProgramID("one.app"))
    try runOnce()
    let ignored = heard.events.filter { $0.what == "ignored a reply to a callback that is not in flight" }
    #expect(ignored.map(\.kind) == [.warning] && mailbox.count == 0)
  }

  @Test func `the last reports are saved at the end`() throws {
    let monitor = ProgramID("one.monitor")
    let move = ProcessMove(
      process: 1, from: .exiting(.strike), to: .backingOff(until: Self.later.milliseconds + 250), reason: "strike",
      record: RestartRecord())
    mailbox.post(.input(.moved(monitor, move)), from: monitor)
    try runOnce()
    let journal = try driver.facts.store.read { try $0.journal(family: "one") }
    #expect(journal.filter { $0.extension == "one.monitor" }.map(\.detail) == ["it waits 250 ms"])
  }

  @Test func `what a program printed reaches the device`() throws {
    var log = CapturedLog(isCountedOnly: false)
    log.append(Array("one\ntwo\n".utf8))
    let printed = log
    mailbox.post(.note { $0.logged("one.monitor", process: 1, log: printed) }, from: ProgramID("one.monitor"))
    try runOnce()
    #expect(driver.device.owners.registry.takeOutput(of: ProgramID("one.monitor")) == ["one", "two"])
  }

  @Test func `an input that the device refuses is a warning, and the host goes on`() throws {
    mailbox.post(.input(.operator(.reset(ProgramID("nobody.app")))), from: ProgramID("one.app"))
    try runOnce()
    let warnings = heard.events.filter { $0.kind == .warning && $0.what.contains("a program “nobody.app”") }
    #expect(warnings.count == 1, "\(heard.said(.warning))")
  }

  @Test func `a host that has ended is not there any more for a command`() throws {
    let state = run.families.state
    #expect(HostClient(state: state) != nil)
    try runOnce()
    #expect(HostClient(state: state) == nil)
    #expect(!FileManager.default.fileExists(atPath: state + "/" + HostSocketAddress.name))
    // The driver is still there.
    #expect(driver.device.now == Self.later)
  }

  private struct FullDisk: Error {}

  @Test func `a host that can't write its state ends with that error, and closes its socket`() throws {
    driver.facts.store.onTransaction = { moment, _ in if moment == .beforeCommit { throw FullDisk() } }
    #expect(throws: FullDisk.self) { try driver.run() }
    #expect(HostClient(state: run.families.state) == nil)
    driver.facts.store.onTransaction = nil
  }
}
