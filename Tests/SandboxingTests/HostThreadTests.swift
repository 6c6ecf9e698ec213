// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The threads from which the host launches.
@Suite struct HostThreadTests {
  /// Extensions inherit the priority of the thread that launches them. A pool's thread may have another than the process.
  @Test func `has the priority of the process, whichever thread uses it first`() throws {
    let kind = Int32(PRIO_PROCESS.rawValue)
    let own = getpriority(kind, id_t(getpid()))
    let seen = Mutex<Int32?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = setpriority(kind, 0, own + 3)
      let priority = try? HostThread().run { getpriority(kind, 0) }
      seen.withLock { $0 = priority }
      done.signal()
    }
    done.wait()
    // Only a privileged process may raise a priority again.
    if geteuid() == 0 { #expect(seen.withLock { $0 } == own) }
  }
}
