// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FamilyManifests
internal import HostCore
internal import ScreenTimeRules

/// A device whose day is over and on which the family's own sealed programs now draw, as often as asked.
final class SealedStage {
  private let run: WorldRun
  private let host: VirtualDriver
  private let family: CheckedFamily

  init(_ family: CheckedFamily, world: World, plan: PrivacyCheckPlan) throws {
    self.family = family
    run = WorldRun(family, cast: .sealed, world: world, script: PublicScript(), profile: plan.profile)
    try run.live()
    guard let host = run.host else { throw HostError(.failed, "The day of a world did not come to its end.") }
    self.host = host
    run.witness.isOnStage = true
  }

  func close() throws { try run.close() }

  /// One sealed request: what to draw.
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

  /// Draws one scene and tells what was heard of it.
  ///
  /// A program that was never asked says nothing about itself: its machine may just have been too busy to start it.
  func draw(_ scene: Scene) throws -> SealedOutcome {
    var outcome = try drawOnce(scene)
    for _ in 0..<Self.furtherStarts where !outcome.wasAsked { outcome = try drawOnce(scene) }
    return outcome
  }

  private static let furtherStarts = 2

  private func drawOnce(_ scene: Scene) throws -> SealedOutcome {
    run.witness.clear()
    // Strikes of an earlier scene would hold the program back; that the family can't see it is another section's matter.
    for program in family.located.manifest.programs(at: scene.point) { try host.reset(program.id) }
    switch scene {
    case .shield(let role):
      guard let shield = host.facts.shield(over: run.world.item(role)) else {
        throw HostError(.failed, "The shield over \(role.spoken) is down, so nothing could be looked at.")
      }
      _ = try host.look(at: shield)
    case .report(let context):
      _ = try host.render(
        ReportRequest(
          family: FamilyID(family.name), context: context, segment: .daily, start: PublicScript.midnight,
          end: PublicScript.evening))
    }
    return SealedOutcome(run.witness.crossings, at: scene.point)
  }

  /// The contexts that the report names in its `hello`.
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
