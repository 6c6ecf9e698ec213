// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Commands for the ledger, the tokens and the grants.
@Suite struct PrivacyCommandTests {
  @Test func `shows one page per family, as text, JSON and HTML`() throws {
    let state = try SallyportProgram.ownDay()
    let text = try SallyportProgram.run("ledger", "--family", "homework", "--state", state)
    #expect(text.status == 0)
    for line in [
      "HOMEWORK, ", "could tell ", "saw, can’t pass on ", "could not tell ", "tried and was stopped ", "can name ",
    ] {
      #expect(text.output.contains(line), "\(text.output)")
    }
    let pages = try SallyportProgram.run("ledger", "--state", state, "--format", "json").json as? [[String: Any]] ?? []
    #expect(pages.count > 1)
    #expect(pages.allSatisfy { $0["notTold"] is [String] && $0["learned"] is [String] })
    let file = state + "/page.html"
    #expect(try SallyportProgram.run("ledger", "--html", file, "--state", state).status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("could not tell"))
    #expect(try SallyportProgram.run("ledger", "--days", "15", "--state", state).status == 2)
  }

  @Test func `a verdict is shown on the family's page, and a missing ledger fails the check first`() throws {
    let state = try SallyportProgram.ownDay()
    let check = ["check", SallyportProgram.root + "/manifests/worklog.json", "--privacy", "--pair", "G1:0"]
    let lost = try SallyportProgram.run(check + ["--state", state + "/nowhere"])
    #expect(lost.status != 0 && !lost.complaints.contains("P1"), "\(lost.complaints)")
    let noted = try SallyportProgram.run(check + ["--state", state])
    #expect(noted.status == 0, "\(noted.output) \(noted.complaints)")
    let page = try SallyportProgram.run("ledger", "--family", "worklog", "--state", state).output
    #expect(page.contains(": passed, version ") && !page.contains("changed since"), "\(page)")
  }

  @Test func `exports one line per entry, records the export, and verifies against a noted head`() throws {
    let state = try SallyportProgram.ownDay()
    let export = try SallyportProgram.run("ledger", "export", "--state", state).output.split(separator: "\n")
    let lines = try export.compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    #expect(lines.count == export.count && lines.count > 10)
    #expect(((lines.last?["entry"] as? [String: Any])?["kind"] as? String) == "export")
    let head = "\(lines[3]["seq"] as? Int ?? 0):\(lines[3]["hash"] as? String ?? "")"
    #expect(try SallyportProgram.run("ledger", "verify", "--head", head, "--state", state).status == 0)
    let wrong = "\(lines[3]["seq"] as? Int ?? 0):\(lines[4]["hash"] as? String ?? "")"
    let found = try SallyportProgram.run("ledger", "verify", "--head", wrong, "--state", state)
    #expect(found.status == 1 && found.output.contains("isn't the one you noted"))
    let key = "1-" + String(repeating: "0", count: 64)
    #expect(try SallyportProgram.run("ledger", "verify", "--key", key, "--state", state).status == 1)
    #expect(try SallyportProgram.run("ledger", "verify", "--head", "4", "--state", state).status == 2)
  }

  @Test func `the consent sheet depends on the profile`() throws {
    let state = try SallyportProgram.ownDay()
    let tight = try SallyportProgram.run("consent", "homework", "--profile", "tight", "--state", state)
    // Lines are wrapped at the width of the terminal.
    let words = tight.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(tight.status == 0 && words.contains("to within 15 minutes") && words.contains(" price "))
    let numbers = try SallyportProgram.run("consent", "homework", "--profile", "open", "--state", state, "--quiet")
    #expect(numbers.output.split(separator: "\n").contains("DC9"))
  }

  @Test func `withdraws an item, resets, rotates, revokes and removes`() throws {
    let state = try SallyportProgram.ownDay()
    let worklog = ["--family", "worklog", "--state", state, "--quiet"]
    let before = try SallyportProgram.run(["tokens"] + worklog).output.split(separator: "\n")
    let item = try #require(before.first.map(String.init))
    #expect(try SallyportProgram.run("tokens", "withdraw", "worklog", item, "--state", state).status == 0)
    #expect(try SallyportProgram.run(["tokens"] + worklog).output.split(separator: "\n").count == before.count - 1)
    #expect(try SallyportProgram.run("tokens", "withdraw", "worklog", item, "--state", state).status == 2)
    #expect(try SallyportProgram.run("tokens", "rotate", "worklog", "--state", state).status == 0)
    #expect(try SallyportProgram.run(["tokens"] + worklog).output.split(separator: "\n").count == before.count - 1)
    #expect(try SallyportProgram.run("tokens", "reset", "worklog", "--state", state).status == 0)
    #expect(try SallyportProgram.run(["tokens"] + worklog).output.isEmpty)
    #expect(try SallyportProgram.run("revoke", "worklog", "--state", state).status == 0)
    let again = try SallyportProgram.run("revoke", "worklog", "--state", state)
    #expect(again.status == 1 && again.complaints.contains("is not approved"))
    // Approved for a child, so the guardian must agree.
    #expect(try SallyportProgram.run("revoke", "homework", "--state", state).status == 1)
    #expect(try SallyportProgram.run("remove", "worklog", "--state", state).status == 0)
    let guardian = ["--as", "guardian", "--state", state]
    #expect(try SallyportProgram.run(["revoke", "homework"] + guardian).complaints.contains("No passcode is set"))
    let fromInput = ["--state", state, "--passcode-fd", "0"]
    let set = try SallyportProgram.run(["passcode", "set"] + fromInput, input: "open sesame\n")
    #expect(set.status == 0, "\(set.complaints)")
    let revoked = try SallyportProgram.run(
      ["revoke", "homework", "--passcode-fd", "0"] + guardian, input: "open sesame\n")
    #expect(revoked.status == 0, "\(revoked.complaints)")
    let pages = try SallyportProgram.run("ledger", "--family", "homework", "--state", state)
    #expect(pages.output.contains("taken away"))
    #expect(try SallyportProgram.run("ledger", "verify", "--state", state).status == 0)
  }

  @Test func `a lost key stops the host until a new one is confirmed`() throws {
    let state = try SallyportProgram.ownDay()
    for name in ["root.key", "root.key.copy"] { try FileManager.default.removeItem(atPath: "\(state)/keys/\(name)") }
    let stopped = try SallyportProgram.run("state", "--state", state)
    #expect(stopped.status == 1 && stopped.complaints.contains("is missing"))
    #expect(try SallyportProgram.run("tokens", "new-key", "--state", state).status == 2)
    let made = try SallyportProgram.run("tokens", "new-key", "--confirm", "--state", state)
    #expect(made.status == 0 && made.complaints.contains("pick again in"), "\(made.complaints)")
    #expect(try SallyportProgram.run("tokens", "--state", state, "--quiet").output.isEmpty)
    #expect(try SallyportProgram.run("state", "--state", state).status == 0)
    #expect(try SallyportProgram.run("ledger", "entries", "--state", state).output.contains("made anew"))
  }
}
