// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// What outlives the host about a build that fails: its strikes and its quarantine (`protocol.md` §16).
struct RestartMemory: Codable, Hashable {
  /// SHA-256 of the executed bytes: another build starts with a clean record.
  var build: String
  var record: RestartRecord
  var quarantinedUntil: Int64?
  var isDisabled: Bool
  /// See `PoisonInput`.
  var felledBy: String?

  init(_ program: HostedProgram) {
    build = program.build.hash ?? ""
    record = program.supervised.lifecycle.record
    felledBy = program.felledBy
    switch program.supervised.lifecycle.state {
    case .quarantined(let until): (quarantinedUntil, isDisabled) = (until, false)
    case .disabled: (quarantinedUntil, isDisabled) = (nil, true)
    default: (quarantinedUntil, isDisabled) = (nil, false)
    }
  }

  /// Where the process stands when the host comes up again.
  var state: ProcessState {
    if isDisabled { return .disabled }
    return quarantinedUntil.map(ProcessState.quarantined) ?? .cold
  }

  static func key(_ extensionID: String) -> String { "host.restarts.\(extensionID)" }
}

extension HostedProgram {
  /// Nothing is known that a new start would not know.
  fileprivate var hasCleanRecord: Bool {
    switch supervised.lifecycle.state {
    case .quarantined, .disabled: false
    default: supervised.lifecycle.record.strikes.isEmpty && felledBy == nil
    }
  }
}

// MARK: - Keeping it

extension ScreenTimeHost {
  /// Writes what changed about failing programs, with whatever else the transaction writes.
  func saveRestarts(in transaction: StoreTransaction) throws {
    for program in programs {
      let id = program.declaration.id
      let memory = program.hasCleanRecord ? nil : RestartMemory(program)
      guard restarts[id] != memory else { continue }
      try transaction.setValue(memory, RestartMemory.key(id))
      restarts[id] = memory
    }
  }

  /// Lets a quarantined or disabled program run again, as the operator asks.
  ///
  /// - Throws: `HostError` for a program that no family of this host has.
  package func reset(_ extensionID: String) throws {
    guard let program = programs.first(where: { $0.declaration.id == extensionID }) else {
      throw HostError(.usage, "No family here has a program “\(extensionID)”; `sallyport families` lists them.")
    }
    program.supervised.reset(now: state.now.milliseconds)
    program.felledBy = nil
    blockedUntil[extensionID] = nil
    try persist()
  }
}
