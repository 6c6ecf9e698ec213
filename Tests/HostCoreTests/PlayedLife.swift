// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// A device whose programs are simulated by the test, with a transcript of its commands and pages.
final class PlayedLife {
  static let editor = Item.application("org.gnome.TextEditor")
  static let chess = Item.application("org.gnome.Chess")
  static let browser = Item.application("org.mozilla.firefox")
  static let site = Item.webDomain("example.org")

  private(set) var bench: NotificationBench
  private(set) var lines: [String] = []
  /// How callbacks that are not answered by hand end; `nil` for a reply without effects.
  var failure: CallEnd?
  /// Answers callbacks in the test's own way; `nil` leaves one to the device's usual answers.
  var reply: (NotificationBench.Sent) throws -> CallEnd? = { _ in nil }
  var prelude = Prelude.nothing
  /// Whether the times at which the device asks to be woken are lines of the transcript.
  var notesWakes = false
  /// How many transactions the prelude has failed.
  private(set) var failedWrites = 0
  /// Each family's picked items.
  private(set) var selections: [String: Selection] = [:]
  /// The tokens of the applications that were picked for each family.
  var tokens: [String: [WireToken]] { selections.mapValues(\.applications) }
  /// Whether a callback stays in flight until the test ends it.
  var isHeld: (NotificationBench.Sent) -> Bool = { _ in false }
  /// Callbacks that a test ends itself.
  private var held: Set<CallID> = []
  private var acts = 0
  private let encoder = JSONEncoder()

  /// - Parameters:
  ///   - more: capabilities that the apps ask for besides those of limits and shields.
  ///   - extra: further members of the extensions at the given points; `extras` those at one point, and `members` those
  ///     of the families.
  init(
    requests more: [String] = [], points: [String] = ["shieldConfiguration", "shieldAction"], extra: String = "",
    extras: [String: String] = [:], family members: String = "",
    _ configure: @escaping (inout HostConfiguration) -> Void = { _ in }
  ) throws {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    bench = try NotificationBench(
      requests: ["authorization", "monitoring", "notifications", "picker", "settings", "shields"] + more,
      points: points, extra: extra, extras: extras, family: members
    ) { configuration in
      var names = [Self.editor: "Editor", Self.chess: "Chess", Self.browser: "Browser"]
      for code in 1...13 { names[.category("\(code)")] = "Category \(code)" }
      configuration.names = names
      configuration.registry.categories = [Self.editor: .category("5"), Self.chess: .category("3")]
      configuration.mode = .exact
      configure(&configuration)
    }
  }

  var facts: DeviceFacts { bench.driver.facts }
  var instant: Timestamp { bench.device.now }
  var now: Int64 { instant.milliseconds }

  /// The milliseconds since the start.
  private var time: Int64 { now - NotificationBench.start.milliseconds }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  // MARK: - Inputs

  /// - Returns: the commands, each of which is a line.
  @discardableResult
  func take(_ input: DeviceInput) -> [DeviceCommand] {
    do {
      let commands = try pass(input)
      for command in commands {
        if case .present(let surface) = command { try bench.driver.stage.present(surface) }
        if case .withdraw(let surface) = command { try bench.driver.stage.withdraw(surface) }
        if case .wake = command, !notesWakes { continue }
        lines.append("\(time) \(try text(command))")
      }
      return commands
    } catch {
      lines.append("\(time) refused: \(error)")
      return []
    }
  }

  /// An extra step before each input.
  enum Prelude: CaseIterable {
    case nothing, save
    /// A save, and a first attempt whose transaction can't be committed.
    case failure
  }

  private struct FullDisk: Error {}

  /// Passes an input to the device after the prelude.
  private func pass(_ input: DeviceInput) throws -> [DeviceCommand] {
    // A failed transaction drops calls in flight and open apps, so skip the prelude while there are any.
    guard prelude != .nothing, facts.callsInFlight.isEmpty, facts.owners.outbox.turns.isEmpty else {
      return try bench.take(input)
    }
    try bench.take(.operator(.saves))
    guard prelude == .failure else { return try bench.take(input) }
    facts.store.onTransaction = { moment, _ in if moment == .beforeCommit { throw FullDisk() } }
    defer { facts.store.onTransaction = nil }
    do {
      return try bench.take(input)
    } catch is FullDisk {
      failedWrites += 1
      facts.store.onTransaction = nil
      return try bench.take(input)
    }
  }

  func open(_ family: String) throws -> CallID {
    for case .perform(let call, _, _) in take(.person(PersonAct(.opens(FamilyID(family), stays: true)))) {
      held.insert(call)
      return call
    }
    throw CocoaError(.featureUnsupported)
  }

  func end(_ call: CallID, _ end: CallEnd) throws {
    held.remove(call)
    bench.forget(call)
    take(.ended(call, end))
  }

  @discardableResult
  func ask(_ call: CallID, _ number: Int, _ request: ExtensionRequest) throws -> [DeviceCommand] {
    take(.asked(QuestionID(call, number), .request(request)))
  }

  /// Opens a family's app, which is authorized, has items picked, and monitors and shields them.
  func meet(_ family: String, picking applications: [String]) throws {
    let call = try open(family)
    var prompts = try ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
    for case .prompt(let id, _) in prompts { take(.person(PersonAct(.answers(id, .said(.approved))))) }
    prompts = try ask(call, 2, .pick(PickParams(includeEntireCategory: false)))
    for case .prompt(let id, _) in prompts {
      let pick = PersonAnswers.Pick(applications: applications, categories: ["8"], webDomains: ["example.org"])
      for case .answer(_, .result(let value)) in take(.person(PersonAct(.answers(id, .picked(pick))))) {
        selections[family] = try PickResult(wire: value, at: "", from: .host).selection
      }
    }
    let own = try #require(tokens[family], "nothing was picked")
    let event = MonitoringEvent(
      name: "limit", applications: own, categories: [], webDomains: [], threshold: DateComponentsValue([.minute: 20]),
      includesPastActivity: false)
    try end(
      call,
      .replied(
        EffectsResult(effects: [
          .startMonitoring(
            activity: "day",
            schedule: MonitoringSchedule(
              start: DateComponentsValue([.hour: 0, .minute: 0]), end: DateComponentsValue([.hour: 23, .minute: 59]),
              repeats: true, warning: DateComponentsValue([.minute: 5])), events: [event]),
          .setSetting(store: "limits", key: .denySiri, value: .bool(true)),
        ]).wire))
    leave(family)
    try settle()
  }

  /// Restarts the host over its state, as after a kill.
  ///
  /// - Parameter build: distinguishes another build of all programs.
  func restart(build: String = "") throws {
    bench = try bench.killed(build: build)
    held = []
    lines.append("\(time) restarted")
    for surface in bench.presented { lines.append("\(time) \(try text(surface))") }
    for notification in bench.shown { lines.append("\(time) \(try text(notification))") }
    take(.operator(.opens))
  }

  func leave(_ family: String) {
    take(.person(PersonAct(.leaves(FamilyID(family), missing: nil))))
    take(.person(PersonAct(.closes(FamilyID(family)))))
  }

  /// Ends every other callback that is on its way. A threshold shields what was picked.
  func settle() throws {
    var count = 0
    while let one = bench.sent.first(where: { !held.contains($0.call) && !isHeld($0) }), count < 60 {
      count += 1
      bench.forget(one.call)
      take(.ended(one.call, try usualEnd(of: one)))
    }
  }

  /// The end of a callback that is not ended by hand.
  func usualEnd(of one: NotificationBench.Sent) throws -> CallEnd {
    if let end = try failure ?? reply(one) { return end }
    if one.program.contains("shieldconfiguration") { return .fallback(reason: .process(.deadline)) }
    if one.program.contains("shieldaction") { return .replied(["effects": [], "response": "close"]) }
    let own = tokens[String(one.program.prefix { $0 != "." })] ?? []
    let effects: [Effect] =
      one.callback == "eventDidReachThreshold"
      ? [.setSetting(store: "limits", key: .shieldApplications, value: .tokens(own))] : []
    return .replied(EffectsResult(effects: effects).wire)
  }

  func use(_ app: Item, _ web: Item? = nil, minutes: Int64) throws {
    let end = instant.advanced(by: minutes * 60_000)
    var count = 0
    while instant < end, count < 400 {
      count += 1
      take(.use(UseSpan(start: instant, end: end, app: app, web: web, isPresent: true)))
      try settle()
    }
  }

  func pass(hours: Int64) throws { try pass(until: instant.advanced(by: hours * 3_600_000)) }

  func pass(until end: Timestamp) throws {
    var count = 0
    while instant < end, count < 400 {
      count += 1
      take(.time(end))
      try settle()
    }
  }

  func press(_ button: ShieldButton) throws {
    guard let shield = facts.state.shield else { return lines.append("no shield is on screen") }
    acts += 1
    take(.person(PersonAct(.presses(button, shield), id: "press \(acts)")))
    try settle()
  }

  func move(_ program: String, _ from: ProcessState, _ to: ProcessState, _ reason: ReasonCode) {
    take(
      .moved(ProgramID(program), ProcessMove(process: 1, from: from, to: to, reason: reason, record: RestartRecord())))
  }

  /// Gives an order, and notes the device's answer.
  func order(_ kind: PersonOrder.Kind, as role: PersonOrder.Role = .owner) {
    acts += 1
    lines.append("order \(acts) as \(role)")
    do {
      // The console sends it in its wire form.
      let sent = PersonOrder(kind, as: role, by: .console, act: "act \(acts)").wire
      switch try facts.meaning(of: PersonOrder(wire: sent, at: "", from: .extension)) {
      case .input(let input): take(input)
      case .waiting(let input, let says, let number, let until):
        lines.append("change \(number) waits until \(until.milliseconds): \(says)")
        take(input)
      case .already(let says): lines.append("already: \(says)")
      }
      try settle()
    } catch {
      lines.append("refused: \(error)")
    }
  }

  // MARK: - Pages

  /// The pages as the device shows them now, with and without the names of items.
  func show(_ paths: [String]) {
    for hidesNames in [false, true] {
      let maker = PageMaker(facts, hasPasscode: hidesNames, hidesNames: hidesNames)
      for path in paths {
        guard let address = PageAddress(path: path) else { continue }
        do { lines += PageTranscript.lines(of: try maker.page(address)) } catch { lines.append("\(path): \(error)") }
      }
    }
  }

  /// Adds a line to the transcript.
  func note(_ line: String) { lines.append(line) }

  /// Compares the transcript, with the pages that were written since the last start, and everything that the device has
  /// stored and can explain at the end.
  func compare(_ name: String) throws {
    take(.operator(.saves))
    let record = try DeviceRecord(facts, since: NotificationBench.start).lines()
    try PageTranscript.compare(try lines + written() + record, with: name)
  }

  /// The texts of the written pages, without their form.
  private func written() throws -> [String] {
    let pages = bench.driver.stage.pages
    try pages?.flush()
    return try (pages?.written ?? []).map { path in
      let html = try String(contentsOfFile: path, encoding: .utf8)
      let text = html.replacing(#/(?s)<style.*?</style>/#, with: "").replacing(#/<[^>]*>/#, with: " ")
      let words = text.split { $0.isWhitespace }.joined(separator: " ")
      return "page \(URL(filePath: path).lastPathComponent): \(words)"
    }
  }
}
