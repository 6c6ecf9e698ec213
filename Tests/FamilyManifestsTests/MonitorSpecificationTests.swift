// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Testing

/// The notation for the activities of a stand-in app (DEV-3, DEV-4).
@Suite struct MonitorSpecificationTests {
  private func read(_ texts: String...) throws -> [MonitorSpecification] {
    try MonitorSpecification.list(texts) { $0 == "games" ? "2" : nil }
  }

  private func fault(_ texts: String...) -> String {
    do {
      _ = try MonitorSpecification.list(texts) { _ in nil }
      return ""
    } catch { return error.description }
  }

  private static func at(_ hour: Int64, _ minute: Int64, _ second: Int64 = 0, on day: Int64? = nil)
    -> DateComponentsValue
  {
    var value = DateComponentsValue([.hour: hour, .minute: minute, .second: second])
    if let day { value.fields[.weekday] = day }
    return value
  }

  @Test func `a day is one activity, and its midnight the last second (DEV-4)`() throws {
    let one = try #require(read("daily 00:00-24:00 limit=1h30m warn=90s").first)
    #expect(one.activities.map(\.name) == ["activity"])
    let schedule = try #require(one.activities.first?.schedule)
    #expect(schedule.start == Self.at(0, 0) && schedule.end == Self.at(23, 59, 59) && schedule.repeats)
    #expect(schedule.warning == Self.at(0, 1, 30))
    #expect(one.events.map(\.name) == ["limit"] && one.events[0].thresholdSeconds == 5_400 && one.events[0].countsAll)
  }

  @Test func `weekdays are one weekly activity each, and an early end is on the next day (DEV-4)`() throws {
    let one = try #require(read("late: sat-mon 22:00-06:30").first)
    #expect(one.activities.map(\.name) == ["late-mon", "late-sat", "late-sun"])
    let (monday, saturday) = (one.activities[0].schedule, one.activities[1].schedule)
    #expect(monday.start == Self.at(22, 0, on: 2) && monday.end == Self.at(6, 30, on: 3))
    #expect(saturday.start == Self.at(22, 0, on: 7) && saturday.end == Self.at(6, 30, on: 1))
    #expect(try read("wed,mon 08:00-09:00").first?.activities.map(\.name) == ["activity-mon", "activity-wed"])
  }

  @Test func `clauses after a limit belong to its event`() throws {
    let events = try #require(
      read("daily 06:00-22:00 limit=45m categories=games event=enough past=yes limit=2h domains=a.example,b.example")
        .first
    ).events
    #expect(events.map(\.name) == ["enough", "limit-2"])
    #expect(events[0].categories == ["2"] && events[0].includesPastActivity && !events[0].countsAll)
    #expect(events[1].webDomains == ["a.example", "b.example"] && !events[1].includesPastActivity)
    #expect(events[1].thresholdSeconds == 7_200)
  }

  @Test func `activities without a name are numbered, and no name is given twice`() throws {
    #expect(try read("daily 08:00-09:00", "daily 10:00-11:00").map(\.name) == ["activity", "activity-2"])
    #expect(fault("a: daily 08:00-09:00", "a: daily 10:00-11:00").contains("the name “a” is given twice"))
    #expect(fault("daily 08:00-09:00 limit=1h event=x limit=2h event=x").contains("two events have the same name"))
    let many = Array(repeating: "daily 08:00-09:00", count: 21)
    #expect(throws: MonitorSpecificationError.self) { try MonitorSpecification.list(many) { _ in nil } }
  }

  @Test(arguments: [
    ("", "it needs days and times"), ("daily", "it needs days and times"),
    ("Day: daily 08:00-09:00", "the name of the activity, “Day”"),
    ("everyday 08:00-09:00", "“everyday” is not a choice"),
    ("mon- 08:00-09:00", "“mon-” is not a choice"), ("daily 8:00-09:00", "“8:00-09:00” is not a span"),
    ("daily 24:00-09:00", "is not a span"), ("daily 08:60-09:00", "is not a span"), ("daily 08:00", "is not a span"),
    ("daily 08:00-09:00 limit=1", "“1” is not a duration"), ("daily 08:00-09:00 limit=0m", "“0m” is not a duration"),
    ("daily 08:00-09:00 limit=30m1h", "is not a duration"), ("daily 08:00-09:00 limit=-1h", "is not a duration"),
    ("daily 08:00-09:00 limit=99999999999999999999h", "is not a duration"),
    ("daily 08:00-09:00 limit=169h", "is not a duration"),
    ("daily 08:00-09:00 limit=", "“limit=” is not known here"), ("daily 08:00-09:00 limt=1h", "“limt=1h” is not known"),
    ("daily 08:00-09:00 apps=a", "belongs to a limit"), ("daily 08:00-09:00 limit=1h past=maybe", "past= is yes or no"),
    ("daily 08:00-09:00 limit=1h categories=sport", "“sport” is not a category"),
  ])
  func `a mistake is named with its word and what to write`(_ text: String, _ part: String) {
    #expect(fault(text).contains(part), "\(fault(text))")
    #expect(fault(text).hasPrefix("The specification “\(text)”: "))
  }
}
