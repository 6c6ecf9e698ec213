// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Notifications of a real process in a run, and the person's commands for them.
@Suite struct NotificationRunTests {
  @Test func `a run lists a monitor's notification, and a person clears it by its number`() throws {
    let families = try ScriptFamilies()
    try families.add("climber", requests: ["notifications", "settings"])
    let pages = families.scratch.path + "/pages"
    let run = try families.run(extra: ["--output", pages])
    #expect(run.status == 0 && run.output.contains("✉ Hello"), "\(run.output) \(run.complaints)")
    let page = try String(contentsOfFile: pages + "/notifications.html", encoding: .utf8)
    #expect(page.contains("<bdi>Climber</bdi>") && page.contains("<bdi>Hello</bdi>"))

    func command(_ words: String...) throws -> HostProgram.Finished {
      try HostProgram.run(words + ["--state", families.state])
    }
    let listed = try command("notification", "list", "--quiet").output.split(separator: "\n")
    let number = try #require(listed.first?.split(separator: " ").last)
    #expect(listed.count == 1)
    #expect(try command("state").output.contains("Notifications"))
    #expect(try command("explain", "notification", "climber").output.contains("no Focus is on"))
    #expect(try command("notification", "clear", "climber", String(number)).status == 0)
    #expect(try command("notification", "list", "--quiet").output.isEmpty)
    let again = try command("notification", "clear", "climber", String(number))
    #expect(again.status == 2 && again.complaints.contains("has no notification \(number)"))
  }
}
