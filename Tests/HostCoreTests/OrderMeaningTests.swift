// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// What the host understands by the names in an order, and what it says to an order that comes too late.
@Suite struct OrderMeaningTests {
  private static let homework = FamilyID("homework")
  private static let worklog = FamilyID("worklog")

  /// What an order does, in words.
  private func meaning(
    _ kind: PersonOrder.Kind, of life: PlayedLife, as role: PersonOrder.Role = .owner
  ) -> String {
    do throws(HostError) {
      switch try life.facts.meaning(of: PersonOrder(kind, as: role, by: .console, act: "act")) {
      case .input: return "done"
      case .waiting: return "waits"
      case .already(let says): return "already: \(says)"
      }
    } catch {
      return "\(error.refusal?.rawValue ?? "refused"): \(error.description)"
    }
  }

  private func spoken(_ instant: Timestamp, _ life: PlayedLife) -> String {
    life.facts.owners.chronicle.calendar.spoken(instant)
  }

  // MARK: - Names

  @Test func `an item is named by its id, its name, or either in another case if that is clear`() throws {
    let items = ["x.one", "x.two", "x.three", "x.four"].map { Item.application($0) }
    let life = try PlayedLife(points: []) {
      for (item, name) in zip(items, ["Café", "Atlas", "atlas", "x.two"]) { $0.names[item] = name }
    }
    for (name, item) in [
      ("x.one", 0), ("X.ONE", 0), ("Café", 0), ("cafe", 0), ("CAFÉ", 0), ("Atlas", 1), ("atlas", 2), ("x.two", 1),
      ("x.four", 3),
    ] {
      #expect(try life.facts.item(named: name) == items[item], "\(name)")
    }
    for name in ["ATLAS", "X.TWO", "Category 5", "5", "Caf", ""] {
      #expect(throws: HostError.self, "\(name)") { try life.facts.item(named: name) }
    }
  }

  @Test func `a name that two of a family's items have names neither`() throws {
    let (one, two) = (Item.application("org.example.One"), Item.application("org.example.Two"))
    let life = try PlayedLife(points: []) { ($0.names[one], $0.names[two]) = ("Same", "Same") }
    try life.meet("homework", picking: [one.id, two.id])
    func withdraw(_ name: String) -> String { meaning(.withdrawItem(name, from: Self.homework), of: life) }
    #expect(
      withdraw("Same")
        == "refused: “Same” means 2 items of “homework”; use the ITEM that `sallyport tokens status` lists.")
    #expect(withdraw(one.id) == "done" && withdraw(two.id) == "done" && withdraw("example.org") == "done")
    #expect(
      withdraw("Chess") == "refused: “homework” can't name “Chess”; `sallyport tokens status` lists what it can.")
  }

  @Test func `a name has 1 to 120 bytes, in composed form and without spaces around it`() throws {
    let life = try PlayedLife(points: [])
    func renamed(_ name: String) -> String? {
      let order = PersonOrder(.rename(item: "Chess", name: name), act: "act")
      guard case .input(.person(let act))? = try? life.facts.meaning(of: order),
        case .changesItem(.renames(PlayedLife.chess, let text)) = act.kind
      else { return nil }
      return text
    }
    let longest = String(repeating: "x", count: 120)
    for (name, text) in [
      ("y", "y"), (longest, longest), ("  \(longest) ", longest), (longest + "x", nil), ("a b", "a b"), ("   ", nil),
      (String(repeating: "é", count: 61), nil), ("a\u{7}", nil),
    ] as [(String, String?)] {
      #expect(renamed(name) == text, "\(name)")
    }
    let composed = renamed(String(repeating: "e\u{301}", count: 60))
    #expect(composed?.utf8.count == 120)
    #expect(meaning(.rename(item: "Chess", name: " Chess "), of: life) == "already: org.gnome.Chess has that name.")
  }

  @Test func `an application that was only used can be changed, and one that was not used can't`() throws {
    let life = try PlayedLife(points: [])
    try life.use(.application("org.example.Unnamed"), minutes: 1)
    try life.use(PlayedLife.chess, minutes: 1)
    life.take(.operator(.saves))
    #expect(meaning(.rename(item: "org.example.Unnamed", name: "Mine"), of: life) == "done")
    for item in ["org.example.Other", "3", "category:3"] {
      #expect(meaning(.rename(item: item, name: "Mine"), of: life).hasPrefix("refused: “\(item)” is not"), "\(item)")
    }
  }

  // MARK: - Answers that come late

  @Test func `an answered request for time has its answer, and another one is refused`() throws {
    let life = try PlayedLife(points: [])
    let length = GrantLength(.add, seconds: 900)
    for end in [
      .refuse(request: 1), .withdraw(item: "Chess"), .allow(.request(3), length),
    ] as [PersonOrder.Kind] {
      life.order(.ask(item: "Chess", seconds: 900, reason: ""))
      life.order(end)
    }
    let at = spoken(life.instant, life)
    let refusals = ([1, 2, 3] as [Int64]).map { meaning(.refuse(request: $0), of: life) }
    #expect(
      refusals == [
        "already: Request 1 was refused at \(at).", "conflict.settled: Request 2 was withdrawn at \(at).",
        "conflict.settled: Request 3 was allowed at \(at).",
      ])
    let grants = ([1, 2, 3] as [Int64]).map { meaning(.allow(.request($0), length), of: life) }
    #expect(
      grants == [
        "conflict.settled: Request 1 was refused at \(at).", "conflict.settled: Request 2 was withdrawn at \(at).",
        "already: Request 3 was allowed at \(at).",
      ])
    #expect(life.facts.timeRequests.map(\.outcome) == [.refused, .withdrawn, .allowed])
  }

  /// A device on which a question that only the guardian may answer has closed without an answer.
  private func unanswered() throws -> (PlayedLife, Int64) {
    let life = try PlayedLife(points: [])
    let call = try life.open("worklog")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .child)))
    let number = try #require(life.facts.openPrompts.last?.number)
    life.take(.person(PersonAct(.answers(PromptID(number: number), .said(.unanswered)))))
    try life.end(call, .replied(["effects": []]))
    life.leave("worklog")
    return (life, number)
  }

  @Test func `a question that closed unanswered is listed for seven days, to the millisecond`() throws {
    let (life, number) = try unanswered()
    let end = life.instant.advanced(by: 7 * 86_400_000)
    let listed = OpenPromptFacts(
      number: number, family: Self.worklog, form: .yesOrNo,
      question: "may it manage this device (child, the guardian agrees)?", needsGuardian: true, until: end,
      isLate: true)
    #expect(life.facts.unansweredPrompts == [listed])
    try life.pass(until: end.advanced(by: -1))
    #expect(life.facts.unansweredPrompts == [listed])
    try life.pass(until: end)
    #expect(life.facts.unansweredPrompts.isEmpty)
  }

  @Test func `only the guardian answers a guardian's question late, and only once`() throws {
    let (life, number) = try unanswered()
    let no = PersonOrder.Kind.answer(prompt: number, isYes: false)
    #expect(
      meaning(no, of: life)
        == "guardian.needed: Prompt \(number) is for the guardian; repeat with --as guardian.")
    #expect(meaning(no, of: life, as: .guardian) == "done")
    life.order(no, as: .guardian)
    let says = "Prompt \(number) was answered with no by the guardian at \(spoken(life.instant, life))."
    for role in [PersonOrder.Role.owner, .guardian] {
      #expect(meaning(no, of: life, as: role) == "already: \(says)")
      #expect(meaning(.answer(prompt: number, isYes: true), of: life, as: role) == "conflict.settled: \(says)")
    }
  }

  // MARK: - Changes that wait

  @Test func `a change that waits says what it does and what it opens`() throws {
    let facts = try PlayedLife(points: []).facts
    let now = facts.state.now
    for (change, words) in [
      (.changesItem(.renames(PlayedLife.editor, "Notes")), "Editor is named “Notes”"),
      (
        .changesItem(.files(PlayedLife.editor, under: .category("3"))),
        "Editor is filed under Category 3, which opens Chess, Browser"
      ),
      (
        .changesItem(.merges(PlayedLife.chess, into: PlayedLife.editor)),
        "Chess becomes one with Editor, which opens Chess, Browser"
      ),
      (
        .withdraws(PlayedLife.chess, from: Self.homework),
        "homework can't name Chess any more, which opens Chess, Browser"
      ),
      (.lifts(Self.homework, removes: true), "the shields that stay of homework end, which opens Chess, Browser"),
      (.shortensDelay(seconds: 0), "what opens something waits not at all"),
      (.shortensDelay(seconds: 7_200), "what opens something waits 2 h"),
      (.shortensDelay(seconds: 3_661), "what opens something waits 61 min 1 s"),
      (.replacesPasscode, "the guardian's passcode is replaced without the recovery code"),
    ] as [(LooserChange, String)] {
      let waiting = WaitingChange(
        number: 1, change: change, items: [PlayedLife.chess, PlayedLife.browser], askedAt: now, until: now)
      #expect(facts.sentence(waiting) == words)
    }
  }

  @Test(arguments: [0, 1] as [Int64])
  func `a replacement of the passcode is due when its wait is over, and no other change is`(_ rest: Int64) throws {
    let life = try PlayedLife(points: []) { $0.looseningSeconds = 3_600 }
    life.order(.delayChanges(seconds: 60))
    #expect(life.facts.waitingChanges.count == 1)
    #expect(life.facts.waitingReplacement == nil && life.facts.dueReplacement == nil)
    let until = life.instant.advanced(by: rest)
    life.take(.person(PersonAct(.waits(.replacesPasscode, opening: [], until: until, by: .person))))
    #expect(life.facts.waitingReplacement?.until == until)
    #expect(life.facts.dueReplacement?.until == (rest == 0 ? until : nil))
  }
}
