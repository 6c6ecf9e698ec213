// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Reads a child's log pipe on its own thread until the last writer has closed it, so that logging never blocks the
/// extension (`wire.md#log`).
///
/// The thread ends with the pipe's last writer, usually when the child exits.
final class LogReader: Sendable {
  private struct State {
    var log: CapturedLog
    var hasEnded = false
  }

  private let state: Mutex<State>
  private let ended = DispatchSemaphore(value: 0)

  /// Takes ownership of `descriptor` and closes it at the end.
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

  /// Returns when everything that was written has been read; immediately from the second call on.
  ///
  /// In the sandbox no process outlives the child, so the wait is short. Outside it a grandchild may keep the pipe
  /// open; the log is then what was read within a second.
  func waitForEnd() {
    guard !state.withLock({ $0.hasEnded }) else { return }
    _ = ended.wait(timeout: .now() + 1)
    state.withLock { $0.hasEnded = true }
  }
}
