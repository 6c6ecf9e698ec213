// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The output of `explain` and `state` for a day of the example families.
@Suite struct ExplainCommandTests {
  private func json(_ arguments: String...) throws -> Any {
    let finished = try SallyportProgram.run(
      arguments + ["--state", try SallyportProgram.ownDay(), "--format", "json"])
    #expect(finished.status == 0, "\(finished.complaints)")
    return try finished.json
  }

  private func lines(_ arguments: String...) throws -> [[String: Any]] {
    let finished = try SallyportProgram.run(
      arguments + ["--state", try SallyportProgram.ownDay(), "--format", "json"])
    #expect(finished.status == 0, "\(finished.complaints)")
    return try finished.json as? [[String: Any]] ?? []
  }

  @Test func `explains a threshold that fired: rule, use, attempts, effects (E11)`() throws {
    let fired = try #require(
      try lines("explain", "callback", "homework", "homework", "encouraged").first {
        $0["verdict"] as? String == "fired" && $0["callback"] as? String == "eventDidReachThreshold"
      })
    #expect(fired["rule"] as? String == "E3" && fired["reason"] as? String == "thresholdReached")
    #expect(fired["outcome"] as? String == "applied" && fired["outcomeReason"] as? String == "reply.ok")
    let attempts = fired["attempts"] as? [[String: Any]] ?? []
    #expect(attempts.count == 1 && attempts.first?["reason"] as? String == "reply.ok")
    #expect((attempts.first?["detail"] as? String)?.isEmpty == false)
    let count = try #require(fired["count"] as? [String: Any])
    let pieces = count["pieces"] as? [[String: Any]] ?? []
    #expect(pieces.compactMap { $0["ms"] as? Int }.reduce(0, +) == count["thresholdMs"] as? Int)
    #expect(count["ms"] as? Int == count["thresholdMs"] as? Int)
    // Each stretch is of an item, and they sum to the same.
    let stretches = count["stretches"] as? [[String: Any]] ?? []
    let lengths = stretches.compactMap { ($0["span"] as? [String: Any])?["ms"] as? Int }
    #expect(lengths.reduce(0, +) == count["ms"] as? Int)
    #expect(!stretches.isEmpty && stretches.allSatisfy { ($0["name"] as? String)?.isEmpty == false })
    #expect(count["counts"] is [String])
  }

  @Test func `documents every reason code of a day's callbacks`() throws {
    for family in ["homework", "worklog", "scribe"] {
      let state = try SallyportProgram.ownDay()
      let overview = try #require(
        try SallyportProgram.run("state", family, "--state", state, "--format", "json").json as? [String: Any])
      for activity in (overview["activities"] as? [[String: Any]] ?? []).compactMap({ $0["activity"] as? String }) {
        for line in try lines("explain", "callback", family, activity) {
          for attempt in line["attempts"] as? [[String: Any]] ?? [] {
            #expect((attempt["means"] as? String)?.contains("does not support the code") == false, "\(attempt)")
          }
        }
      }
    }
  }

  @Test func `prints the interval callbacks as a table with a rule in each line`() throws {
    let finished = try SallyportProgram.run(
      "explain", "callback", "homework", "homework", "interval", "--state", SallyportProgram.ownDay())
    let rows = finished.output.split(separator: "\n")
    #expect(rows.first?.hasPrefix("INTERVAL") == true)
    #expect(rows.contains { $0.contains("intervalDidStart") && $0.contains("  fired  ") })
    #expect(!finished.output.contains("eventDidReachThreshold"))
  }

  @Test func `names the store that shields an item, and why another item is free`() throws {
    let shielded = try #require(try json("explain", "shield", "SuperTux") as? [String: Any])
    #expect(shielded["decision"] as? String == "shielded")
    let rules = shielded["rules"] as? [[String: Any]] ?? []
    #expect(
      rules.contains { $0["isWinner"] as? Bool == true && $0["family"] as? String == shielded["family"] as? String })
    let winner = try #require(rules.first { $0["isWinner"] as? Bool == true })
    // The callback that wrote it is one that the family got.
    let callbacks = try lines("explain", "activity", try #require(winner["family"] as? String))
    #expect(
      callbacks.contains {
        $0["what"] as? String == winner["writtenBy"] as? String && $0["outcome"] as? String == "applied"
          && ($0["at"] as? Int ?? .max) <= winner["since"] as? Int ?? 0
      })
    #expect((shielded["liftedBy"] as? String)?.contains("changes or clears its store “") == true)
    let free = try #require(try json("explain", "shield", "Text Editor") as? [String: Any])
    #expect(free["decision"] as? String == "free")
    #expect((free["why"] as? String)?.hasSuffix(".") == true)
  }

  @Test func `finds an item in any case, and lists items by their category`() throws {
    let shielded = try #require(try json("explain", "shield", "superTUX") as? [String: Any])
    #expect(shielded["name"] as? String == "SuperTux")
    let listed = try lines("items", "games")
    #expect(listed.contains { $0["name"] as? String == "SuperTux" })
    #expect(!listed.contains { $0["name"] as? String == "Text Editor" })
  }

  @Test func `says from when on use is kept instead of answering zero for days before (R11)`() throws {
    let state = try SallyportProgram.ownDay()
    let early = try SallyportProgram.run(
      "explain", "use", "device", "--from", "2026-08-01", "--to", "2026-08-02", "--state", state, "--format", "json")
    #expect(early.complaints.contains("use is not kept before 2026-09-"), "\(early.complaints)")
    let first = try early.json as? [String: Any]
    #expect(first?["keptSince"] is Int)
    let recent = try SallyportProgram.run(
      "explain", "use", "device", "2026-10-19", "--state", state, "--format", "json")
    let last = try recent.json as? [String: Any]
    #expect(!recent.complaints.contains("not kept") && last?["keptSince"] == nil)
    #expect(try SallyportProgram.run("run", "--synthetic-week", "--keep-days", "401").status == 2)
  }

  @Test func `excludes time under a shield from an item's use (S14)`() throws {
    let use = try #require(try json("explain", "use", "Minetest", "2026-10-19") as? [String: Any])
    let removed = use["removed"] as? [[String: Any]] ?? []
    #expect(removed.contains { $0["reason"] as? String == "underShield" && $0["rule"] as? String == "S14" })
    for pieces in [use["pieces"] as? [[String: Any]] ?? []] {
      for piece in pieces {
        #expect(
          !removed.contains {
            ($0["start"] as? Int ?? 0) < piece["end"] as? Int ?? 0
              && piece["start"] as? Int ?? 0 < $0["end"] as? Int ?? 0
          })
      }
    }
  }

  @Test func `the intervals of each number of a report add up to it (E11)`() throws {
    let numbers = try lines("explain", "report", "worklog", "pie", "--from", "2026-10-19", "--to", "2026-10-19")
    #expect(numbers.contains { $0["kind"] as? String == "device" } && numbers.count > 3)
    for number in numbers {
      let use = number["use"] as? [String: Any]
      let pieces = use?["pieces"] as? [[String: Any]] ?? []
      #expect(number["ms"] as? Int == pieces.compactMap { $0["ms"] as? Int }.reduce(0, +), "\(number["name"] ?? "")")
    }
    let one = try lines("explain", "report", "worklog", "pie", "Minetest", "--from", "2026-10-19", "--to", "2026-10-19")
    #expect(one.map { $0["name"] as? String } == ["Minetest"])
  }

  @Test func `shows settings with their origin, thresholds with progress, programs and approval`() throws {
    let state = try #require(try json("state") as? [String: Any])
    let families = state["families"] as? [[String: Any]] ?? []
    #expect(families.compactMap { $0["family"] as? String } == ["homework", "scribe", "worklog"])
    #expect(families.first?["authorization"] as? String == "approved")
    let settings = state["settings"] as? [[String: Any]] ?? []
    let contributions = settings.flatMap { $0["contributions"] as? [[String: Any]] ?? [] }
    #expect(contributions.contains { $0["family"] as? String == "worklog" && $0["reason"] as? String == "decides" })
    let events = (state["activities"] as? [[String: Any]] ?? []).flatMap { $0["events"] as? [[String: Any]] ?? [] }
    #expect(events.contains { ($0["thresholdMs"] as? Int ?? 0) == 45 * 60_000 && ($0["countedMs"] as? Int ?? 0) > 0 })
    let programs = state["programs"] as? [[String: Any]] ?? []
    #expect(programs.contains { $0["program"] as? String == "homework.monitor" && $0["state"] as? String == "cold" })
  }

  @Test func `shows only the family given, and only names with --quiet`() throws {
    let one = try #require(try json("state", "worklog") as? [String: Any])
    #expect((one["families"] as? [[String: Any]])?.compactMap { $0["family"] as? String } == ["worklog"])
    #expect((one["activities"] as? [[String: Any]])?.allSatisfy { $0["family"] as? String == "worklog" } == true)
    let quiet = try SallyportProgram.run("state", "--quiet", "--state", SallyportProgram.ownDay())
    #expect(quiet.output == "homework\nscribe\nworklog\n")
    let table = try SallyportProgram.run("state", "--state", SallyportProgram.ownDay())
    for title in ["Device", "Families", "Settings", "Activities", "Thresholds", "Programs"] {
      #expect(table.output.split(separator: "\n").contains(Substring(title)), "\(title)")
    }
  }
}
