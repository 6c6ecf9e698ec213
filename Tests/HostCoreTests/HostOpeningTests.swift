// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// What a host reads at startup: its configuration, the answers file and the guardian's file.
@Suite struct HostOpeningTests {
  private static let homework = FamilyID("homework")
  private static let cheap = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)

  // MARK: - Protections

  @Test func `each protection that an operator does without is entered once, also after it was missing before`() throws
  {
    var accepted: [String] = []
    let life = try PlayedLife(points: []) { $0.acceptedMissing = accepted }
    func entries() throws -> [String] {
      try life.facts.store.read { try $0.ledger() }.filter { $0.kind == "isolationAccepted" }.compactMap(\.entry)
    }
    for (next, count) in [([], 0), (["b", "a", "a"], 2), (["a", "b"], 2), (["b", "c"], 3), ([], 3), (["a"], 4)]
      as [([String], Int)]
    {
      accepted = next
      try life.restart()
      #expect(try entries().count == count, "\(next)")
      try life.restart()
      #expect(try entries().count == count, "\(next)")
    }
    #expect(try entries().prefix(3).map { $0.contains("\"a\"") } == [true, false, false])
  }

  // MARK: - Answers

  private func answers(_ json: String, otherwise: PersonAnswers.Otherwise = .approved) throws -> PersonAnswers {
    PersonAnswers(
      families: try JSONDecoder().decode([String: PersonAnswers.Family].self, from: Data(json.utf8)),
      otherwise: otherwise)
  }

  private func placed(_ family: String, _ kind: String, _ size: String, _ place: Int) -> WidgetInstance {
    WidgetInstance(
      id: "\(place)", family: FamilyID(family), kind: kind, size: size, parameters: [], place: place,
      at: NotificationBench.start)
  }

  @Test func `the widgets of a file of answers are placed unless they are there already, one for one`() throws {
    let answers = try answers(
      """
      {
        "worklog": { "widgets": [{ "kind": "Clock", "size": "systemSmall" }] },
        "homework": {
          "widgets": [
            { "kind": "Clock", "size": "systemSmall" }, { "kind": "Clock", "size": "systemSmall" },
            { "kind": "Clock", "size": "systemMedium" }
          ]
        }
      }
      """)
    func missing(_ placed: WidgetInstance...) -> [String] {
      answers.widgets(beside: placed).map { "\($0.family.rawValue) \($0.widget.size)" }
    }
    let (small, medium, other) = ("homework systemSmall", "homework systemMedium", "worklog systemSmall")
    #expect(missing() == [small, small, medium, other])
    #expect(missing(placed("homework", "Clock", "systemSmall", 0)) == [small, medium, other])
    #expect(missing(placed("homework", "Other", "systemSmall", 0)) == [small, small, medium, other])
    let two = [placed("homework", "Clock", "systemSmall", 0), placed("homework", "Clock", "systemSmall", 1)]
    #expect(missing(two[0], two[1]) == [medium, other])
    #expect(missing(placed("worklog", "Clock", "systemSmall", 0)) == [small, small, medium])
  }

  @Test func `answers to a family that is not there are refused with the names of those that are`() throws {
    let answers = try answers(#"{"homework":{},"homwork":{}}"#)
    let error = #expect(throws: HostError.self) {
      try answers.requireFamilies(in: ["worklog", "homework"], file: "answers.json")
    }
    #expect(
      error?.description.contains("/homwork: no valid manifest has the family “homwork”; use homework, worklog.")
        == true)
    #expect(throws: Never.self) { try answers.requireFamilies(in: ["homwork", "homework"], file: "answers.json") }
  }

  @Test(arguments: [PersonAnswers.Otherwise.approved, .unanswered])
  func `questions that a file doesn't name have its general answer`(_ otherwise: PersonAnswers.Otherwise) throws {
    let answers = try answers(
      #"{"homework":{"authorize":"denied","revoke":"approved","picks":[{"categories":["1"]}]}}"#, otherwise: otherwise)
    let unnamed: PromptAnswer = otherwise == .approved ? .approved : .unanswered
    #expect(answers.authorization(of: Self.homework) == .denied && answers.revocation(of: Self.homework) == .approved)
    #expect(answers.authorization(of: FamilyID("x")) == unnamed && answers.revocation(of: FamilyID("x")) == unnamed)
    #expect(answers.pick(0, of: Self.homework) == .picked(PersonAnswers.Pick(categories: ["1"])))
    #expect(answers.pick(1, of: Self.homework) == .cancelled)
    #expect(answers.pick(0, of: FamilyID("x")) == (otherwise == .approved ? .cancelled : .unanswered))
    #expect(!answers.leavesOpen(Self.homework) && answers.taps(of: Self.homework).isEmpty)
  }

  // MARK: - The guardian's file

  @Test(arguments: ["", "{", "[]", #"{"passcode":7}"#, "link", "folder"])
  func `a guardian's file that can't be read is an error, never the absence of a guardian`(_ text: String) throws {
    let scratch = Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: true)
    let (file, path) = (GuardianFile(state: scratch.path), scratch.path + "/guardian.json")
    #expect(try file.passcode() == nil && file.recovery() == nil && !file.hasReplacement())
    switch text {
    case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    default: try scratch.write(text, to: "guardian.json")
    }
    for read in [{ _ = try file.passcode() }, { _ = try file.recovery() }, { _ = try file.hasReplacement() }] {
      let error = #expect(throws: HostError.self) { try read() }
      #expect(error?.description.contains("is damaged; no act of a guardian is possible") == true)
    }
    #expect(throws: HostError.self) { try file.change { _ in } }
  }

  @Test func `a guardian's file keeps the changes made before a refusal`() throws {
    let scratch = Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: true)
    let file = GuardianFile(state: scratch.path)
    let verifiers = try ["first passcode", "second passcode"].map {
      try PasscodeVerifier(of: try #require(Passcode($0)), cost: Self.cheap)
    }
    try file.change { $0.passcode = verifiers[0] }
    #expect(try file.passcode() == verifiers[0] && file.recovery() == nil && !file.hasReplacement())
    #expect(throws: HostError.self) {
      try file.change { contents throws(HostError) in
        contents.recovery = verifiers[1]
        contents.pending = .init(passcode: verifiers[1], recovery: verifiers[0])
        throw HostError(.failed, "refused")
      }
    }
    #expect(try file.passcode() == verifiers[0] && file.recovery() == verifiers[1] && file.hasReplacement())
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/guardian.json.next"))
  }
}
