// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Pages
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// The page of questions and requests that wait for an answer.
extension PageMaker {
  func requests() throws -> Page {
    let open = facts.openPrompts
    let asked = facts.timeRequests
    let waiting = open.count + asked.count(where: \.isOpen)
    let sections = try open.map(section) + late() + times(asked) + changes()
    let says: Phrase =
      waiting == 0
      ? "No question waits for an answer."
      : waiting == 1 ? "One question waits for an answer." : "\(waiting) questions wait for answers."
    return try page(
      .requests, title: "Requests", says: says,
      sections.isEmpty ? [Page.Section("Questions", text: ["There are no open prompts."])] : sections)
  }

  /// Questions that closed without an answer. One may still be answered for a week.
  private func late() -> [Page.Section] {
    facts.unansweredPrompts.map { prompt in
      let needsGuardian = prompt.needsGuardian || guardianDecides
      func answer(_ label: Phrase, _ isYes: Bool) -> Control {
        self.answer(label, isYes, prompt.number, needsGuardian: needsGuardian, isAuthorization: true)
      }
      return Page.Section(
        "Unanswered: \(family(prompt.family))",
        text: [
          "\(family(prompt.family)) asked to manage this device, and nobody answered.",
          "You can still answer until \(moment(prompt.until ?? now)).",
        ], table: sheet(prompt.family), controls: [answer("Don’t allow", false), answer("Allow", true)])
    }
  }

  /// Changes that open something and wait.
  private func changes() -> [Page.Section] {
    let waiting = facts.waitingChanges
    guard !waiting.isEmpty, !hidesNames else { return [] }
    return [
      Page.Section(
        "Changes that wait",
        text: [
          "What opens something takes effect later, unless a guardian makes the change. Until then it can be cancelled."
        ],
        table: Page.Table(
          "Changes that wait", columns: ["Change", "Asked", "Takes effect", "Act"],
          rows: waiting.map { change in
            [
              Page.Cell(.name(facts.sentence(change))), Page.Cell(Phrase(moment(change.askedAt))),
              Page.Cell(Phrase(moment(change.until))),
              Page.Cell(
                "",
                controls: [
                  Control(
                    "Cancel", act: ["kind": "cancelChange", "change": .number(change.number)],
                    command: "sallyport changes --cancel \(change.number)")
                ]),
            ]
          }))
    ]
  }

  /// Requests for time: the open ones with their answers, then the answered ones.
  private func times(_ requests: [TimeRequest]) throws -> [Page.Section] {
    let flag = guardianDecides ? " --as guardian" : ""
    let day = presentDay
    let totals = requests.isEmpty ? [:] : try facts.totals(from: day.start, to: day.end)
    let open = requests.filter(\.isOpen).map { request -> Page.Section in
      func allow(_ label: Phrase, _ seconds: Int64?) -> Control {
        var act: [String: ActValue] = ["kind": "allow", "request": .number(request.number), "mode": "untilEndOfDay"]
        if let seconds { (act["mode"], act["seconds"]) = ("add", .number(seconds)) }
        let length = seconds.map { "--minutes \($0 / 60)" } ?? "--until-end-of-day"
        return Control(
          label, act: act, command: "sallyport allow \(request.number) \(length)" + flag, needsGuardian: guardianDecides
        )
      }
      var text: [Phrase] = [
        "\(Self.roundDuration(request.seconds)) more, asked at \(moment(request.askedAt)).",
        "Used today: \(Self.duration(totals[request.item] ?? 0)).",
      ]
      if !request.reason.isEmpty { text.insert("Why: “\(name: request.reason)”", at: 1) }
      if let end = facts.grantEnd(of: request.item) { text.append("A time grant runs until \(moment(end)).") }
      return Page.Section(
        "More time for \(name(request.item))", text: text,
        controls: [
          Control(
            "Don’t allow", act: ["kind": "refuse", "request": .number(request.number)],
            command: "sallyport refuse \(request.number)" + flag, needsGuardian: guardianDecides),
          allow("+\(request.seconds / 60) min", request.seconds / 60 * 60), allow("+1 h", 3_600),
          allow("Rest of the day", nil), other(request),
        ]
          + (hidesNames
            ? []
            : [
              Control(
                "Withdraw", act: ["kind": "withdraw", "item": .text(request.item.id)],
                command: "sallyport ask \(request.item.id) --withdraw")
            ]))
    }
    let answered = requests.filter { !$0.isOpen }.reversed()
    guard !answered.isEmpty else { return open }
    return open + [
      Page.Section(
        "Answered",
        table: Page.Table(
          "Requests for time that were answered", columns: ["Item", "Asked", "For", "Outcome", "At"],
          rows: answered.map { request in
            [
              Page.Cell(name(request.item), link: address(request.item)), Page.Cell(Phrase(moment(request.askedAt))),
              chosenCell(request.seconds * 1_000), Page.Cell(Phrase(request.outcome?.rawValue ?? "")),
              Page.Cell(request.answeredAt.map { Phrase(moment($0)) } ?? ""),
            ]
          }))
    ]
  }

  /// Any other length, added to a running time grant or in its place.
  private func other(_ request: TimeRequest) -> Control {
    Control(
      "Allow this long", act: ["kind": "allow", "request": .number(request.number)],
      command: "sallyport allow \(request.number) --minutes N --mode add|replace"
        + (guardianDecides ? " --as guardian" : ""), needsGuardian: guardianDecides,
      fields: [
        Control.Field("seconds", "Minutes", .minutes, atMost: 10_080, value: "\(request.seconds / 60)"),
        Control.Field(
          "mode", "A time grant that runs",
          options: [Control.Field.Option("add", "gets longer"), Control.Field.Option("replace", "is replaced")],
          value: "add"),
      ])
  }

  private func section(_ prompt: OpenPromptFacts) throws -> Page.Section {
    let until: [Phrase] = prompt.until.map { ["It closes without an answer at \(moment($0))."] } ?? []
    let needsGuardian = prompt.needsGuardian || guardianDecides
    let role: [Phrase] = needsGuardian ? ["Only the guardian can answer."] : []
    let question = facts.owners.persons.prompts[PromptID(number: prompt.number)].map(spoken) ?? .name(prompt.question)
    let heading: Phrase = "\(family(prompt.family)) asks"
    guard prompt.form == .yesOrNo else {
      return Page.Section(
        heading, text: [question] + until + role,
        picker: ItemPicker(
          prompt: prompt.number, groups: hidesNames ? [] : try choices(for: prompt),
          needsGuardian: needsGuardian))
    }
    let isAuthorization =
      switch facts.owners.persons.prompts[PromptID(number: prompt.number)]?.prompt {
      case .authorization: true
      case .revocation, .profile, .pick, nil: false
      }
    func answer(_ label: Phrase, _ isYes: Bool) -> Control {
      self.answer(label, isYes, prompt.number, needsGuardian: needsGuardian, isAuthorization: isAuthorization)
    }
    return Page.Section(
      heading, text: [question] + until + role, table: sheet(prompt.family),
      controls: [answer("Don’t allow", false), answer("Allow", true)])
  }

  /// An answer to a question. A yes to an authorization says how finely the family may learn, and under which policy.
  private func answer(
    _ label: Phrase, _ isYes: Bool, _ prompt: Int64, needsGuardian: Bool, isAuthorization: Bool
  ) -> Control {
    let hasTerms = isYes && isAuthorization
    var act: [String: ActValue] = ["kind": "answer", "prompt": .number(prompt), "yes": .flag(isYes)]
    if hasTerms { act["policy"] = policyNumber }
    return Control(
      label, act: act,
      command: "sallyport answer \(prompt) \(isYes ? "yes" : "no")" + (needsGuardian ? " --as guardian" : ""),
      needsGuardian: needsGuardian, isDelayed: isYes, fields: hasTerms ? profileField : [])
  }

  private func spoken(_ open: PersonDesk.OpenPrompt) -> Phrase {
    let family = family(open.family)
    return switch open.prompt {
    case .authorization(_, .child, _): "May \(family) manage this device for the child?"
    case .authorization: "May \(family) manage this device?"
    case .revocation: "May \(family) give up what the guardian allowed?"
    case .profile(_, let profile): "May \(family) learn as finely as the profile “\(profile)” allows?"
    case .pick(_, "picker"): "Choose items. \(family) gets a code for each, not its name."
    case .pick(_, let title): "Choose items for “\(name: title)”. \(family) gets a code for each, not its name."
    }
  }

  /// The consent sheet as a table.
  func sheet(_ id: FamilyID) -> Page.Table {
    let sheet = facts.consentSheet(for: id)
    let rows =
      sheet.can.map { ["Can", $0.says] } + sheet.isShown.map { ["Sees, but can’t pass on", $0.says] }
      + sheet.cannot.map { ["Can’t learn", $0] } + sheet.notEnforced.map { ["Not enforced here", $0] }
      + sheet.starts.map { ["Starts", $0] } + (sheet.price.map { [["Price", $0]] } ?? [])
    return Page.Table(
      "What \(family(id)) could learn", columns: ["Access", "What"],
      rows: rows.map { $0.map { Page.Cell(Phrase($0)) } })
  }
}
