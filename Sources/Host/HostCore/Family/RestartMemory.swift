// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// The stored record of a failing build, its failures and its quarantine (`wire.md#what-the-host-does-with-bad-input`).
struct RestartMemory: Codable, Hashable {
  /// SHA-256 of the executed bytes; another build starts with a clean record.
  var build: String
  var record: RestartRecord
  var quarantinedUntil: Int64?
  var isDisabled: Bool
  /// See `PoisonInput`.
  var felledBy: String?

  /// - Returns: `nil` if the record has only the defaults of a new start.
  init?(_ standing: ProgramStatus) {
    switch standing.state {
    case .quarantined(let until): (quarantinedUntil, isDisabled) = (until, false)
    case .disabled: (quarantinedUntil, isDisabled) = (nil, true)
    default:
      guard !standing.record.strikes.isEmpty || standing.felledBy != nil else { return nil }
      (quarantinedUntil, isDisabled) = (nil, false)
    }
    build = standing.build ?? ""
    record = standing.record
    felledBy = standing.felledBy
  }

  /// The state of the process when the host starts again.
  var state: ProcessState {
    if isDisabled { return .disabled }
    return quarantinedUntil.map(ProcessState.quarantined) ?? .cold
  }

  static func key(_ extensionID: String) -> String { "host.restarts.\(extensionID)" }
}
