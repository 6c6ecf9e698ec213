// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules

// MARK: - Processes that wait for a surface

extension ScreenTimeHost {
  /// Keeps one process ready where a surface may come up any moment (`protocol.md` §10): at a shield's look while the
  /// family shields anything, at a report while the app shows one. It stands past `hello` and was shown nothing.
  ///
  /// Not under a virtual clock: there nobody waits, and each would be a process for nothing.
  func keepProcessesWarm() {
    guard configuration.clock == .real else { return }
    for family in families.values {
      let isApproved = state.families[family.id]?.isApproved == true
      let shields = state.families[family.id]?.shieldGrounds.isEmpty == false
      keep(family.programs[.shieldConfiguration], isWarm: isApproved && shields)
      keep(family.programs[.report], isWarm: isApproved && reportSurfaces.hasSurfaces(of: family.id))
    }
  }

  private func keep(_ program: HostedProgram?, isWarm: Bool) {
    guard let program, !program.declaration.containerCopy else { return }
    if isWarm {
      program.supervised.keepWarm(now: state.now.milliseconds)
    } else {
      program.supervised.coolDown(now: state.now.milliseconds)
    }
  }
}
