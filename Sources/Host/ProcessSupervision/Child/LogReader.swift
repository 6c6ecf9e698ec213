// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Reads a child's log pipe on a thread of its own until nobody can write to it any more, so that logging never blocks
/// the extension (`wire.md#log`).
///
/// The thread ends with the pipe's last writer: when the child is dead.
final class LogReader: Sendable {
  private struct State {
    var log: CapturedLog
    var hasEnded = false
  }

  private let state: Mutex<State>
  private let ended = DispatchSemaphore(value: 0)

  /// Takes over `descriptor` and closes it at the end.
  init(descriptor: Int32, isCountedOnly: Bool) {
    state = Mutex(State(log: CapturedLog(isCountedOnly: isCountedOnly)))
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 8_192)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 {
          state.withLock { $0.log.append(buffer.prefix(count)) }
        } else if count == 0 || errno != EINTR {
          break
        }
      }
      close(descriptor)
      ended.signal()
    }
  }

  var log: CapturedLog { state.withLock { $0.log } }

  /// Returns when everything that was written has been read; at once from the second call on.
  ///
  /// Behind the wall nothing outlives the child, so the end is near. Outside it a grandchild may keep the pipe open;
  /// then the log is what came within a second.
  func waitForEnd() {
    guard !state.withLock({ $0.hasEnded }) else { return }
    _ = ended.wait(timeout: .now() + 1)
    state.withLock { $0.hasEnded = true }
  }
}
