// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
package import ScreenTimeRules

/// The status of one program of a family.
package struct ProgramReport: Sendable {
  package var program: String
  package var point: String
  package var state: String
  /// The instant until which it is held back.
  package var until: Timestamp?
  package var strikes: Int
  /// What it printed before its last failed attempt ended.
  package var printed: [String]
}

extension DeviceFacts {
  package func programStandings(of family: FamilyID) throws -> [ProgramReport] {
    try owners.registry.programs(of: family).compactMap { program -> ProgramReport? in
      guard let standing = owners.registry.standing(program.id) else { return nil }
      let until: Int64? =
        switch standing.state {
        case .quarantined(until: let time), .backingOff(until: let time): time
        default: nil
        }
      return ProgramReport(
        program: program.id.rawValue, point: program.point.rawValue, state: standing.state.name,
        until: until.map { Timestamp(milliseconds: $0) }, strikes: standing.record.strikes.count,
        printed: try failedOutput(of: program.id)?.lines ?? [])
    }
  }
}
