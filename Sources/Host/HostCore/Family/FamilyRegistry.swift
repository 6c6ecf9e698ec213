// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// The families of a running host: manifests, programs, the status of their processes, and the stored records of
/// failing builds.
final class FamilyRegistry {
  let families: [FamilyID: HostedFamily]
  /// The programs of all families, in the fixed order in which families are processed.
  let programs: [HostedProgram]
  private var standings: [ProgramID: ProgramStatus]
  /// The values in the store.
  private var stored: [ProgramID: RestartMemory]
  /// The last request to each program, for the digest of a poison input.
  private var requests: [ProgramID: WireValue] = [:]
  /// Sealed programs that printed something. Only the fact is kept, not the output (PRIV-SE5).
  private var sealedOutput: Set<ProgramID> = []
  /// The last lines of confined programs whose newest process has ended.
  private var output: [ProgramID: [String]] = [:]
  /// The budgets that the newest processes exceeded.
  private var excesses: [ProgramID: String] = [:]

  init(_ families: [HostedFamily], stored: [ProgramID: RestartMemory]) {
    self.families = Dictionary(families.map { ($0.id, $0) }) { first, _ in first }
    programs = families.sorted { $0.id < $1.id }.flatMap { family in
      (family.programs.values + family.others).sorted { $0.declaration.id.precedesInUTF8($1.declaration.id) }
    }
    standings = Dictionary(uniqueKeysWithValues: programs.map { ($0.id, $0.beginning) })
    self.stored = stored
  }

  subscript(_ family: FamilyID, _ point: ExtensionPoint) -> HostedProgram? { families[family]?.programs[point] }

  func program(_ id: ProgramID) -> HostedProgram? { programs.first { $0.id == id } }

  /// The name of the program for a delivery; the name of its point if the family has none in this run.
  func name(of delivery: PendingDelivery) -> String {
    let program = ExtensionPoint(rawValue: delivery.point).flatMap { self[FamilyID(delivery.family), $0] }
    return program?.declaration.id ?? "\(delivery.family).\(delivery.point)"
  }

  func programs(of family: FamilyID) -> [HostedProgram] { programs.filter { $0.family == family } }

  func standing(_ id: ProgramID) -> ProgramStatus? { standings[id] }

  /// The grade observed for a program's newest process (H11).
  func grade(_ family: FamilyID, _ point: ExtensionPoint) -> String {
    self[family, point].flatMap { standings[$0.id]?.grade } ?? "not seen"
  }

  /// Whether the family's app runs and can receive messages. Its surfaces last as long as its process.
  func isOpen(_ family: FamilyID) -> Bool {
    guard let app = self[family, .app] else { return false }
    return switch standings[app.id]?.state {
    case .idle, .busy: true
    default: false
    }
  }

  func assets(of family: FamilyID?) -> AssetCatalog { family.flatMap { families[$0]?.assets } ?? AssetCatalog() }

  // MARK: - Reports of lanes

  func moved(_ id: ProgramID, _ move: ProcessMove) {
    // Output of an earlier process does not belong to this one's attempts.
    if move.to == .greeting { (output[id], excesses[id]) = (nil, nil) }
    if let exceeded = move.exceeded { excesses[id] = exceeded }
    if move.from == .greeting {
      standings[id]?.startFailure = move.reason == .process(.helloAccepted) ? nil : move.reason
    }
    standings[id]?.state = move.to
    standings[id]?.record = move.record
    if let build = move.build { standings[id]?.build = build }
    if let failure = move.launchFailure { standings[id]?.launchFailure = failure }
    if let grade = move.grade { standings[id]?.grade = grade }
  }

  func wrote(_ id: ProgramID) { sealedOutput.insert(id) }

  func printed(_ lines: [String], by id: ProgramID) { output[id] = lines }

  /// Output of the program's process before it ended with a failed attempt.
  func takeOutput(of id: ProgramID) -> [String] { output.removeValue(forKey: id) ?? [] }

  /// The budget that the program's newest process exceeded before it was ended, as a clause.
  func excess(of id: ProgramID) -> String? { excesses[id] }

  /// Whether a sealed program has printed something since the last call.
  func takeSealedOutput(of id: ProgramID) -> Bool { sealedOutput.remove(id) != nil }

  // MARK: - Poison

  func remember(_ request: WireValue, of id: ProgramID) { requests[id] = request }

  /// The last request to a program.
  func lastRequest(to id: ProgramID) -> WireValue? { requests[id] }

  /// Whether the request that just crashed a process also crashed the one before. Remembers the request's digest.
  func findPoison(_ id: ProgramID, reason: ReasonCode) -> Bool {
    guard PoisonInput.isCausedByInput(reason), let digest = requests[id].flatMap(PoisonInput.digest) else {
      return false
    }
    defer { standings[id]?.felledBy = digest }
    return standings[id]?.felledBy == digest
  }

  /// Clears the poison digest, after an accepted callback or an operator's reset.
  func clearFelled(_ id: ProgramID) { standings[id]?.felledBy = nil }

  // MARK: - Store

  var hasUnsaved: Bool { programs.contains { stored[$0.id] != standings[$0.id].flatMap(RestartMemory.init) } }

  /// Saves the changed records of failing programs with whatever else the transaction writes.
  func save(in transaction: StoreTransaction) throws {
    for program in programs {
      let memory = standings[program.id].flatMap(RestartMemory.init)
      guard stored[program.id] != memory else { continue }
      try transaction.setValue(memory, RestartMemory.key(program.declaration.id))
      transaction.afterCommit { [self] in stored[program.id] = memory }
    }
  }

  /// Reloads the stored records after a failed write. Process states stay as the lanes reported them.
  func reload(_ reader: StoreReader) throws {
    for program in programs {
      let row = try reader.value(RestartMemory.self, RestartMemory.key(program.declaration.id))
      // The row can still be about an earlier build, whose failures say nothing about this one.
      let memory = row.flatMap { $0.build == standings[program.id]?.build ?? "" ? $0 : nil }
      stored[program.id] = memory
      standings[program.id]?.felledBy = memory?.felledBy
    }
  }
}
