// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Pages
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// All pages of busy devices, for readers with and without names and for devices with and without a passcode.
@Suite struct PageReaderTests {
  private static let (homework, worklog) = (FamilyID("homework"), FamilyID("worklog"))
  private static let maps = Item.application("org.gnome.Maps")

  private static let intents: WireValue = [
    ["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]
  ]

  private static func label(_ text: String) -> WireValue { ["text": .string(text), "color": "#1d2b1fff"] }

  /// A shield with a second button that opens choices.
  private static let look: WireValue = [
    "configuration": [
      "title": label("Enough for today"), "primaryButton": label("Close"), "secondaryButton": label("Later"),
      "submenu": ["5 minutes", "10 minutes", "15 minutes"],
    ]
  ]

  // MARK: - Transcripts

  /// The page of each address as the first reader sees it, and what differs for each other reader.
  private func lines(_ life: PlayedLife, _ paths: [String]) throws -> [String] {
    try paths.flatMap { path -> [String] in
      let address = try #require(PageAddress(path: path))
      func page(_ hasPasscode: Bool, _ hidesNames: Bool) -> [String] {
        do {
          let maker = PageMaker(life.facts, hasPasscode: hasPasscode, hidesNames: hidesNames)
          return PageTranscript.lines(of: try maker.page(address))
        } catch { return ["", "\(path): \(error)"] }
      }
      let first = page(false, false)
      var all = first
      for (hasPasscode, hidesNames) in [(true, false), (false, true), (true, true)] {
        all.append("\(hasPasscode ? "with" : "without") a passcode, \(hidesNames ? "without" : "with") names:")
        for change in page(hasPasscode, hidesNames).difference(from: first) {
          switch change {
          case .remove(let offset, let line, _): all.append("\(offset) gone \(line)")
          case .insert(let offset, let line, _): all.append("\(offset) has \(line)")
          }
        }
      }
      return all
    }
  }

  private func window(_ controls: WireValue...) -> ExtensionRequest {
    .presentWindow(
      PresentWindowParams(
        view: ["kind": "vstack", "align": "center", "spacing": 8_000, "children": .array(controls)], title: "Window"))
  }

  private func control(_ text: String, _ action: Int64, isOn: Bool? = nil) -> WireValue {
    var control: WireObject = [
      "kind": "control", "form": isOn == nil ? "button" : "toggle", "action": .integer(action),
      "child": ["kind": "text", "text": .string(text)],
    ]
    control["on"] = isOn.map(WireValue.bool)
    return .object(control)
  }

  // MARK: - Lives

  /// A device on which something of each kind happened.
  private func busyLife(_ configure: @escaping (inout HostConfiguration) -> Void) throws -> PlayedLife {
    let life = try PlayedLife(
      requests: ["badge", "focus", "timelines"],
      points: ["shieldConfiguration", "shieldAction", "widget", "focusFilter"]
    ) { configuration in
      configuration.looseningSeconds = 86_400
      configuration.names[Self.maps] = "Maps"
      configuration.registry.categories[Self.maps] = .category("7")
      configure(&configuration)
    }
    life.reply = { [unowned life] one in
      if one.program.hasSuffix(".shieldconfiguration") { return .replied(Self.look) }
      if one.callback == "widget.describe" { return .replied(PlayedReplies.described) }
      return PlayedReplies.reply(to: one.callback, at: life.now, intents: Self.intents)
    }
    try life.settle()
    try life.meet("homework", picking: [PlayedLife.chess.id, PlayedLife.browser.id])
    try life.meet("worklog", picking: [PlayedLife.editor.id])
    try place(on: life)
    try notify(life)
    try life.use(Self.maps, minutes: 3)
    try life.use(PlayedLife.editor, minutes: 16)
    try life.use(PlayedLife.browser, PlayedLife.site, minutes: 4)
    life.take(.source(.suspended(TimeSpan(start: life.instant, end: life.instant.advanced(by: 60_000)))))
    try life.pass(until: life.instant.advanced(by: 120_000))
    try life.use(PlayedLife.chess, minutes: 23)
    try ask(life)
    try fail(life)
    life.take(.source(.blind(.web, .disconnected, since: life.instant)))
    try life.pass(until: life.instant.advanced(by: 600_000))
    return life
  }

  /// Sets up Focus modes and widgets, two of them in a stack.
  private func place(on life: PlayedLife) throws {
    for change in [
      .define(FocusMode(id: "work", name: "Work")),
      .define(FocusMode(id: "evening", name: "Evening", allowed: [Self.worklog, Self.homework])),
      .define(FocusMode(id: "silent", name: "Silent", allowed: [])), .activate("work"),
    ] as [FocusChange] {
      life.order(.focus(change))
    }
    for (family, kind, size) in [
      (Self.homework, "Countdown", "systemSmall"), (Self.homework, "Clock", "systemSmall"),
      (Self.worklog, "Countdown", "systemMedium"),
    ] {
      life.order(.widget(.place(family, kind: kind, size: size, [])))
    }
    let placed = life.facts.widgets
    try #require(placed.count == 3)
    life.order(.widget(.stack(placed[1].id, onto: placed[0].id)))
  }

  private func notify(_ life: PlayedLife) throws {
    let call = try life.open("homework")
    let effects = ["first", "second"].map { NotificationBench.notification($0, title: "Title of \($0)") }
    try life.end(call, .replied(["effects": .array(effects)]))
    life.leave("homework")
    try life.settle()
  }

  /// Asks for time, answers some of it, and makes changes, one of which waits.
  private func ask(_ life: PlayedLife) throws {
    life.order(.ask(item: "Chess", seconds: 901, reason: "level 3"))
    life.order(.ask(item: "Browser", seconds: 600, reason: ""))
    life.order(.ask(item: "Maps", seconds: 1_800, reason: "the way home"))
    life.order(.refuse(request: 2), as: .guardian)
    life.order(.allow(.request(3), GrantLength(.add, seconds: 900)), as: .guardian)
    life.order(.merge(item: "Maps", into: "Editor"), as: .guardian)
    life.order(.file(item: "Chess", category: "9"), as: .guardian)
    life.order(.withdrawItem("Browser", from: Self.homework))
    life.order(.delayChanges(seconds: 3_600))
  }

  /// Has one program fail with output, and another wait for its next start.
  private func fail(_ life: PlayedLife) throws {
    let usual = life.reply
    life.reply = { [unowned life] one in
      guard one.program == "worklog.monitor" else { return try usual(one) }
      life.take(.wrote(ProgramID(one.program), isSealed: false, lines: ["Traceback", "ValueError: 7"]))
      return .fallback(reason: .process(.deadline))
    }
    try life.use(PlayedLife.editor, minutes: 6)
    life.reply = usual
    let record = try JSONDecoder().decode(
      RestartRecord.self,
      from: Data(#"{"draws":0,"exponent":1,"failedHellos":0,"quarantines":1,"strikes":[1,2,3]}"#.utf8))
    for (program, state) in [
      ("worklog.monitor", ProcessState.quarantined(until: life.now + 7_200_000)),
      ("homework.widget", .backingOff(until: life.now + 5_400_000)),
    ] {
      life.take(
        .moved(
          ProgramID(program),
          ProcessMove(process: 1, from: .exiting(.strike), to: state, reason: "strikes", record: record)))
    }
  }

  private static let paths = [
    "/today", "/week", "/day", "/shields", "/requests", "/families", "/family/homework", "/family/worklog", "/ledger",
    "/extensions", "/device", "/gallery", "/trace", "/item/app:org.gnome.Chess", "/item/site:example.org",
    "/item/category:3", "/item/number:1", "/shield/app:org.gnome.Chess", "/shield/site:example.org",
    "/shield/number:2", "/use/2026-10-19~device", "/use/2026-10-19~site:example.org", "/use/2026-10-19~category:9",
    "/use/2026-10-19~number:3",
  ]

  @Test func `all pages of a busy device match their transcript for each reader`() throws {
    let life = try busyLife { _ in }
    let app = try life.open("homework")
    // The host takes an app for open while it has a process.
    life.move("homework.app", .greeting, .idle(since: life.now), "hello.ok")
    try life.ask(app, 1, window(control("Start", 3), control("Loud", 4, isOn: true), control("Quiet", 5, isOn: false)))
    try life.ask(app, 2, .pick(PickParams(includeEntireCategory: true, title: "Games")))
    try #require(life.facts.openPrompts.count == 1)
    try PageTranscript.compare(try lines(life, Self.paths), with: "readers-busy")
  }

  @Test func `the pages of an adult's device match their transcript for each reader`() throws {
    var policy: FlowPolicy?
    let life = try busyLife { configuration in
      configuration.authorization = AuthorizationPolicy(person: .adult)
      configuration.profile = .standard
      configuration.policy = policy
    }
    var all = try lines(life, ["/shields", "/requests", "/families", "/family/homework", "/device", "/ledger"])
    // A wider policy suspends the families until the person agrees.
    life.order(.widget(.lock(.locked)))
    life.order(.focus(.activate(nil)))
    life.order(.ledger(isOn: false))
    policy = try .widened(1)
    try life.restart()
    all += try lines(life, ["/families", "/family/homework", "/device", "/gallery", "/ledger", "/extensions"])
    try PageTranscript.compare(all, with: "readers-adult")
  }

  @Test func `the pages of a child's device whose guardian decides match their transcript for each reader`() throws {
    var profile = PrivacyProfile.tight
    let life = try PlayedLife { $0.profile = profile }
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .child)))
    var all = try lines(life, ["/requests"])
    life.order(.answer(prompt: 1, isYes: true), as: .guardian)
    try life.ask(call, 2, .pick(PickParams(includeEntireCategory: false)))
    all += try lines(life, ["/requests", "/families", "/family/homework"])
    life.order(.pick(prompt: 2, PersonAnswers.Pick(applications: [PlayedLife.chess.id])), as: .guardian)
    try life.ask(call, 3, .commit(CommitParams(effects: [.revokeAuthorization])))
    all += try lines(life, ["/today", "/requests", "/families", "/family/homework", "/item/app:org.gnome.Chess"])
    life.order(.answer(prompt: 3, isYes: false), as: .guardian)
    try life.end(call, .replied(["effects": []]))
    life.leave("homework")
    // The other family is refused once, and nobody answers its next question.
    let other = try life.open("worklog")
    try life.ask(other, 1, .authorize(AuthorizeParams(member: .individual)))
    life.order(.answer(prompt: 4, isYes: false))
    all += try lines(life, ["/families", "/family/worklog"])
    try life.end(other, .replied(["effects": []]))
    life.leave("worklog")
    let again = try life.open("worklog")
    try life.ask(again, 1, .authorize(AuthorizeParams(member: .individual)))
    for prompt in life.facts.openPrompts {
      life.take(.person(PersonAct(.answers(PromptID(number: prompt.number), .said(.unanswered)))))
    }
    try life.end(again, .replied(["effects": []]))
    life.leave("worklog")
    all += try lines(life, ["/requests", "/families"])
    // The host's profile is wider at the next start, so the guardian is asked about it.
    profile = .open
    try life.restart()
    try life.settle()
    all += try lines(life, ["/requests"])
    try life.pass(hours: 1)
    all += try lines(life, ["/requests", "/family/homework", "/device"])
    try PageTranscript.compare(all, with: "readers-guardian")
  }
}
