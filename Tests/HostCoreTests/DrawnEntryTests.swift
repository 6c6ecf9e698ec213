// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import Testing

@testable import HostCore

/// The entries of a widget's timeline, as they are explained to the person.
@Suite struct DrawnEntryTests {
  @Test func `each entry is drawn as of its own date`() throws {
    let host = WidgetHostTests()
    let bench = try host.bench()
    let id = try host.place(bench, [(0, "one"), (3_600_000, "two"), (7_200_000, "three")])
    let timeline = try bench.driver.facts.timeline(of: bench.driver.facts.widget(id))
    try #require(Set(timeline.map(\.date)).count == 3)
    #expect(timeline.map(\.widget.at) == timeline.map(\.date))
  }
}
