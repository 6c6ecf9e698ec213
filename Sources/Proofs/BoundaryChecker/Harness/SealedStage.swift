// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FamilyManifests
internal import HostCore
internal import ScreenTimeRules

/// A device at the end of its day, on which the family's own sealed programs draw on request.
final class SealedStage {
  private let run: WorldRun
  private let host: VirtualDriver
  private let family: CheckedFamily

  private let script: PublicScript

  /// - Parameter calendar: its first day counts. Acts of the person and earlier days change nothing for a process that
  ///   is new for each request.
  init(
    _ family: CheckedFamily, world: World, plan: PrivacyCheckPlan, calendar: ScriptCalendar = .base
  ) throws {
    self.family = family
    script = PublicScript(calendar: ScriptCalendar(firstDay: calendar.firstDay))
    run = WorldRun(family, cast: .sealed, world: world, script: script, profile: plan.profile)
    try run.live()
    guard let host = run.host else { throw HostError(.failed, "The simulated day of a world did not finish.") }
    self.host = host
    run.witness.isOnStage = true
  }

  func close() throws { try run.close() }

  /// One sealed request.
  enum Scene: Hashable, Sendable {
    case shield(Role)
    case report(context: String)

    var point: ExtensionPoint {
      switch self {
      case .shield: .shieldConfiguration
      case .report: .report
      }
    }
  }

  /// Changes what the programs are shown from now on; `nil` for nothing.
  func replace(_ change: ((WireValue) -> WireValue)?) { run.witness.replace = change }

  /// Draws one scene and returns what the host recorded.
  ///
  /// If the program received no request, the machine may have been too busy to start it, so draw again.
  func draw(_ scene: Scene) throws -> SealedOutcome {
    var outcome = try drawOnce(scene)
    for _ in 0..<Self.furtherStarts where !outcome.wasAsked { outcome = try drawOnce(scene) }
    return outcome
  }

  private static let furtherStarts = 2

  private func drawOnce(_ scene: Scene) throws -> SealedOutcome {
    run.witness.clear()
    // Failures in an earlier scene would delay the program; another section checks that the family can't see this.
    for program in family.located.manifest.programs(at: scene.point) { try host.reset(program.id) }
    switch scene {
    case .shield(let role):
      guard let shield = host.facts.shield(over: run.world.item(role)) else {
        throw HostError(.failed, "The shield over \(role.spoken) is not shown, so it can't be drawn.")
      }
      _ = try host.look(at: shield)
    case .report(let context):
      _ = try host.render(
        ReportRequest(
          family: FamilyID(family.name), context: context, segment: .daily, start: script.midnight,
          end: script.evening))
    }
    return SealedOutcome(run.witness.crossings, at: scene.point)
  }

  /// The contexts that the report declares in its `hello`.
  func reportContexts() throws -> [String] {
    _ = try draw(.report(context: "Today"))
    for crossing in run.witness.crossings {
      guard case .fromProgram(.object(let line)) = crossing.event, case .object(let result)? = line["result"],
        case .array(let contexts)? = result["contexts"]
      else { continue }
      return contexts.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    return []
  }
}
