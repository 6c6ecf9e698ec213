// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSampleFeeds
import Glibc

/// A level-triggered epoll set behind one descriptor, which is readable while any member is, plus a flag that makes it
/// readable.
final class ReadySet {
  let descriptor: CInt
  private let flag: CInt
  private static let flagToken = UInt64.max

  init() throws(SampleFeedError) {
    let poll = csamplefeeds_poll_open()
    guard poll >= 0 else { throw .kernel("epoll_create1", poll) }
    let event = csamplefeeds_event_open()
    guard event >= 0 else {
      _ = Glibc.close(poll)
      throw .kernel("eventfd", event)
    }
    (descriptor, flag) = (poll, event)
    let code = csamplefeeds_poll_add(poll, event, Self.flagToken)
    guard code == 0 else {
      close()
      throw .kernel("epoll_ctl", code)
    }
  }

  /// - Returns: 0, or a negative errno: `-EPERM` for a regular file, which is always readable and which epoll rejects.
  func add(_ descriptor: CInt, as token: Int) -> CInt {
    csamplefeeds_poll_add(self.descriptor, descriptor, UInt64(token))
  }

  func remove(_ descriptor: CInt) { _ = csamplefeeds_poll_remove(self.descriptor, descriptor) }

  /// Sets or clears the flag that makes the set readable.
  func raise(_ isRaised: Bool) {
    _ = isRaised ? csamplefeeds_event_set(flag) : csamplefeeds_event_clear(flag)
  }

  /// The descriptors that are ready now, at most 32. Others are still ready at the next call.
  func ready() -> [Int] {
    var tokens = [UInt64](repeating: 0, count: 32)
    let count = unsafe tokens.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe csamplefeeds_poll_ready(descriptor, $0, 32) } ?? 0
    }
    return tokens.prefix(Int(max(0, count))).filter { $0 != Self.flagToken }.map(Int.init).sorted()
  }

  func close() {
    _ = Glibc.close(flag)
    _ = Glibc.close(descriptor)
  }
}
