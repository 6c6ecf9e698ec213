// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Counts the writes to a directory's files with inotify, so that a process can be killed after a number of its own
/// steps; a delay would depend on the load of the machine.
final class WriteWatch {
  private let descriptor: Int32

  init(directory: String) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    inotify_add_watch(descriptor, directory, UInt32(IN_MODIFY | IN_CREATE | IN_DELETE))
  }

  deinit { close(descriptor) }

  /// Waits for `count` events.
  ///
  /// - Returns: The number of events; fewer than `count` if `isOver` returned true first.
  func wait(for count: Int, unless isOver: () -> Bool) -> Int {
    var seen = 0
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while seen < count {
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if Glibc.poll(&poll, 1, 5) == 0, isOver() { return seen }
      let length = read(descriptor, &buffer, buffer.count)
      var offset = 0
      while length > 0, offset + 16 <= length {
        // struct inotify_event: wd, mask, cookie, and the length of the name that follows.
        let name = buffer[offset + 12..<offset + 16].reversed().reduce(0) { $0 << 8 | Int($1) }
        offset += 16 + name
        seen += 1
      }
    }
    return seen
  }
}
