// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// The families of a running host: manifests, programs, where their processes stand, and what is remembered of builds
/// that fail.
final class FamilyRegistry {
  let families: [FamilyID: HostedFamily]
  /// Of all families, in the one order that everything about them is done in.
  let programs: [HostedProgram]
  private var standings: [ProgramID: ProgramStatus]
  /// What the store remembers.
  private var stored: [ProgramID: RestartMemory]
  /// What each program was last asked, for the digest of a poison input.
  private var requests: [ProgramID: WireValue] = [:]
  /// Sealed programs that printed something: that they did is all that is learnt of it (PRIV-SE5).
  private var sealedOutput: Set<ProgramID> = []

  init(_ families: [HostedFamily], stored: [ProgramID: RestartMemory]) {
    self.families = Dictionary(families.map { ($0.id, $0) }) { first, _ in first }
    programs = families.sorted { $0.id < $1.id }.flatMap { family in
      family.programs.values.sorted { $0.declaration.id.precedesInUTF8($1.declaration.id) }
    }
    standings = Dictionary(uniqueKeysWithValues: programs.map { ($0.id, $0.beginning) })
    self.stored = stored
  }

  subscript(_ family: FamilyID, _ point: ExtensionPoint) -> HostedProgram? { families[family]?.programs[point] }

  func program(_ id: ProgramID) -> HostedProgram? { programs.first { $0.id == id } }

  func programs(of family: FamilyID) -> [HostedProgram] { programs.filter { $0.family == family } }

  func standing(_ id: ProgramID) -> ProgramStatus? { standings[id] }

  /// The grade that the newest process of a program was seen to have (H11).
  func grade(_ family: FamilyID, _ point: ExtensionPoint) -> String {
    self[family, point].flatMap { standings[$0.id]?.grade } ?? "not seen"
  }

  /// Whether the family's app runs and can be spoken to: its surfaces live as long as its process.
  func isOpen(_ family: FamilyID) -> Bool {
    guard let app = self[family, .app] else { return false }
    return switch standings[app.id]?.state {
    case .idle, .busy: true
    default: false
    }
  }

  func assets(of family: FamilyID?) -> AssetCatalog { family.flatMap { families[$0]?.assets } ?? AssetCatalog() }

  // MARK: - What lanes tell

  func moved(_ id: ProgramID, _ move: ProcessMove) {
    standings[id]?.state = move.to
    standings[id]?.record = move.record
    if let build = move.build { standings[id]?.build = build }
    if let failure = move.launchFailure { standings[id]?.launchFailure = failure }
    if let grade = move.grade { standings[id]?.grade = grade }
  }

  func wrote(_ id: ProgramID) { sealedOutput.insert(id) }

  /// Whether a sealed program has printed something since this was asked last.
  func takeSealedOutput(of id: ProgramID) -> Bool { sealedOutput.remove(id) != nil }

  // MARK: - Poison

  func remember(_ request: WireValue, of id: ProgramID) { requests[id] = request }

  /// Whether the request that just felled a process had felled the one before; remembers it when it had not.
  func findPoison(_ id: ProgramID, reason: ReasonCode) -> Bool {
    guard PoisonInput.isCausedByInput(reason), let digest = requests[id].flatMap(PoisonInput.digest) else {
      return false
    }
    defer { standings[id]?.felledBy = digest }
    return standings[id]?.felledBy == digest
  }

  /// Something ended well, or the operator cleared the record.
  func clearFelled(_ id: ProgramID) { standings[id]?.felledBy = nil }

  // MARK: - Keeping it

  var hasUnsaved: Bool { programs.contains { stored[$0.id] != standings[$0.id].flatMap(RestartMemory.init) } }

  /// Writes what changed about failing programs, with whatever else the transaction writes.
  func save(in transaction: StoreTransaction) throws {
    for program in programs {
      let memory = standings[program.id].flatMap(RestartMemory.init)
      guard stored[program.id] != memory else { continue }
      try transaction.setValue(memory, RestartMemory.key(program.declaration.id))
      transaction.afterCommit { [self] in stored[program.id] = memory }
    }
  }

  /// A write failed: what is stored is what is known; processes stand where their lanes have them.
  func reload(_ reader: StoreReader) throws {
    for program in programs {
      let memory = try reader.value(RestartMemory.self, RestartMemory.key(program.declaration.id))
      stored[program.id] = memory
      standings[program.id]?.felledBy = memory?.felledBy
    }
  }
}
