// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import TextEscaping

// MARK: - Releases that need the person's consent (PRIV-FP6)

extension VirtualDriver {
  /// Notes which releases of a family are suspended, and how to agree to them.
  func noteSuspension(of family: String) {
    if let suspension = facts.suspension(of: FamilyID(family)) { Terminal.complain("\(suspension.sentence)") }
  }
}

extension StateDirectoryOption {
  /// Notes the suspended releases of all families in this state, if it exists. The command's result doesn't depend on
  /// them, so an unreadable state is reported but is not a failure.
  func noteSuspensions() {
    guard RunSettings.exist(in: directory) else { return }
    do {
      let view = try StateOptions.parse(["--state", directory]).openView()
      defer { view.close() }
      for suspension in view.host.facts.suspensions { Terminal.complain("\(suspension.sentence)") }
    } catch {
      Terminal.complain("Can't find out whether something waits for consent: \(error)")
    }
  }
}
