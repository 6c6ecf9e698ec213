// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Steps of the wall that are taken without a launch.
enum OwnThread {
  /// Runs `body` on a thread that ends with it, since what a step changes can't be taken back.
  static func run(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }

  /// Takes a step with an earlier call's error left over, which a step that succeeds must not report.
  static func step(_ step: @autoclosure () -> Int32) -> Int32 {
    errno = EXDEV
    return step()
  }
}
