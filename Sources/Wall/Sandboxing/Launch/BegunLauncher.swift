// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A launcher for a launch that is already decided: it starts on the spawn thread while the caller builds the plan.
final class BegunLauncher: Sendable {
  private let result = Mutex<WarmLauncher?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(launcherPath: String, beginsNetwork: Bool) {
    let isRunning = SpawnThread.shared.soon {
      // If the launcher can't be started now, it is started again with the plan, and that attempt throws the error.
      let launcher = try? WarmLauncher(launcherPath: launcherPath, beginsNetwork: beginsNetwork)
      self.result.withLock { $0 = launcher }
      self.isDone.signal()
    }
    if !isRunning { isDone.signal() }
  }

  /// Waits until the launcher has started; call it once.
  func finish() -> WarmLauncher? {
    isDone.wait()
    return result.withLock { $0.take() }
  }
}
