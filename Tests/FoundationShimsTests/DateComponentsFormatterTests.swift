// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FoundationShims
import Testing

@Suite struct DateComponentsFormatterTests {
  private func formatter(
    _ units: NSCalendar.Unit, _ style: DateComponentsFormatter.UnitsStyle,
    _ zeros: DateComponentsFormatter.ZeroFormattingBehavior = .default
  ) -> DateComponentsFormatter {
    let formatter = DateComponentsFormatter()
    formatter.allowedUnits = units
    formatter.unitsStyle = style
    formatter.zeroFormattingBehavior = zeros
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_US")
    formatter.calendar = calendar
    return formatter
  }

  @Test(arguments: [
    (DateComponentsFormatter.UnitsStyle.abbreviated, "1h 30m"), (.short, "1 hr, 30 min"), (.brief, "1hr 30min"),
    (.full, "1 hour, 30 minutes"), (.positional, "1:30"), (.spellOut, "one hour, thirty minutes"),
  ])
  func `each style formats units in its own form`(_ style: DateComponentsFormatter.UnitsStyle, _ text: String) {
    #expect(formatter([.hour, .minute], style).string(from: 5_400) == text)
  }

  @Test func `zero units are dropped, and a zero duration shows the smallest unit`() {
    let formatter = formatter([.day, .hour, .minute, .second], .abbreviated, .dropAll)
    #expect(formatter.string(from: 3_601) == "1h 1s")
    #expect(formatter.string(from: 0) == "0s")
  }

  @Test func `padding keeps all units, with two digits each`() {
    #expect(formatter([.hour, .minute, .second], .positional, .pad).string(from: 65) == "00:01:05")
    #expect(formatter([.hour, .minute], .abbreviated, .pad).string(from: 300) == "0h 5m")
  }

  @Test func `the positional style shows at least minutes and seconds`() {
    #expect(formatter([.minute, .second], .positional).string(from: 5) == "0:05")
    #expect(formatter([.hour, .minute, .second], .positional).string(from: 65) == "1:05")
  }

  @Test func `time beyond the allowed units is added to the largest of them`() {
    #expect(formatter([.minute], .abbreviated).string(from: 7_200) == "120m")
    #expect(formatter([.day, .hour], .full).string(from: 100 * 86_400) == "100 days")
  }

  @Test func `at most maximumUnitCount units are shown, the largest ones`() {
    let formatter = formatter([.day, .hour, .minute], .full)
    formatter.maximumUnitCount = 2
    #expect(formatter.string(from: 90_061) == "1 day, 1 hour")
  }

  @Test func `a negative duration has a minus, and one that is not a number has no text`() {
    #expect(formatter([.hour], .abbreviated).string(from: -7_200) == "-2h")
    #expect(formatter([.hour], .abbreviated).string(from: .nan) == nil)
    #expect(formatter([.hour], .abbreviated).string(from: .infinity) == nil)
  }

  @Test func `months are counted between dates`() throws {
    let start = try Date("2026-01-31T00:00:00Z", strategy: .iso8601)
    let end = try Date("2026-03-31T00:00:00Z", strategy: .iso8601)
    let formatter = formatter([.month, .day], .full)
    formatter.referenceDate = start
    formatter.calendar?.timeZone = .gmt
    #expect(formatter.string(from: start, to: end) == "2 months")
  }

  @Test func `units are written in the locale of the calendar`() {
    let formatter = formatter([.hour], .full)
    formatter.calendar?.locale = Locale(identifier: "de_DE")
    #expect(formatter.string(from: 7_200) == "2 Stunden")
  }

  @Test func `adds its phrases, and collapses a largest unit of one into the next`() {
    let formatter = formatter([.hour, .minute], .abbreviated)
    formatter.includesApproximationPhrase = true
    formatter.includesTimeRemainingPhrase = true
    formatter.collapsesLargestUnit = true
    #expect(formatter.string(from: 3_780) == "About 63m remaining")
  }
}
