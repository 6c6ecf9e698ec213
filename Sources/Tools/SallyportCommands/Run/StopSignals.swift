// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Ends a live run cleanly on SIGTERM or Ctrl-C; a second signal ends it immediately, as without a handler.
enum StopSignals {
  private static let writing = Atomic<Int32>(-1)

  /// - Parameter action: called once, on its own thread.
  static func handle(_ action: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writing.store(ends[1], ordering: .relaxed)
    let reading = ends[0]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(reading, &byte, 1) < 0, errno == EINTR {}
      action()
    }
    for number in [SIGTERM, SIGINT] {
      var handling = sigaction()
      // Only async-signal-safe calls such as write() are allowed here, and errno must be preserved for the interrupted
      // code.
      handling.__sigaction_handler.sa_handler = { _ in
        let interrupted = errno
        var byte: UInt8 = 1
        _ = write(StopSignals.writing.load(ordering: .relaxed), &byte, 1)
        errno = interrupted
      }
      // SA_RESETHAND: the next signal has its default effect.
      handling.sa_flags = Int32(bitPattern: 0x8000_0000) | SA_RESTART
      sigaction(number, &handling, nil)
    }
    // A program inherits the signals that its parent blocked, and a blocked one would never end the run.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTERM, SIGINT] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
