// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// A live host's lane goes on as soon as its callback is cancelled, whatever it waits for.
@Suite struct CancelledLaneTests {
  /// A scripted clock that the host reads all the time.
  private final class WatchedFeed: LiveFeed {
    private let base = ScaledFeed([(0, LiveRun.editor)], start: LiveRun.start)
    let descriptors: [CInt] = []
    let nextLook: Timestamp? = LiveRun.start
    var onRead: () -> Void = {}

    func read() -> [DeviceInput] {
      onRead()
      return base.read()
    }

    func boottime(of instant: Timestamp) -> Int64 { base.boottime(of: instant) }
  }

  private static let one = FamilyID("one")

  /// Removes the family once `isWaiting` is true.
  ///
  /// - Parameter isOpened: whether the person opens the app, and answers none of its questions.
  /// - Returns: what the host knows of a program once that has ended; `nil` if it does not end in time.
  private func status(
    of name: String, in run: LiveRun, isOpened: Bool, removedWhen isWaiting: @escaping ([HostEvent]) -> Bool
  ) throws -> ProgramStatus? {
    let (feed, heard) = (WatchedFeed(), Heard())
    let driver = try LiveDriver(
      run.configuration(answered: isOpened ? [] : nil), feed: { _, _ in feed }, onEvent: { heard.events.append($0) })
    let own = Mirror(reflecting: driver).children.first { $0.label == "mailbox" }
    let mailbox = try #require(own?.value as? Mailbox)
    let program = ProgramID(name)
    if isOpened {
      mailbox.post(.input(.person(PersonAct(.opens(Self.one, stays: true)))), from: program)
    }
    // Without the cancellation it would end at its deadline of five seconds, or with its host.
    let deadline = ContinuousClock.now + .seconds(20)
    var isRemoved = false
    var found: ProgramStatus?
    feed.onRead = { [unowned driver] in
      if isRemoved {
        let known = driver.facts.owners.registry.standing(program)
        if known?.state == .cold { found = known }
      } else if isWaiting(heard.events) {
        mailbox.post(.input(.person(PersonAct(.removes(Self.one, by: .person)))), from: program)
        isRemoved = true
      }
      if found != nil || ContinuousClock.now > deadline { driver.ending() }
    }
    try driver.run()
    return found
  }

  @Test func `a lane that waits for a person's answer goes on when its family is removed`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    let status = try status(of: "one.app", in: run, isOpened: true) { events in
      events.contains { $0.what.hasPrefix("asks the person") }
    }
    #expect(status?.record.strikes.isEmpty == true)
  }

  @Test func `a hanging process is ended when its family is removed, and that is not counted as a failure`() throws {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .hangs])
    let stage = run.programs.stage
    let status = try status(of: "one.monitor", in: run, isOpened: false) { _ in
      stage.requests.contains { $0.program == "one.monitor" }
    }
    #expect(status?.record.strikes.isEmpty == true)
  }
}
