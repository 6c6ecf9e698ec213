// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import PrivacyBoundary
internal import ScreenTimeRules

/// Runs each planted leak and reports the result.
package struct PlantedLeakTrials: Sendable {
  private let program: String
  private let launcher: String
  private let directory: String
  private let isQuick: Bool

  /// - Parameters:
  ///   - program: the planted-leak program.
  ///   - directory: the directory for bundles; all users may enter it.
  package init(program: String, launcher: String, directory: String, isQuick: Bool) {
    self.program = program
    self.launcher = launcher
    self.directory = directory
    self.isQuick = isQuick
  }

  /// A planted-leak family with its own copy of the programs.
  func checked(_ leak: String, picture: String, buttons: String? = nil) throws -> CheckedFamily {
    let located = try PlantedLeakFamily(
      leak, program: program, in: directory, picture: picture, buttons: buttons
    ).located
    return CheckedFamily(located, programs: directory + "/programs-" + leak, launcher: launcher)
  }

  package func outcome(of row: PlantedLeakCase) throws -> PlantedLeakOutcome {
    guard row.trial != .none else { return PlantedLeakOutcome(row: row, seen: .untried, evidence: row.note) }
    guard row.trial != .search else { return try search(row) }
    let family = try checked(row.id, picture: "")
    defer { try? FileManager.default.removeItem(atPath: family.programs) }
    var plan = PrivacyCheckPlan(isQuick: true, seed: 11, pairs: nil, width: 1)
    plan.timedPairs = isQuick ? 20 : 40
    let check = try PrivacyCheck(family, plan: plan)
    return switch row.trial {
    case .worlds: try worlds(row, check)
    case .timed: try timed(row, check)
    case .rare: try rare(row, check)
    case .metered: try metered(row, check)
    case .linkage: try linkage(row, check)
    case .none, .search: PlantedLeakOutcome(row: row, seen: .untried, evidence: row.note)
    }
  }

  /// Runs many rows, up to `width` at a time; then those that measure time, one at a time.
  ///
  /// - Parameter each: called with each outcome and its duration, when it is known.
  package func outcomes(
    of rows: [PlantedLeakCase], width: Int, each: @escaping @Sendable (PlantedLeakOutcome, Duration) -> Void
  ) throws {
    let (calm, quiet) = (rows.filter { !$0.trial.needsQuiet }, rows.filter(\.trial.needsQuiet))
    // The first error ends the run.
    for (part, width) in [(calm, width), (quiet, 1)] {
      _ = try WorkPool.map(part.count, width: width) { number in
        let start = ContinuousClock.now
        each(try outcome(of: part[number]), start.duration(to: .now))
      }
    }
  }

  // MARK: - Two worlds

  /// Two worlds in which every sealed program gets different data.
  static func pair() -> WorldPair {
    let left = World(seed: 11)
    var right = left
    var random = CheckRandom(seed: 12, "zoo")
    for role in [Role.picked0, .picked1, .picked2, .private0] { right.names[role] = "Other \(Canary.word(&random))" }
    for block in right.use.indices { right.use[block][.private0] = right.use[block][.private0].map { $0 + 120_000 } }
    return WorldPair(generator: .names, index: 0, left: left, right: right)
  }

  private struct Inspection {
    var leaks: [String] = []
    /// The differences that the host had to remove.
    var attempts: [String] = []
    /// The errors that the programs' attempts failed with.
    var refused: [String] = []
    var succeeded: [String] = []

    mutating func take(told text: String) {
      for word in text.split(separator: " ") {
        let parts = word.split(separator: "=")
        guard parts.count == 2 else { continue }
        switch Int32(parts[1]) {
        case 0?: leaks.append("\(parts[0]) succeeded")
        case let number?: refused.append("\(parts[0]): \(ErrnoName.of(number))")
        case nil: if parts[1] == "ok" { succeeded.append(String(parts[0])) }
        }
      }
    }

    func outcome(_ row: PlantedLeakCase) -> PlantedLeakOutcome {
      if let leak = leaks.first { return PlantedLeakOutcome(row: row, seen: .leaked, evidence: leak) }
      let stopped = Array(Set(attempts)).sorted() + Array(Set(refused)).sorted()
      if !stopped.isEmpty {
        return PlantedLeakOutcome(row: row, seen: .blocked, evidence: stopped.prefix(3).joined(separator: ", "))
      }
      // Without an attempt, equal worlds prove nothing.
      guard !succeeded.isEmpty else {
        return PlantedLeakOutcome(row: row, seen: .untried, evidence: "it reported no attempt")
      }
      return PlantedLeakOutcome(
        row: row, seen: .equal, evidence: "equal after: \(Array(Set(succeeded)).sorted().joined(separator: ", "))")
    }
  }

  private func look(_ check: PrivacyCheck) throws -> Inspection {
    let pair = Self.pair()
    var look = Inspection()
    let records = try [pair.left, pair.right].map { try check.record($0, cast: .all, script: PublicScript()) }
    for difference in TraceComparison(records[0], records[1]).differences {
      let text = "\(difference.channel): \(difference.left) | \(difference.right)"
      if difference.removedBy.isEmpty { look.leaks.append(text) } else { look.attempts.append(text) }
    }
    for (record, world) in zip(records, [pair.left, pair.right]) {
      let trespasses = TraceComparison.trespasses(in: record, canaries: world.canaries)
      // The host refused what the program wrote, so the attempt was blocked.
      look.attempts += trespasses.filter { $0.channel.hasPrefix("token written") }.map(\.channel)
      look.leaks += trespasses.filter { !$0.channel.hasPrefix("token written") }.map { "\($0.channel): \($0.left)" }
      for text in record.toldTexts { look.take(told: text) }
    }
    // Two more worlds, because a leak of one bit may be equal in two.
    let worlds =
      [pair.left, pair.right] + (0..<2).map { Generator.names.pair(seed: 13, index: $0, on: check.grid).right }
    let stages = try worlds.map { try SealedStage(check.family, world: $0, plan: check.plan) }
    for scene in [SealedStage.Scene.shield(.picked0), .shield(.picked1), .report(context: "Today")] {
      for stage in stages {
        for _ in 0..<2 {
          let outcome = try stage.draw(scene)
          if outcome.wasReused { look.leaks.append("a sealed process was reused") }
          if outcome.traits.keptLog { look.leaks.append("the output of a sealed process was kept") }
          look.attempts += outcome.attempts
          if let surface = outcome.surface { look.take(told: WireText.strings(in: surface).joined(separator: " ")) }
        }
      }
    }
    for stage in stages { try stage.close() }
    return look
  }

  private func worlds(_ row: PlantedLeakCase, _ check: PrivacyCheck) throws -> PlantedLeakOutcome {
    try look(check).outcome(row)
  }

  // MARK: - Time and work

  private func timed(_ row: PlantedLeakCase, _ check: PrivacyCheck) throws -> PlantedLeakOutcome {
    let look = try look(check)
    guard look.leaks.isEmpty else { return look.outcome(row) }
    var result = SectionResult(property: .confinement)
    // If noise hides the leak, repeat with five times as many pairs: a busy machine then costs time but not the
    // verdict.
    for count in [check.plan.timedPairs, 5 * check.plan.timedPairs] where result.findings.isEmpty {
      var plan = check.plan
      plan.timedPairs = count
      let timing = SealedTiming(
        try PrivacyCheck(check.family, plan: plan), scenes: [.report(context: "Today")], pairs: [Self.pair()])
      try timing.run(&result)
      if row.verdict == .blocked, !look.attempts.isEmpty || !look.refused.isEmpty { break }
    }
    // The host blocks a channel that it hides; a channel of the machine itself can only be flagged.
    if let open = result.findings.first(where: { $0.removedBy.isEmpty }) {
      return PlantedLeakOutcome(row: row, seen: .flagged, evidence: "\(open.channel): \(open.right)")
    }
    if let hidden = result.findings.first {
      return PlantedLeakOutcome(
        row: row, seen: .blocked, evidence: "\(hidden.channel), hidden by the host")
    }
    return look.outcome(row)
  }

  /// 299 runs detect a leak with probability 1/100 at 95 %; these runs detect it at 99 %.
  private func rare(_ row: PlantedLeakCase, _ check: PrivacyCheck) throws -> PlantedLeakOutcome {
    let pair = Self.pair()
    for world in [pair.left, pair.right] {
      let stage = try SealedStage(check.family, world: world, plan: check.plan)
      defer { try? stage.close() }
      let first = try stage.draw(.report(context: "Today")).traits
      for number in 1...460 {
        let differences = first.differences(from: try stage.draw(.report(context: "Today")).traits)
        guard let difference = differences.first else { continue }
        return PlantedLeakOutcome(
          row: row, seen: .flagged, evidence: "\(difference.channel), unstable in one world, at run \(number)")
      }
    }
    return PlantedLeakOutcome(row: row, seen: .equal, evidence: "no difference in 920 runs")
  }

  // MARK: - Declared releases

  private func metered(_ row: PlantedLeakCase, _ check: PrivacyCheck) throws -> PlantedLeakOutcome {
    let record = try check.record(World(seed: 11), cast: .all, script: PublicScript())
    let grid = Self.phase(of: record, step: check.grid.step)
    var told = 0
    for time in record.tellingTimes {
      told += 1
      guard grid.isSlot(time) else {
        return PlantedLeakOutcome(
          row: row, seen: .leaked, evidence: "a use callback at \(time) ms is off the grid")
      }
    }
    let most = check.plan.profile.callbacksPerDay ?? .max
    guard told <= most else {
      return PlantedLeakOutcome(row: row, seen: .leaked, evidence: "\(told) callbacks, more than the \(most) per day")
    }
    let bits = CallbackCapacity.ofLadder(
      stepMinutes: check.plan.profile.stepMinutes, gridMinutes: max(1, check.plan.profile.gridMinutes), cap: most)
    let figure = String(format: "%d callbacks of %d, on the grid; at most %.0f bits per day", told, most, bits)
    if told > 0 { return PlantedLeakOutcome(row: row, seen: .metered, evidence: figure) }
    let presses = record.pressTimes
    if let time = presses.first(where: { $0 % 60_000 != 0 }) {
      return PlantedLeakOutcome(
        row: row, seen: .leaked, evidence: "a press is reported at \(time) ms, more precisely than to the minute")
    }
    if !presses.isEmpty {
      return PlantedLeakOutcome(
        row: row, seen: .metered, evidence: "\(presses.count) presses of 200, to the minute")
    }
    // A set of thresholds that exceeds the budget is refused when it is registered (PRIV-MT1).
    if let refusal = record.refusals.first { return PlantedLeakOutcome(row: row, seen: .metered, evidence: refusal) }
    return PlantedLeakOutcome(row: row, seen: .untried, evidence: "nothing was reported and nothing was refused")
  }

  private static func phase(of record: RunRecord, step: Int64) -> SlotGrid {
    SlotGrid(step: step, phase: (record.tellingTimes.first ?? 0) % step)
  }

  private func linkage(_ row: PlantedLeakCase, _ check: PrivacyCheck) throws -> PlantedLeakOutcome {
    let result = try LinkageSection(check, cast: .all).run()
    if let reason = result.reasons.first { return PlantedLeakOutcome(row: row, seen: .untried, evidence: reason) }
    if let finding = result.findings.first {
      return PlantedLeakOutcome(row: row, seen: .leaked, evidence: finding.channel)
    }
    return PlantedLeakOutcome(row: row, seen: .equal, evidence: result.notes.joined(separator: "; "))
  }

  // MARK: - The host alone

  /// The differences between two worlds of this host, with stubs at every point.
  ///
  /// - Parameter fault: a simulated fault of the host, to test the checker.
  package func hostFindings(pairs: Int, width: Int, fault: HostFault? = nil) throws -> [String] {
    let located = try PlantedLeakFamily("benign-plain", program: program, in: directory).located
    var family = CheckedFamily(located, programs: directory + "/programs-host", launcher: launcher)
    family.hostFault = fault
    var plan = PrivacyCheckPlan(isQuick: true, seed: 3, pairs: nil, width: width)
    plan.hostPairs = pairs
    let check = try PrivacyCheck(family, plan: plan)
    // A fault shows in the messages of the host's own pairs.
    let sections = [try HostSection(check).run()] + (fault == nil ? [try LinkageSection(check).run()] : [])
    return sections.flatMap { section in
      section.findings.map { "\($0.property.rawValue) \($0.channel) (\($0.pair))" }
        + section.reasons
    }
  }

  // MARK: - Programs without leaks

  /// Five small programs, and ten in the style of published apps: limiters, trackers, timers, reports, blockers.
  package static let benign = [
    "benign-plain", "benign-names", "benign-works", "benign-keeps", "benign-prints", "benign-limiter", "benign-tracker",
    "benign-timer", "benign-database", "benign-notifier", "benign-shield", "benign-bars", "benign-unlocker",
    "benign-downtime", "benign-weeks", "benign-child",
  ]

  /// Runs benign programs about `runs` times and returns the findings.
  package func falseFlags(runs: Int, width: Int) throws -> [String] {
    let programs = Self.benign
    let share = max(1, runs / programs.count / 10)
    let flags = try WorkPool.map(programs.count * share, width: width) { number -> [String] in
      let name = programs[number % programs.count]
      let located = try PlantedLeakFamily(name, program: program, in: directory + "/\(number)").located
      let family = CheckedFamily(located, programs: directory + "/\(number)/programs", launcher: launcher)
      var plan = PrivacyCheckPlan(isQuick: true, seed: UInt64(number), pairs: nil, width: 1)
      // Ten runs: eight pairs of sealed worlds, one whole day, one of the host.
      (plan.hostPairs, plan.familyPairs, plan.sealedPairs, plan.timedPairs) = (1, 1, 8, 1)
      plan.sweptNames = 4
      // A section takes the first kinds of this list, so each run tries others, on other dates and with other acts.
      plan.generators =
        Array(Generator.allCases.dropFirst(number / programs.count % Generator.allCases.count))
        + [.installation, .limits]
      let report = try PrivacyCheck(family, plan: plan).run()
      return report.findings.map { "\(name) seed \(number): \($0.channel)" }
    }
    return flags.flatMap { $0 }
  }
}

extension PlantedLeakCase.Trial {
  fileprivate var needsQuiet: Bool { self == .timed || self == .rare }
}

extension RunRecord {
  /// The results of the attempts that the family's programs wrote to their defaults.
  var toldTexts: [String] {
    crossings.flatMap { crossing -> [String] in
      guard crossing.program.hasPrefix(family + "."), case .fromProgram(let value) = crossing.event else { return [] }
      return WireText.strings(in: value).filter { $0.hasPrefix(" ") && $0.contains("=") }
    }
  }

  /// The times at which the family received a press, in milliseconds.
  var pressTimes: [Int64] {
    crossings.compactMap { crossing in
      guard crossing.point == .shieldAction, crossing.program.hasPrefix(family + "."),
        case .toProgram(.object(let line)) = crossing.event, case .object(let params)? = line["params"],
        case .object(let delivery)? = params["delivery"], case .integer(let time)? = delivery["now"]
      else { return nil }
      return time
    }
  }

  /// The times at which the family received use callbacks, in milliseconds after midnight.
  var tellingTimes: [Int64] {
    crossings.compactMap { crossing in
      guard crossing.point == .monitor, crossing.program.hasPrefix(family + "."),
        case .toProgram(.object(let line)) = crossing.event, case .object(let params)? = line["params"],
        case .string(let callback)? = params["callback"], callback.hasPrefix("event"),
        case .object(let delivery)? = params["delivery"], case .integer(let time)? = delivery["now"]
      else { return nil }
      return time - PublicScript.base.milliseconds
    }
  }
}

extension WireText {
  /// Every string in a value.
  static func strings(in value: WireValue) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(strings(in:))
    case .object(let object): object.members.flatMap { strings(in: $0.value) }
    case .null, .bool, .integer: []
    }
  }
}
