// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing

@testable import HostCore

/// The device's handling of source and clock events: timeline, journal, `explain`, and its own clock and zone.
@Suite struct SourceNewsTests {
  private func take(_ event: SourceEvent, _ live: LiveHost) throws -> [String] {
    try live.host.device.take(.source(event)).compactMap { command in
      guard case .tell(let event) = command else { return nil }
      return [event.kind.rawValue, event.what, event.detail].filter { !$0.isEmpty }.joined(separator: " · ")
    }
  }

  /// An app that no family shields.
  private static let other = Item.application("org.example.Other")

  /// Runs until a minute, in front of an app or away.
  private func live(until end: Int64, in app: Item?, _ live: LiveHost) throws {
    let device = live.host.device
    let span = UseSpan(start: device.now, end: minute(end), app: app, isPresent: app != nil)
    while device.now < span.end { try live.host.act(app == nil ? .time(span.end) : .use(span)) }
    _ = try device.take(.operator(.saves))
  }

  private func minute(_ count: Int64) -> Timestamp { LiveHost.start.advanced(by: count * 60_000) }

  /// The excluded time in minutes, such as `10–20 unseen`.
  private func removed(_ explained: UseExplanation) -> [String] {
    explained.removed.map { removed in
      let minutes = [removed.span.start, removed.span.end].map { $0.milliseconds(since: LiveHost.start) / 60_000 }
      return "\(minutes[0])–\(minutes[1]) \(removed.reason.code)"
    }
  }

  @Test func `reports sources that come and go, sleep and a clock that was set`() throws {
    let live = try LiveHost("sources")
    try live.use(minutes: 5)
    #expect(try take(.appeared(.socket), live) == ["source · source appeared · socket"])
    #expect(
      try take(.lost(.fifo, .writerLeft), live) == ["source · source lost · FIFO: the last writer closed it"])
    #expect(
      try take(.blind(.focus, .disconnected, since: minute(3)), live)
        == ["source · app in front unknown · since 00:03: nothing was received from the sensor"])
    #expect(try take(.sighted(.focus, at: minute(4)), live) == ["source · app in front known again"])
    #expect(
      try take(.suspended(TimeSpan(start: minute(4), end: minute(5))), live)
        == ["clock · computer slept · from 00:04 to 00:05"])
    #expect(
      try take(.clockSet(milliseconds: -3_600_000, response: .ignored), live)
        == ["clock · clock set · by 3600 s back, but not synchronised; the device keeps its own time"])
    try live.close()
  }

  @Test func `explains the time that no source could see and the time asleep (LIVE-USE8, LIVE-CLK1)`() throws {
    let live = try LiveHost("unseen")
    try self.live(until: 10, in: Self.other, live)
    try self.live(until: 40, in: nil, live)
    _ = try take(.blind(.focus, .disconnected, since: minute(10)), live)
    _ = try take(.blind(.focus, .stopped, since: minute(12)), live)
    _ = try take(.suspended(TimeSpan(start: minute(20), end: minute(30))), live)
    _ = try take(.sighted(.focus, at: minute(40)), live)
    try self.live(until: 45, in: Self.other, live)
    let day = TimeSpan(start: LiveHost.start, end: minute(60))
    let explained = try live.host.facts.explainUse(of: .item(Self.other), within: day)
    #expect(explained.total == 15 * 60_000)
    #expect(
      removed(explained) == ["10–20 unseen", "20–30 asleep", "30–40 unseen"])
    try live.close()
  }

  @Test func `a track that is still blind is unseen up to now`() throws {
    let live = try LiveHost("blind")
    try self.live(until: 1, in: Self.other, live)
    _ = try take(.blind(.presence, .stopped, since: minute(1)), live)
    try self.live(until: 3, in: nil, live)
    let day = TimeSpan(start: LiveHost.start, end: minute(60))
    #expect(
      try removed(live.host.facts.explainUse(of: .device, within: day)) == ["1–3 unseen"])
    try live.close()
  }

  @Test func `a blind web track takes nothing from the browser's own time`() throws {
    let live = try LiveHost("web")
    try self.live(until: 3, in: Self.other, live)
    _ = try take(.blind(.web, .stopped, since: minute(1)), live)
    let day = TimeSpan(start: LiveHost.start, end: minute(60))
    #expect(try live.host.facts.explainUse(of: .item(Self.other), within: day).removed.isEmpty)
    #expect(
      try removed(live.host.facts.explainUse(of: .item(.webDomain("games.example")), within: day)) == ["1–3 unseen"])
    try live.close()
  }

  @Test func `follows the person into another zone in its rules, calendar and deliveries (D16)`() throws {
    let live = try LiveHost("zone")
    try live.use(minutes: 1)
    let place = CalendarPlace(timeZone: "Pacific/Auckland")
    #expect(
      try take(.zoneChanged(place), live) == ["clock · zone changed · from UTC to Pacific/Auckland"])
    let facts = live.host.facts
    #expect(facts.state.place.timeZone == "Pacific/Auckland")
    #expect(facts.owners.chronicle.calendar.calendar.timeZone.identifier == "Pacific/Auckland")
    let nowhere = #expect(throws: HostError.self) {
      _ = try live.host.device.take(.source(.zoneChanged(CalendarPlace(timeZone: "Nowhere/At-All"))))
    }
    #expect(nowhere?.code == .usage && live.host.facts.state.place == place, "nothing has changed")
    try live.close()
  }

  @Test func `saves its clock mark for the next host`() throws {
    let live = try LiveHost("mark")
    #expect(try live.host.facts.clockMark() == nil)
    let mark = ClockMark(boot: "5c1e07aa", trustedOffset: 5, wallOffset: 7, followedUnsynchronised: 9)
    _ = try live.host.device.take(.source(.clockMarked(mark)))
    #expect(try live.host.facts.clockMark() == mark)
    try live.close()
  }
}
