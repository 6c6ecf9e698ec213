// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The filters compiled so far. There are only a few policies, and compiling one takes longer than a launch.
private let compiled = Mutex<[SeccompPolicy: FilterProgram]>([:])

extension SeccompPolicy {
  /// The filter of this policy, compiled once per process.
  var program: FilterProgram {
    compiled.withLock { compiled in
      if let program = compiled[self] { return program }
      let program = compile()
      compiled[self] = program
      return program
    }
  }
}
