// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import Testing

/// Journeys on a virtual clock.
@Suite struct ZoneChangeTests {
  private let scratch = Scratch()
  private let changes = [
    ZoneChange(at: LiveHost.start.advanced(by: 7_200_000), timeZone: "Pacific/Auckland"),
    ZoneChange(at: LiveHost.start.advanced(by: 3_600_000), timeZone: "America/New_York"),
  ]

  /// Runs to `minutes` after the start, the first two hours of them with use in one span.
  private func run(_ minutes: Int64) throws -> (events: [String], zone: String) {
    var configuration = HostConfiguration(
      stateDirectory: scratch.path + "/state", outputDirectory: nil, recordingPath: nil, families: [],
      launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: LiveHost.start,
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
      profile: .open, registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true)
    configuration.zoneChanges = changes
    var events: [String] = []
    let driver = try VirtualDriver(configuration) { event in
      guard event.what == "zone changed" else { return }
      events.append("\(event.at.milliseconds(since: LiveHost.start) / 60_000): \(event.detail)")
    }
    let end = LiveHost.start.advanced(by: minutes * 60_000)
    let use = UseSpan(
      start: LiveHost.start, end: LiveHost.start.advanced(by: min(minutes, 120) * 60_000), app: LiveHost.editor,
      isPresent: true)
    try driver.run(through: [use], until: end)
    let zone = driver.facts.state.place.timeZone
    try driver.close()
    return (events, zone)
  }

  @Test func `the device moves at the minute of each journey, in the order of time and within use (D16)`() throws {
    let day = try run(180)
    #expect(day.events == ["60: from UTC to America/New_York", "120: from America/New_York to Pacific/Auckland"])
    #expect(day.zone == "Pacific/Auckland")
  }

  @Test func `a later run over the state makes only the journeys to come`() throws {
    #expect(try run(90).zone == "America/New_York")
    // The second run starts in the zone that it names.
    #expect(try run(180).events == ["120: from UTC to Pacific/Auckland"])
  }
}
