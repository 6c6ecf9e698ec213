// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A cache of compiled filters: there are only a few policies, and compiling one takes longer than a launch.
final class FilterCache: Sendable {
  private let programs = Mutex<[SeccompPolicy: FilterProgram]>([:])

  func program(for policy: SeccompPolicy) -> FilterProgram {
    programs.withLock { programs in
      if let program = programs[policy] { return program }
      let program = policy.compile()
      programs[policy] = program
      return program
    }
  }
}
