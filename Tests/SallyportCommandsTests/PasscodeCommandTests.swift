// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `sallyport passcode`, and the acts that need the passcode, on a state without a running host.
@Suite struct PasscodeCommandTests {
  private func passcode(_ arguments: String..., typed: String, state: String) throws -> SallyportProgram.Finished {
    try SallyportProgram.run(arguments + ["--state", state, "--passcode-fd", "0"], input: typed)
  }

  private func withPasscode() throws -> (state: String, recoveryCode: String) {
    let state = try SallyportProgram.ownDay()
    let set = try passcode("passcode", "set", typed: "open sesame\n", state: state)
    try #require(set.status == 0, "\(set.complaints)")
    return (state, String(set.output.split(separator: " ").last ?? "").trimmingCharacters(in: .newlines))
  }

  @Test func `a child can't do what is the guardian's once a passcode is set`() throws {
    let state = try SallyportProgram.ownDay()
    #expect(try SallyportProgram.run("tokens", "reset", "worklog", "--state", state).status == 0)
    let set = try passcode("passcode", "set", typed: "open sesame\n", state: state)
    #expect(set.status == 0, "\(set.complaints)")
    for act in [["ledger", "off"], ["revoke", "worklog"], ["remove", "worklog"], ["tokens", "reset", "worklog"]] {
      let child = try SallyportProgram.run(act + ["--state", state])
      #expect(child.status == 1, "\(act)")
      #expect(child.complaints.contains("On a child's device this is for the guardian"), "\(child.complaints)")
    }
    let again = try passcode("passcode", "set", typed: "open sesame 2\n", state: state)
    #expect(again.status == 1 && again.complaints.contains("A passcode is set"), "\(again.complaints)")
    #expect(try passcode("ledger", "off", "--as", "guardian", typed: "open sesame\n", state: state).status == 0)
  }

  @Test func `a wrong passcode changes nothing, is in the ledger, and locks after five attempts`() throws {
    let (state, _) = try withPasscode()
    for _ in 0..<5 {
      let wrong = try passcode("ledger", "off", "--as", "guardian", typed: "open barley\n", state: state)
      #expect(wrong.status == 1 && wrong.complaints.contains("The passcode is not right."), "\(wrong.complaints)")
    }
    let locked = try passcode("ledger", "off", "--as", "guardian", typed: "open sesame\n", state: state)
    #expect(
      locked.status == 1 && locked.complaints.contains("Too many attempts at the passcode"), "\(locked.complaints)")
    let ledger = try SallyportProgram.run("ledger", "entries", "--state", state)
    #expect(ledger.output.components(separatedBy: "The passcode was given wrongly.").count == 6, "\(ledger.output)")
    #expect(!ledger.output.contains("You turned the ledger off"))
  }

  @Test(arguments: [["--approve-all"], ["--answers", SallyportProgram.root + "/demo/answers.json"]])
  func `a script can't answer for the guardian once a passcode is set`(script: [String]) throws {
    let (state, _) = try withPasscode()
    let run = try SallyportProgram.run(
      ["run", "--synthetic-week", "--days", "1", "--manifests", SallyportProgram.root + "/manifests", "--state", state]
        + script)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.complaints.contains("A guardian's passcode is set on \(state)"), "\(run.complaints)")
  }

  @Test func `changes, recovers once, and removes (CON-19)`() throws {
    let (state, code) = try withPasscode()
    let changed = try passcode("passcode", "change", typed: "open sesame\nopen barley\n", state: state)
    #expect(changed.status == 0, "\(changed.complaints)")
    #expect(try passcode("passcode", "remove", typed: "open sesame\n", state: state).status == 1)
    // As a person writes it down.
    let written = code.prefix(4).lowercased() + " " + code.dropFirst(4)
    let recovered = try passcode("passcode", "recover", typed: written + "\nopen pepper\n", state: state)
    #expect(recovered.status == 0 && !recovered.output.contains(code), "\(recovered.complaints)")
    #expect(try passcode("passcode", "recover", typed: code + "\nopen again\n", state: state).status == 1)
    #expect(try passcode("passcode", "remove", typed: "open pepper\n", state: state).status == 0)
    let verified = try SallyportProgram.run("ledger", "verify", "--state", state)
    #expect(verified.status == 0, "\(verified.complaints)")
  }

  @Test func `a replaced passcode is accepted by the first command after its wait (CON-19)`() throws {
    let (state, _) = try withPasscode()
    // A state of a synthetic week has no wait by itself.
    let delayed = try passcode("changes", "--delay", "24", "--as", "guardian", typed: "open sesame\n", state: state)
    #expect(delayed.status == 0, "\(delayed.complaints)")
    let replaced = try passcode("passcode", "recover", "--without-code", typed: "open barley\n", state: state)
    #expect(replaced.status == 0, "\(replaced.complaints)")
    let early = try passcode("ledger", "off", "--as", "guardian", typed: "open barley\n", state: state)
    #expect(early.status == 1 && early.complaints.contains("The passcode is not right."), "\(early.complaints)")
    let days = try SallyportProgram.run(
      "run", "--synthetic-week", "--days", "4", "--manifests", SallyportProgram.root + "/manifests", "--state", state)
    #expect(days.status == 0, "\(days.complaints)")
    let late = try passcode("ledger", "off", "--as", "guardian", typed: "open barley\n", state: state)
    #expect(late.status == 0, "\(late.complaints)")
  }

  @Test func `neither an argument nor the stored file holds the passcode (CON-17)`() throws {
    let (state, _) = try withPasscode()
    #expect(try SallyportProgram.run("ledger", "off", "--passcode", "open sesame", "--state", state).status == 2)
    #expect(try SallyportProgram.run("passcode", "change", "open sesame", "--state", state).status == 2)
    let file = state + "/guardian.json"
    #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("sesame"))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `refuses every guardian's act over a damaged file`() throws {
    let (state, _) = try withPasscode()
    try "{}x".write(toFile: state + "/guardian.json", atomically: true, encoding: .utf8)
    let refused = try passcode("ledger", "off", "--as", "guardian", typed: "open sesame\n", state: state)
    #expect(refused.status == 1 && refused.complaints.contains("is damaged"), "\(refused.complaints)")
    #expect(try SallyportProgram.run("ledger", "off", "--state", state).status == 1)
  }

  @Test(arguments: ["short", "", String(repeating: "x", count: 65), "bell\u{7}bell"])
  func `refuses a passcode of the wrong form (CON-16)`(text: String) throws {
    let state = try SallyportProgram.ownDay()
    let set = try passcode("passcode", "set", typed: text + "\n", state: state)
    #expect(set.status == 2 && set.complaints.contains("6 to 64 characters"), "\(set.complaints)")
  }
}
