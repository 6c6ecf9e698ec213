// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A week of Homework's widget and Chat's Focus filter, as real programs: reloads, edges, a button, taps, the lock.
@Suite struct HomeWeekTests {
  private static let manifests = HostProgram.root + "/Extensions/manifests"

  private static let answers = """
    {
      "homework": {
        "authorize": "approved", "taps": ["Select Apps to Discourage", "Select Apps to Encourage"],
        "picks": [{ "categories": ["1", "2"] }, { "applications": ["org.gnome.TextEditor"] }],
        "widgets": [
          { "kind": "Countdown", "size": "systemSmall" }, { "kind": "Countdown", "size": "systemMedium" },
          { "kind": "Countdown", "size": "accessoryCircular" }, { "kind": "Countdown", "size": "accessoryRectangular" },
          { "kind": "Countdown", "size": "accessoryInline" }
        ]
      },
      "chat": { "authorize": "approved", "taps": ["Message for work", "Message for club"] }
    }

    """

  private let scratch = Scratch()
  private var state: String { scratch.path + "/state" }

  /// Runs up to an hour of the week. The person is there from seven to nine in the evening, and writes from seven to
  /// eight and from three to five.
  private func run(from start: (day: Double, hour: Double), to end: (day: Double, hour: Double)) throws -> [String] {
    let (begin, finish) = (start.day * 1_440 + start.hour * 60, end.day * 1_440 + end.hour * 60)
    var lines: [String] = []
    for day in 0..<7 {
      func part(_ from: Double, _ to: Double, _ line: (Double, Double) -> String) {
        let (from, to) = (max(begin, Double(day) * 1_440 + from * 60), min(finish, Double(day) * 1_440 + to * 60))
        if from < to { lines.append(line(from, to)) }
      }
      part(7, 21) { UsageLines.active(from: $0, to: $1) }
      for (from, to) in [(7.0, 8.0), (15.0, 17.0)] { part(from, to) { UsageLines.app(from: $0, to: $1) } }
    }
    let usage = try scratch.write(UsageLines.file(lines), to: "use-\(Int(finish)).ndjson")
    let answers = try scratch.write(Self.answers, to: "answers.json")
    let done = try HostProgram.run([
      "run", usage, "--time-zone", "UTC", "--person", "child", "--manifests", Self.manifests, "--answers", answers,
      "--family", "homework", "--family", "chat", "--state", state, "--programs", HostProgram.programs,
    ])
    #expect(done.status == 0, "\(done.output) \(done.complaints)")
    return done.output.split(separator: "\n").map(String.init)
  }

  @discardableResult
  private func command(_ words: String...) throws -> String {
    let done = try HostProgram.run(words + ["--state", state])
    #expect(done.status == 0, "\(words): \(done.output) \(done.complaints)")
    return done.output
  }

  /// The days' lines that contain a text, with their times and without columns of blanks.
  private func events(_ lines: [String], _ text: String) -> [String] {
    lines.filter { $0.contains(text) }.map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: HostProgram.root + "/.build-extensions/release/ChatFocus"),
      "`make extensions` builds the example families"))
  func
    `a week of a widget and a Focus filter has these edges and reloads (FOCUS-F5, FOCUS-F17, WIDGET-W7, WIDGET-W46)`()
    throws
  {
    let first = try run(from: (0, 7), to: (0, 8))
    #expect(!first.contains { $0.contains("failed") }, "\(first)")
    let widgets = try command("widgets", "--quiet").split(separator: "\n").map(String.init)
    #expect(widgets.count == 5)
    let small = try #require(widgets.first)
    try command("focus", "add", "work", "--name", "Work", "--from", "09:00", "--to", "17:00")
    try command("focus", "configure", "work", "chat", "AccountFilter", "--set", "accounts=work")
    try command("focus", "add", "sleep", "--name", "Sleep", "--allow-none")

    let tuesday = try run(from: (0, 8), to: (1, 18))
    let before = try command("widgets", "show", small, "--format", "text")
    #expect(before.contains("Maths") && !before.contains("Done: 1"), "\(before)")
    // The button's area is the last one. It is performed by the App Intents extension, and the widget then shows it.
    try command("widgets", "tap", small, "--area", "2")
    #expect(try command("widgets", "show", small, "--format", "text").contains("Done: 1"))
    try command("widgets", "tap", small)
    try command("widgets", "lock")
    #expect(try HostProgram.run(["widgets", "tap", small, "--area", "2", "--state", state]).status == 1)
    try command("widgets", "unlock")
    try command("focus", "on", "sleep")
    let wednesday = try run(from: (1, 18), to: (2, 8))
    try command("focus", "off")
    let rest = try run(from: (2, 8), to: (6, 21))

    let week = first + tuesday + wednesday + rest
    #expect(
      events(week, "☾") == ["09:00:00 host ☾ Work is on", "17:00:00 host ☾ Work is off"].cycled(7, without: 0),
      "\(events(week, "☾"))")
    let edges = events(week, "focus.perform").map { $0.split(separator: " ").first.map(String.init) ?? "" }
    #expect(edges == ["09:00:00", "17:00:00"].cycled(7, without: 0), "\(events(week, "focus.perform"))")
    // Eleven falls into Work, whose filter lets one account interrupt; eight in the evening falls into no Focus, on
    // Tuesday into Sleep.
    let digests = try command("explain", "notification", "chat")
    #expect(counted(digests, "notification.match") == 7, "\(digests)")
    #expect(counted(digests, "notification.noMatch") == 7, "\(digests)")
    #expect(counted(digests, "notification.notAllowed") == 2, "\(digests)")

    let reloads = try command("explain", "widget", small)
    for (words, count) in [
      ("placed,", 1), ("interaction, from intent.perform", 1), ("from monitor eventDidReachThreshold", 7),
      ("from monitor intervalDidStart", 6), ("policy,", 7),
    ] {
      #expect(counted(reloads, words) == count, "\(words): \(reloads)")
    }
    #expect(!reloads.contains("widget.failed"), "\(reloads)")
    let home = try command("widgets", "home", "--output", scratch.path + "/pages")
    #expect(home.contains("home.html"))
    let page = try String(contentsOfFile: scratch.path + "/pages/home.html", encoding: .utf8)
    #expect(page.components(separatedBy: "<figure>").count == 6)
  }

  private func counted(_ text: String, _ words: String) -> Int {
    text.split(separator: "\n").count { $0.contains(words) && !$0.hasPrefix("listed") }
  }
}

extension [String] {
  /// The elements repeated, without the first few of the whole.
  fileprivate func cycled(_ times: Int, without first: Int) -> [String] {
    Array(Array(repeatElement(self, count: times).joined()).dropFirst(first))
  }
}
