// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

/// Moves inputs and commands on a real clock: an event loop on one thread, and a thread for each lane. The loop waits for
/// its descriptors and for nothing else (H8), so a family that hangs delays no other (H3). It decides nothing.
package final class LiveDriver {
  package let device: Device
  let lanes: LiveLanes
  let observer: RunObserver
  let stage: SurfaceStage
  let person: LivePerson
  private let feed: any LiveFeed
  private let mailbox: Mailbox
  private let reporter: LaneReporter
  private let alarm: WakeTimer
  private let time: DeviceTime
  private let stop: Signal
  /// The instant that the device asked to be woken at.
  var wake: Timestamp?

  /// Opens the state directory and takes up its pending deliveries; launches nothing yet.
  ///
  /// - Throws: `HostError`, `StoreError`, `TokenKeyError`: one sentence each.
  ///
  /// - Parameter feed: makes the feed from what an earlier host left: how its clock stood, and the device's time, which is
  ///   `nil` for a new device.
  package init(
    _ configuration: HostConfiguration, feed: (ClockMark?, Timestamp?) throws -> any LiveFeed,
    onEvent: @escaping (HostEvent) -> Void
  ) throws {
    let opened = try DeviceOpening(
      configuration, onFirstKey: { onEvent(HostEvent(at: configuration.start, .ledgerKey, "\($0)")) })
    observer = try RunObserver(configuration, onEvent: onEvent)
    observer.advance(to: opened.memory.state.now)
    mailbox = try Mailbox(configuration.families.flatMap { $0.manifest.programs.map { ProgramID($0.id) } })
    reporter = LaneReporter(mailbox, isRecorded: configuration.recordingPath != nil)
    let loaded = try FamilyLoader(configuration, opened, observer, watching: reporter).load()
    reporter.watch(loaded.lanes, loaded.builds)
    let owners = try Owners(configuration, opened, loaded.hosted, width: .perFamily)
    device = Device(owners)
    time = DeviceTime()
    lanes = LiveLanes(loaded.lanes, owners.registry, mailbox, time)
    person = LivePerson(configuration)
    stage = SurfaceStage(configuration, assets: owners.registry.assets(of:))
    alarm = try WakeTimer()
    stop = try Signal()
    self.feed = try opened.memory.store.read { reader in
      try feed(try reader.value(ClockMark.self, HostMeta.clockMark), try reader.loadState()?.now)
    }
    try take(.operator(.opens))
  }

  package var facts: DeviceFacts { device.facts }
  package var launches: LaunchTally { observer.launches }
  package var writtenPages: [String] { stage.pages?.written ?? [] }

  /// Ends a run in good order; may be called from a handler of signals and from any thread.
  package var ending: @Sendable () -> Void { { [stop] in stop.raise() } }

  /// Lives until it is ended: callbacks, shields and reports happen where they fall due.
  package func run() throws {
    do {
      try readFeed()
      try take(.operator(.starts))
      for act in person.beginning(try facts.unopenedApps(), facts.familiesWithoutApp) { try take(.person(act)) }
      try rest()
      while !stop.take() {
        wait()
        try readFeed()
        try takeReports()
        try rest()
      }
    } catch {
      // What was owed is stored; the next run goes on with it.
      try? close()
      throw error
    }
    try close()
  }

  /// Ends every callback and process, writes what waits, and closes the recording.
  private func close() throws {
    try takeReports()
    lanes.close()
    let left = try lanes.unfinished(by: .now() + .seconds(5)) { try takeReports(isEnding: true) }
    for program in left {
      observer.tell(HostEvent(at: device.now, .warning, "\(program) did not end in time; the kernel ends it now"))
    }
    _ = carryOut(try device.save())
    try stage.pages?.flush()
    try observer.finish()
  }
}

// MARK: - The loop

extension LiveDriver {
  /// Sleeps until something is there: a report, a source, an instant, a clock that was set, or the end.
  private func wait() {
    let next = [wake, feed.nextLook, person.nextAct].compactMap(\.self).min()
    alarm.set(to: next.map { feed.boottime(of: max($0, device.now.advanced(by: 1))) })
    var polled =
      ([mailbox.signal.descriptor, alarm.descriptor, alarm.wallDescriptor, stop.descriptor] + feed.descriptors)
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // An interrupted wait is a wait that is over.
    _ = poll(&polled, nfds_t(polled.count), -1)
    alarm.quieten()
    _ = mailbox.signal.take()
  }

  /// Use and time up to the present.
  private func readFeed() throws {
    for input in feed.read() {
      switch input {
      case .use(let span): while device.now < span.end { try take(input) }
      case .time(let now): while device.now < now { try take(input) }
      default: try take(input)
      }
    }
    time.set(offset: device.now.milliseconds - feed.boottime(of: device.now))
  }

  /// - Parameter isEnding: callbacks that were ended with the host count as not tried.
  private func takeReports(isEnding: Bool = false) throws {
    for report in mailbox.drain() {
      switch report {
      case .note(let note):
        note(observer)
        for news in observer.takeNews() { try take(news) }
      case .input(.ended) where isEnding, .input(.asked) where isEnding, .input(.held) where isEnding: continue
      case .input(let input): try take(input)
      }
    }
  }

  /// Everything that came was taken: what the person does now, what is to be drawn, and until when there is nothing to do.
  private func rest() throws {
    while let act = person.nextAct(at: device.now, isBusy: lanes.isBusy) { try take(.person(act)) }
    try take(.time(device.now))
  }

  private func take(_ input: DeviceInput) throws {
    do {
      for next in carryOut(try device.take(input)) { try take(next) }
    } catch let error as HostError {
      // An act that is refused has changed nothing.
      observer.tell(HostEvent(at: device.now, .warning, "\(error)"))
    }
    if case .ended(let call, _) = input, device.owners.desk[call] == nil { lanes.ended(call) }
    observer.advance(to: device.now)
  }
}
