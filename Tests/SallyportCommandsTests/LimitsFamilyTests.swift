// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The family Limits over one synthetic day, set up by taps in its app alone.
@Suite(.serialized) struct LimitsFamilyTests {
  private struct Day {
    var state: String
    var output: String

    func explain(_ item: String) throws -> String {
      try SallyportProgram.run(["explain", "shield", item, "--state", state]).output
    }

    @discardableResult
    func press(_ item: String, _ button: String) throws -> String {
      try SallyportProgram.run(["shield", "press", item, "--button", button, "--state", state]).output
    }
  }

  /// Runs a day, in which the person sets a limit on games by taps.
  private static func day(_ taps: [String], picks: [String] = [#"{"categories":["2"]}"#]) throws -> Day {
    let (finished, place) = try run(taps, picks)
    try #require(finished.status == 0, "\(finished.complaints)")
    return Day(state: place, output: finished.output)
  }

  private static func run(_ taps: [String], _ picks: [String]) throws -> (SallyportProgram.Finished, state: String) {
    try #require(
      FileManager.default.isExecutableFile(atPath: SallyportProgram.root + "/.build-extensions/release/Limits"),
      "The example extensions are not built; run `make extensions`.")
    let place = SallyportProgram.scratch + "/" + UUID().uuidString
    let names = taps.map { "\"\($0)\"" }.joined(separator: ",")
    try Data(
      #"{"limits":{"authorize":"approved","taps":[\#(names)],"picks":[\#(picks.joined(separator: ","))]}}"#.utf8
    ).write(to: URL(filePath: place + ".json"))
    let finished = try SallyportProgram.run([
      "run", "--synthetic-week", "--days", "1", "--manifests", SallyportProgram.root + "/Extensions/manifests",
      "--family", "limits", "--answers", place + ".json", "--press", "none", "--state", place, "--output",
      place + "-pages",
    ])
    return (finished, place)
  }

  private static let fiveMinutes =
    ["Add a limit"] + Array(repeating: "Shorten limit 1", count: 4) + ["Choose items for limit 1"]

  @Test func `a reached limit shields only its category, until the end of the day`() throws {
    let day = try Self.day(Self.fiveMinutes)
    #expect(day.output.contains("eventDidReachThreshold limit.1 day"))
    // The effects of a callback are printed before its end.
    let parts = day.output.components(separatedBy: "eventDidReachThreshold limit.1 day")
    #expect(parts.count == 2 && parts[0].contains("shield.applicationCategories = 1 categories"), "\(day.output)")
    #expect(try day.explain("Text Editor").contains("free"))
  }

  @Test func `a tap on a button that the window does not draw fails the run and names those it draws (CON-21)`() throws
  {
    let (run, place) = try Self.run(["Add a limit", "Shorten limit 2"], [])
    #expect(run.status == 1)
    #expect(
      run.complaints.contains(
        "\(place).json: the answer at /limits/taps/1 was not used: the window has no button “Shorten limit 2”; it has "
          + "“Choose items for limit 1”, “Remove limit 1”, “Shorten limit 1”"), "\(run.complaints)")
  }

  @Test func `downtime shields everything except always-allowed items`() throws {
    let day = try Self.day(
      ["Downtime", "Choose what is always allowed"], picks: [#"{"applications":["org.gnome.TextEditor"]}"#])
    #expect(day.output.contains("intervalDidStart downtime") && day.output.contains("intervalDidEnd downtime"))
    #expect(try day.explain("Minetest").contains("shielded"))
    #expect(try day.explain("Text Editor").contains("free"))
  }

  @Test(arguments: [("1", "oneMinute"), ("2", "quarterHour")])
  func `a shield gives a minute or a quarter of an hour`(button: String, activity: String) throws {
    let day = try Self.day(["Downtime"], picks: [])
    let printed = try day.press("Minetest", button)
    #expect(printed.contains("monitors \(activity)"), "\(printed)")
    #expect(try day.explain("Minetest").contains("free"))
  }

  @Test func `no button gives more time once the person has turned that off`() throws {
    let day = try Self.day(["Downtime", "More time on a shield"], picks: [])
    for button in ["1", "2"] { try day.press("Minetest", button) }
    #expect(try day.explain("Minetest").contains("shielded"))
  }

  @Test func `the weekly report names each day and the most used apps`() throws {
    let day = try Self.day(["Downtime"], picks: [])
    let report = try SallyportProgram.run(["report", "limits", "week", "--state", day.state])
    #expect(report.status == 0, "\(report.complaints)")
    for text in ["in seven days", "Mon", "Tue", "Discord"] { #expect(report.output.contains(text), "\(text)") }
  }
}
