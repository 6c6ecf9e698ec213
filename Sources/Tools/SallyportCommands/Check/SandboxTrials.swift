// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import WallTrials

/// The attacks on the sandbox, as `check --sandbox` runs them for this user.
struct SandboxTrials {
  let launcher: String

  func run(rows: Set<String> = []) throws -> TrialSummary {
    let program = URL(filePath: launcher).deletingLastPathComponent().appending(path: "sallyport-attack").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw HostError(.failed, "The attack program \(program) is missing; build sallyport-attack.")
    }
    do {
      return TrialSummary(
        try WallTrials(launcher: launcher, program: program, scratch: URL(filePath: "/tmp").path).run(rows: rows))
    } catch let error as TrialError {
      throw HostError(.failed, error.description)
    }
  }
}
