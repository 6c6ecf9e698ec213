// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import Sandboxing
import ScreenTimeRules

/// Holds the other processes of a family still while one of its reports lives, so that what the report does to the
/// machine is seen by none of them (`privacy.md` SE7).
///
/// No callback is in flight meanwhile: one thread delivers them and draws reports. So there is nothing to wait for, no
/// deadline runs, and what falls due is delivered afterwards. A host that is killed in between takes them all with it.
final class FamilyStillness {
  private var held: [HostedProgram] = []
  /// Who was moved, and the cores it had.
  private var moved: [(HostedProgram, cores: [Int])] = []

  /// - Parameter apart: cores for the report and for the app, where the app may go on; `nil`: it stands still too.
  /// - Throws: `HostError` when something of the family can't be held; everything goes on then.
  init(
    around report: HostedProgram, in family: HostedFamily, apart: (one: CoreSet, others: CoreSet)?
  ) throws(HostError) {
    for program in family.programs.values where program !== report && program.supervised.processID != nil {
      held.append(program)
      guard program.supervised.holdStill() else {
        end()
        throw HostError(.failed, "\(program.declaration.id) can't be held still, so no report is shown beside it.")
      }
    }
    guard let apart else { return }
    for program in held where program.point == .app {
      // Only who stands still can be moved whole.
      guard let cores = program.supervised.move(to: apart.others.cores) else { continue }
      moved.append((program, cores))
      let isApart = report.supervised.holdStill() && report.supervised.move(to: apart.one.cores) != nil
      report.supervised.letGo()
      guard isApart else { continue }
      program.supervised.letGo()
      held.removeAll { $0 === program }
    }
  }

  deinit { end() }

  /// The report has ended: everything goes on where it stood.
  func end() {
    for (program, cores) in moved {
      guard program.supervised.holdStill() else { continue }
      _ = program.supervised.move(to: cores)
      program.supervised.letGo()
    }
    moved = []
    for program in held { program.supervised.letGo() }
    held = []
  }
}

extension ScreenTimeHost {
  /// What `FamilyStillness` is for a report of `family` under the profile in force: the app stands still in `tight`, and
  /// where there is one core only; else it is kept away from the report's.
  func holdStill(_ family: FamilyID, around report: HostedProgram) throws -> FamilyStillness? {
    guard let hosted = families[family] else { return nil }
    let apart = profile == .tight ? nil : CoreSet.own?.split
    return try FamilyStillness(around: report, in: hosted, apart: apart)
  }
}
