// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A widget and a Focus filter as real processes, and the person's commands for them.
@Suite struct HomeRunTests {
  /// A family whose app, widget and filter are one script.
  private func families() throws -> ScriptFamilies {
    let families = try ScriptFamilies()
    try families.copy("home.py")
    let program = #""executable": "home.py", "interpreter": "/usr/bin/python3", "wire": "stdio", "fitting": "files""#
    let patient = #""limits": { "startMs": 10000 }"#
    try families.scratch.write(
      """
      {
        "manifest": 1, "family": "home", "displayName": "Home", "version": "1.0", "developer": { "name": "Test" },
        "groups": ["group.test.home"], "bundle": "../bundle",
        "app": { \(program), \(patient), "requests": ["container.write", "notifications"] },
        "extensions": [
          { "name": "widget", "point": "widget", \(program), \(patient), "requests": ["container.read"] },
          { "name": "filter", "point": "focusFilter", \(program), \(patient), "requests": ["container.write"] }
        ]
      }

      """, to: "manifests/home.json")
    return families
  }

  private func command(_ families: ScriptFamilies, _ words: String...) throws -> HostProgram.Finished {
    try HostProgram.run(words + ["--state", families.state])
  }

  @Test func `a person places a widget, sees its timeline, and a description sees no files of the family`() throws {
    let families = try families()
    let pages = families.scratch.path + "/pages"
    let run = try families.run(extra: ["--output", pages])
    #expect(run.status == 0, "\(run.output) \(run.complaints)")
    let gallery = try command(families, "widgets", "gallery").output
    #expect(gallery.contains("Countdown sees nothing"), "\(gallery) \(run.output)")

    let added = try command(families, "widgets", "add", "home", "Countdown")
    #expect(added.status == 0, "\(added.output) \(added.complaints)")
    let timeline = try command(families, "widgets", "timeline", try id(families), "--format", "text").output
    #expect(timeline.contains("secret 0") && timeline.contains("secret 3"), "\(timeline)")
    let home = try command(families, "widgets", "home", "--output", pages)
    #expect(home.status == 0, "\(home.complaints)")
    let page = try String(contentsOfFile: pages + "/home.html", encoding: .utf8)
    #expect(page.contains("secret 0") && !page.contains("placeholder"))
    let why = try command(families, "explain", "widget", try id(families)).output
    #expect(why.contains("placed") && why.contains("widget.accepted"), "\(why)")
    #expect(try command(families, "widgets", "remove", try id(families)).status == 0)
    #expect(try command(families, "widgets", "--quiet").output.isEmpty)
  }

  private func id(_ families: ScriptFamilies) throws -> String {
    try #require(try command(families, "widgets", "--quiet").output.split(separator: "\n").first.map(String.init))
  }

  @Test func `a Focus performs its filter and silences what the filter rejects`() throws {
    let families = try families()
    let first = try families.run()
    #expect(first.status == 0, "\(first.complaints)")
    func done(_ words: String...) throws {
      let finished = try HostProgram.run(words + ["--state", families.state])
      #expect(finished.status == 0, "\(words): \(finished.output) \(finished.complaints)")
    }
    try done("focus", "add", "work", "--name", "Work")
    try done("focus", "configure", "work", "home", "Mute", "--set", "account=business")
    try done("focus", "on", "work")
    let filters = try command(families, "focus", "filters").output
    #expect(filters.contains("in force, filters notifications") && filters.contains("Muted"), "\(filters)")
    #expect(try command(families, "focus", "list").output.contains("work"))
    try done("focus", "off")
    #expect(try !command(families, "focus", "filters").output.contains("in force"))
    // The person's changes in the settings leave no trace that the family could find (FOCUS-F4).
    let told = try command(families, "explain", "notification", "home").output
    #expect(!told.contains("looked"), "\(told)")
  }
}
