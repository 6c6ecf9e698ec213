// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import TextEscaping

// MARK: - What waits for the person's consent (PRIV-FP6)

extension VirtualDriver {
  /// Says what of a family is suspended, and how to agree to it.
  func noteSuspension(of family: String) {
    if let suspension = facts.suspension(of: FamilyID(family)) { Terminal.complain("\(suspension.sentence)") }
  }
}

extension StateDirectoryOption {
  /// Says what is suspended of any family of this state, if there is one. What was asked for doesn't depend on it, so a
  /// state that can't be read is told and no failure.
  func noteSuspensions() {
    guard RunSettings.exist(in: directory) else { return }
    do {
      let view = try StateOptions.parse(["--state", directory]).openView()
      defer { view.close() }
      for suspension in view.host.facts.suspensions { Terminal.complain("\(suspension.sentence)") }
    } catch {
      Terminal.complain("Whether something waits for consent can't be told: \(error)")
    }
  }
}
