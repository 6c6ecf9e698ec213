// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeVocabulary
import WrittenCodes

@testable import HostCore
@testable import ProcessSupervision

/// Rare events: operator policies, programs that fail to start or answer late, and requests from apps.
extension GeneratedLife {
  private static let policies: [[String: SettingsStore]] = [
    [:],
    [
      "house": SettingsStore(values: [.shieldApplicationCategories: .categoryPolicy(.all(except: [PlayedLife.editor]))])
    ],
    [
      "house": SettingsStore(values: [
        .shieldApplicationCategories: .categoryPolicy(.specific([.category("3")], except: [])),
        .shieldWebDomains: .items([PlayedLife.site]),
      ])
    ],
    ["house": SettingsStore(values: [.blockedApplications: .items([PlayedLife.chess, PlayedLife.browser])])],
  ]

  /// Moves the retry time of a failing program beyond the next act, which takes less than eight hours.
  func postponeRetry() {
    guard case .unavailable(let reason, _?) = life.failure else { return }
    life.failure = .unavailable(reason: reason, retryAt: life.now + 8 * 3_600_000)
  }

  mutating func rareAct() throws {
    switch number(10) {
    case 0: life.take(.operator(.policy(one(of: Self.policies))))
    case 1: life.failure = failure()
    case 2:
      let point = one(of: [".monitor", ".widget", ".shieldaction", ".none"])
      life.isHeld = { $0.program.hasSuffix(point) }
    case 3: try endLate()
    case 4, 5: try ask()
    case 6: delay()
    case 7: try restart()
    case 8: life.take(.focus(one(of: ["work", "evening", "unknown", nil])))
    default: answer()
    }
  }

  /// Sometimes ends a failure, releases held callbacks, or leaves the open apps if they ask nothing.
  mutating func recover() throws {
    switch number(4) {
    case 0: life.failure = nil
    case 1: life.isHeld = { _ in false }
    case 2 where life.facts.openPrompts.isEmpty: try end()
    default: break
    }
  }

  private mutating func failure() -> CallEnd {
    one(of: [
      .unavailable(reason: "backingOff", retryAt: life.now),
      .unavailable(reason: "launch.landlock", retryAt: nil), .denied(ErrorObject(.denied, "too large")),
      .malformed(ErrorObject(.schema, "what?")), .failed(ErrorObject(.extensionError, "not today")),
      .fallback(reason: "exit.withoutReply"),
    ])
  }

  /// Makes a program unavailable for ten minutes, as after a failure.
  private mutating func delay() {
    let program = one(of: Self.families) + one(of: [".app", ".monitor", ".widget", ".focusfilter", ".shieldaction"])
    let (usual, until) = (life.reply, life.now + 600_000)
    life.reply = { [unowned life] in
      guard $0.program == program, life.now < until else { return try usual($0) }
      return .unavailable(reason: "backingOff", retryAt: until)
    }
  }

  /// Ends one of the held callbacks, some of which have been cancelled since.
  private mutating func endLate() throws {
    let waiting = life.bench.sent.filter(life.isHeld)
    guard !waiting.isEmpty else { return life.note("no callback is held") }
    let late = one(of: waiting)
    try life.end(late.call, life.usualEnd(of: late))
  }

  private mutating func ask() throws {
    let family = one(of: Self.families)
    guard let call = held[family] ?? (try? life.open(family)) else { return life.note("\(family) is busy") }
    held[family] = call
    questions += 1
    switch number(5) {
    case 0: try life.ask(call, questions, .authorize(AuthorizeParams(member: one(of: [.child, .individual]))))
    case 1: try life.ask(call, questions, .pick(PickParams(includeEntireCategory: number(2) == 0)))
    case 2:
      let effects = [try Effect(wire: effect(), at: "", from: .extension), .revokeAuthorization]
      try life.ask(call, questions, .commit(CommitParams(effects: [one(of: effects)])))
    case 3:
      let control: WireValue = [
        "kind": "control", "form": "button", "action": 3, "child": ["kind": "text", "text": "Start"],
      ]
      let view: WireValue = ["kind": "vstack", "align": "center", "spacing": 8_000, "children": [control]]
      try life.ask(call, questions, .presentWindow(PresentWindowParams(view: view, title: "Own")))
    default:
      if let window = life.facts.window(of: FamilyID(family)) {
        life.order(.tap(FamilyID(family), tree: window.tree, action: 3, isOn: nil))
      }
    }
  }

  private mutating func answer() {
    guard let prompt = life.facts.openPrompts.first else { return life.note("nothing is asked") }
    guard number(4) > 0 else {
      life.take(.person(PersonAct(.answers(PromptID(number: prompt.number), .said(.unanswered)))))
      return
    }
    switch prompt.form {
    case .yesOrNo: life.order(.answer(prompt: prompt.number, isYes: number(3) > 0), as: role())
    case .pick:
      let pick = PersonAnswers.Pick(applications: [one(of: Self.items).id], webDomains: ["example.org"])
      life.order(.pick(prompt: prompt.number, pick), as: role())
    }
  }
}
