// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Callbacks that become due while the host is down.
@Suite struct MissedTimeTests {
  private static let hour: Int64 = 3_600_000
  private static let chess = Item.application("org.example.Chess")

  private func time(_ hours: Double) -> Timestamp {
    NotificationBench.start.advanced(by: Int64(hours * Double(Self.hour)))
  }

  /// A device that is killed at 01:00. From 02:00 to 04:00 and from 06:00 to 08:00 it monitors an hour of use.
  private func killed(
    _ mode: DeliveryMode, downUntil end: Timestamp, profile: PrivacyProfile = .open
  ) throws -> NotificationBench {
    let bench = try NotificationBench(requests: ["authorization", "monitoring"]) {
      ($0.mode, $0.profile) = (mode, profile)
    }
    try bench.approve()
    let effects = [2, 6].map { start -> WireValue in
      [
        "activity": .string("from \(start)"), "kind": "startMonitoring",
        "events": [
          [
            "name": "hour", "threshold": ["hour": 1], "applications": [], "categories": [], "webDomains": [],
            "includesPastActivity": false,
          ]
        ],
        "schedule": [
          "start": ["hour": .integer(Int64(start)), "minute": 0],
          "end": ["hour": .integer(Int64(start + 2)), "minute": 0], "repeats": true,
        ],
      ]
    }
    try bench.reply("homework", effects[0], effects[1])
    try bench.pass(until: time(1))
    return try bench.killed(start: end)
  }

  /// Uses an app, or lets time pass without use.
  ///
  /// - Returns: the callbacks that came, each with its cause.
  private func live(_ bench: NotificationBench, from start: Double, to end: Double, isUse: Bool) throws -> [String] {
    var found: [String] = []
    var count = 0
    while bench.device.now < time(end), count < 100 {
      count += 1
      try bench.take(
        isUse
          ? .use(UseSpan(start: time(start), end: time(end), app: Self.chess, isPresent: true)) : .time(time(end)))
      while let one = bench.sent.first {
        guard case .object(let members) = one.request, case .object(let delivery)? = members["delivery"],
          case .string(let cause)? = delivery["cause"]
        else { throw CancellationError() }
        found.append("\(one.callback) \(cause)")
        try bench.end(one.callback, of: one.program, .replied(["effects": []]))
      }
    }
    return found
  }

  @Test func `use that was recorded while the host was down is caught up with, later use is natural (D17)`() throws {
    let bench = try killed(.faithful, downUntil: time(5))
    #expect(
      try live(bench, from: 2, to: 3.5, isUse: true) == ["intervalDidStart catchUp", "eventDidReachThreshold catchUp"])
    // The end comes with the next use, when the host runs again.
    #expect(try live(bench, from: 3.5, to: 5.5, isUse: false) == [])
    #expect(
      try live(bench, from: 6, to: 7.5, isUse: true) == [
        "intervalDidEnd natural", "intervalDidStart natural", "eventDidReachThreshold natural",
      ])
  }

  @Test func `a stretch of use in which the host starts is caught up with until then (D17)`() throws {
    let bench = try killed(.faithful, downUntil: time(2.5))
    #expect(
      try live(bench, from: 2, to: 3.5, isUse: true) == ["intervalDidStart catchUp", "eventDidReachThreshold natural"])
  }

  @Test func `the clock's callbacks are caught up with where they come by the clock (D17)`() throws {
    let bench = try killed(.exact, downUntil: time(3))
    // Nothing was recorded until use begins, after the host has started.
    #expect(
      try live(bench, from: 3.25, to: 4.5, isUse: true) == [
        "intervalDidStart catchUp", "intervalDidEnd natural",
      ])
  }

  @Test(arguments: PrivacyProfile.allCases)
  func `only the profile open tells a family that the host was down (D17)`(_ profile: PrivacyProfile) throws {
    let bench = try killed(.faithful, downUntil: time(5), profile: profile)
    let causes = try live(bench, from: 2, to: 3.75, isUse: true)
    #expect(!causes.isEmpty && causes.contains { $0.hasSuffix("catchUp") } == (profile == .open), "\(causes)")
    #expect(causes.allSatisfy { profile == .open || $0.hasSuffix("natural") }, "\(causes)")
    let stored = try bench.driver.facts.store.read { try $0.deliveryHistory(family: "homework") }
    #expect(stored.contains { String(decoding: $0.body, as: UTF8.self).contains("catchUp") })
  }

  @Test func `a host that was not down catches up with nothing`() throws {
    let bench = try killed(.exact, downUntil: time(0.5))
    #expect(
      try live(bench, from: 2, to: 4.5, isUse: true) == [
        "intervalDidStart natural", "eventDidReachThreshold natural", "intervalDidEnd natural",
      ])
  }
}
