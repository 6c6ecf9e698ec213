// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

/// Moves inputs and commands on a real clock: an event loop on one thread, and one thread per lane. The loop waits only
/// for its descriptors (H8), so a family that hangs does not delay any other (H3). It makes no decisions; the device
/// does.
package final class LiveDriver {
  private let hosted: HostedDevice
  let lanes: LiveLanes
  let stage: SurfaceStage
  let person: LivePerson
  private let feed: any LiveFeed
  private let mailbox: Mailbox
  private let reporter: LaneReporter
  private let alarm: WakeTimer
  private let time: DeviceTime
  private let stop: Signal
  /// The instant at which the device asked to be woken.
  var wake: Timestamp?
  /// Called after a surface was presented and its page, if any, was written.
  package var onPresented: (Surface) -> Void = { _ in }

  /// Opens the state directory and loads its pending deliveries. Nothing is launched yet.
  ///
  /// - Parameter feed: makes the feed from what an earlier host stored: its clock's mark and the device's time, which
  ///   is `nil` for a new device.
  ///
  /// - Throws: `HostError`, `StoreError` or `TokenKeyError`, each with a one-sentence message.
  package init(
    _ configuration: HostConfiguration, feed: (ClockMark?, Timestamp?) throws -> any LiveFeed,
    onEvent: @escaping (HostEvent) -> Void
  ) throws {
    var configuration = configuration
    configuration.turns = .perFamily
    mailbox = try Mailbox(configuration.families.flatMap { $0.manifest.programs.map { ProgramID($0.id) } })
    reporter = LaneReporter(mailbox, isRecorded: configuration.recordingPath != nil)
    hosted = try HostedDevice(configuration, reporter: reporter, onEvent: onEvent)
    let owners = hosted.device.owners
    time = DeviceTime()
    lanes = LiveLanes(hosted.lanes, owners.registry, mailbox, time)
    person = try LivePerson(configuration, hosted.device.facts)
    stage = SurfaceStage(configuration, assets: owners.registry.assets(of:))
    alarm = try WakeTimer()
    stop = try Signal()
    self.feed = try owners.memory.store.read { reader in
      try feed(try reader.value(ClockMark.self, HostMeta.clockMark), try reader.loadState()?.now)
    }
    try take(.operator(.opens))
  }

  package var device: Device { hosted.device }
  /// The milliseconds without any event after which the host counts as at rest.
  package var restDelay: CInt {
    get { alarm.restDelay }
    set { alarm.restDelay = newValue }
  }
  package var facts: DeviceFacts { device.facts }
  package var launches: LaunchTally { hosted.launches }
  package var record: RunRecord { hosted.record }
  package var writtenPages: [String] { stage.pages?.written ?? [] }

  /// Ends a run cleanly. May be called from any thread and from a signal handler.
  package var ending: @Sendable () -> Void { { [stop] in stop.raise() } }

  /// Runs until it is ended. Callbacks, shields and reports happen when they are due.
  package func run() throws {
    hosted.tryCanary()
    do {
      try readFeed()
      try take(.operator(.starts))
      for act in person.beginning(try facts.unopenedApps(), facts.familiesWithoutApp) { try take(.person(act)) }
      try rest()
      while !stop.take() {
        wait()
        try readFeed()
        try takeReports()
        try serve()
        try rest()
        person.socket.announce(facts.changes)
      }
    } catch {
      // Pending deliveries are stored; the next run continues with them.
      try? close()
      throw error
    }
    try close()
  }

  /// Ends every callback and process, saves unsaved state and closes the recording.
  private func close() throws {
    person.socket.close()
    try takeReports()
    lanes.close()
    let left = try lanes.unfinished(by: .now() + .seconds(5)) { try takeReports(isEnding: true) }
    for program in left {
      tell(HostEvent(at: device.now, .warning, "\(program) did not end in time; the kernel ends it now"))
    }
    try take(.operator(.saves))
    try stage.pages?.flush()
    try hosted.finish()
  }
}

// MARK: - The loop

extension LiveDriver {
  /// Sleeps until there is something to do: a report, source input, a timer, a wall clock change or the end.
  private func wait() {
    let next = [wake, feed.nextLook, person.nextAct].compactMap(\.self).min()
    alarm.set(to: next.map { feed.boottime(of: max($0, device.now.advanced(by: 1))) })
    var polled =
      ([mailbox.signal.descriptor, alarm.descriptor, alarm.wallDescriptor, stop.descriptor] + feed.descriptors)
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polled += person.socket.polled
    // poll() may be interrupted; the loop then just runs once more.
    if poll(&polled, nfds_t(polled.count), person.socket.hasMore ? 0 : alarm.restDelay) == 0, !person.socket.hasMore {
      ResidentMemory.release()
      _ = poll(&polled, nfds_t(polled.count), -1)
    }
    alarm.quieten()
    _ = mailbox.signal.take()
  }

  /// Takes use and time up to the present.
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

  /// - Parameter isEnding: whether the host is ending. Callbacks it ended do not count as attempts then.
  private func takeReports(isEnding: Bool = false) throws {
    for report in mailbox.drain() {
      switch report {
      case .note(let note):
        note(hosted.observer)
        for news in hosted.takeNews() { try take(news) }
      case .input(.ended) where isEnding, .input(.asked) where isEnding, .input(.held) where isEnding: continue
      case .input(let input): try take(input)
      }
    }
  }

  /// Runs after all input was taken: the person's acts, then due drawings and the next wake time.
  private func rest() throws {
    while let act = person.nextAct(at: device.now, isBusy: lanes.isBusy(_:)) { try take(.person(act)) }
    try take(.time(device.now))
  }

  /// Answers the calls of commands.
  private func serve() throws {
    try person.socket.serve { line in try person.service.answer(line, takeAct) }
  }

  /// - Throws: `HostError` if the device refuses the act, which has changed nothing then.
  private func takeAct(_ input: DeviceInput) throws {
    for next in carryOut(try hosted.take(input)) { try take(next) }
  }

  private func take(_ input: DeviceInput) throws {
    do {
      try takeAct(input)
    } catch let error as HostError {
      // A refused act has changed nothing.
      tell(HostEvent(at: device.now, .warning, "\(error)"))
    }
    if case .ended(let call, _) = input, device.owners.desk[call] == nil { lanes.ended(call) }
  }

  func tell(_ event: HostEvent) { hosted.tell(event) }
}
