// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules

// MARK: - What waits for the person's consent (FP6)

extension ScreenTimeHost {
  /// Says what of a family is suspended, and how to agree to it.
  func noteSuspension(of family: String) {
    if let suspension = suspension(of: FamilyID(family)) { Terminal.complain(suspension.sentence) }
  }
}

extension StateDirectoryOption {
  /// Says what is suspended of any family of this state, if there is one.
  func noteSuspensions() throws {
    guard RunSettings.exist(in: directory) else { return }
    let view = try StateOptions.parse(["--state", directory]).openView()
    defer { view.close() }
    for suspension in view.host.suspensions { Terminal.complain(suspension.sentence) }
  }
}
