// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// When an activity without a further interval is removed, for every kind of delivery that could still need it.
@Suite struct FinishedActivityTests {
  /// The activity is removed while the device is in use, with limits that count this use.
  @Test(arguments: [DeliveryMode.faithful, .exact], [false, true])
  func `a one-shot that the clock jumped over is removed, and other limits count on (D13, D17)`(
    _ mode: DeliveryMode, _ isShielded: Bool
  ) throws {
    let item = Item.application("game")
    var bench = Bench(mode: mode, at: "2026-08-13 08:00")
    let limit = [
      ActivityEvent(name: "e", selection: ItemSelection(applications: [item]), threshold: .minutes(30))
    ]
    try bench.apply([
      .startMonitoring(activity: "once", schedule: .daily(.at(9), .at(10), repeats: false), events: limit),
      .startMonitoring(activity: "day", schedule: .wholeDay, events: limit),
    ])
    if isShielded {
      let other: SettingValue = .items([.application("other")])
      try bench.apply([.setSetting(store: "s", key: .shieldApplications, value: other)])
    }
    bench.use(item, "2026-08-13 08:00", "2026-08-13 08:20")
    bench.rules.jump(to: Bench.time("2026-08-13 11:00"), in: &bench.state)
    bench.use(item, "2026-08-13 11:00", "2026-08-13 11:15")
    #expect(bench.state.families[Bench.family]?.activityNames == ["day"])
    #expect(bench.transcript { $0.event != nil } == ["e 13 11:10"])
  }
}
