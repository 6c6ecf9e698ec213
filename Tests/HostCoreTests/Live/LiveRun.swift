// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Synchronization
import Testing

/// A live host on a test thread, over families of simulated programs.
final class LiveRun {
  static let start = Timestamp(milliseconds: UsageLines.midnight + 8 * 3_600_000)
  static let editor = RecordedForeground(app: .application("org.gnome.TextEditor"), isPresent: true)
  static let chess = RecordedForeground(app: .application("org.gnome.Chess"), isPresent: true)

  private struct DeliveryRecord {
    var events: [HostEvent] = []
    var surfaces: [Surface] = []
  }

  private final class Handle: Sendable {
    let ending = Mutex<(@Sendable () -> Void)?>(nil)
  }

  let programs: PlayedPrograms
  let families: ScriptFamilies
  /// The path of the recording.
  var recording: String?
  private let told = Mutex(DeliveryRecord())
  private var changed: DispatchSemaphore { programs.stage.news }
  private let ended = DispatchSemaphore(value: 0)
  private let failure = Mutex<String?>(nil)
  private var ending: (@Sendable () -> Void)?
  /// The profile, set before `begin`.
  var profile = PrivacyProfile.open
  private let base = Mutex<Int64>(0)

  /// The machine's clock at an instant of the last run.
  func boottime(of instant: Timestamp) -> Int64 {
    ScaledFeed.boottime(of: instant, after: Self.start, at: base.withLock { $0 })
  }
  /// Whether the scripts run as processes in the sandbox, instead of being played.
  var hasProcesses = false
  /// The directory of the pages; `nil`: none are written.
  var pages: String?
  /// The milliseconds without any event after which the host counts as at rest; `nil`: the standard.
  var restDelay: CInt?
  /// The buttons that the person presses.
  var presses: [ShieldButton] = []
  /// Whether the person leaves the apps open.
  var leavesOpen = false
  /// The names of items.
  var names: [Item: String] = [:]

  init(_ parts: [String: PlayedPrograms.Part], in families: ScriptFamilies? = nil) throws {
    programs = PlayedPrograms(parts: parts)
    self.families = try families ?? ScriptFamilies()
    guard families == nil else { return }
    for family in Set(parts.keys.map { String($0.prefix { $0 != "." }) }) { try self.families.add(family) }
  }

  func configuration(clock: HostConfiguration.ClockKind = .real, answered: [String]? = nil) throws -> HostConfiguration
  {
    let catalog = FamilyCatalog(directories: [families.manifests], owner: getuid())
    try #require(catalog.refusals.isEmpty, "\(catalog.refusals)")
    let names = answered ?? catalog.families.map(\.manifest.family)
    var configuration = HostConfiguration(
      stateDirectory: families.state, outputDirectory: pages, recordingPath: recording, families: catalog.families,
      launcherPath: "/bin/false", clock: clock, mode: .faithful, start: Self.start,
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
      profile: profile, registry: ItemRegistry(), names: self.names,
      answers: PersonAnswers(
        families: Dictionary(
          uniqueKeysWithValues: names.map { ($0, .init(authorize: .approved, leavesOpen: leavesOpen)) }),
        otherwise: .unanswered),
      presses: PressScript(buttons: presses), seed: 1, reproducibleKeys: true, programs: programs)
    configuration.authorization = .init(person: .adult)
    if hasProcesses {
      ignoreBrokenPipeSignals()
      configuration.programs = nil
      configuration.launcherPath = (HostProgram.path as NSString).deletingLastPathComponent + "/sallyport-launch"
    }
    return configuration
  }

  /// Starts the host over a script of use.
  func begin(_ script: [(from: Int64, front: RecordedForeground)], answered: [String]? = nil) throws {
    let configuration = try configuration(answered: answered)
    let opened = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let unsafeConfiguration = configuration
    nonisolated(unsafe) let run = self
    let stop = Handle()
    Thread.detachNewThread {
      do {
        let driver = try LiveDriver(
          unsafeConfiguration,
          feed: { _, _ in
            let feed = ScaledFeed(script, start: Self.start)
            let base = feed.base
            run.base.withLock { $0 = base }
            return feed
          }
        ) { event in
          run.told.withLock { $0.events.append(event) }
          run.changed.signal()
        }
        driver.onPresented = { surface in run.told.withLock { $0.surfaces.append(surface) } }
        if let delay = run.restDelay { driver.restDelay = delay }
        stop.ending.withLock { $0 = driver.ending }
        opened.signal()
        try driver.run()
      } catch {
        run.failure.withLock { $0 = "\(error)" }
        opened.signal()
      }
      run.ended.signal()
      run.changed.signal()
    }
    opened.wait()
    ending = stop.ending.withLock { $0 }
  }

  var events: [HostEvent] { told.withLock { $0.events } }
  /// The presented surfaces, oldest first.
  var surfaces: [Surface] { told.withLock { $0.surfaces } }

  /// Waits for an event.
  func wait(for what: (HostEvent) -> Bool) throws { try wait { self.events.contains(where: what) } }

  /// Waits until an event or a received request makes a condition true.
  func wait(until isTrue: () -> Bool) throws {
    while !isTrue() {
      if let failure = failure.withLock({ $0 }) { throw HostError(.failed, failure) }
      guard changed.wait(timeout: .now() + 60) == .success else {
        throw HostError(.failed, "no more events; so far: \(events.map { "\($0.what) \($0.detail)" })")
      }
    }
  }

  /// Waits until a callback of a program is settled.
  func wait(for callback: String, of program: String) throws {
    try wait(for: { $0.extension == program && $0.what.hasPrefix(callback) && $0.settlement != nil })
  }

  func end() throws {
    ending?()
    ended.wait()
    if let failure = failure.withLock({ $0 }) { throw HostError(.failed, failure) }
  }

  /// The history of the outbox; call it after the host has ended.
  func deliveries(of family: String) throws -> [PendingDelivery] {
    try DeviceStore(directory: families.state, durability: .simulated).read { try $0.deliveryHistory() }.filter {
      $0.family == family
    }
  }
}
