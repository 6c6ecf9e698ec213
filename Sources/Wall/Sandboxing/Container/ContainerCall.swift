// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox

/// A system call that is blocked until the host has checked how much more its container may hold.
struct ContainerCall: Sendable {
  let id: UInt64
  let thread: Int32
  let makesEntry: Bool
  let opensForWriting: Bool

  init(id: UInt64, thread: Int32, makesEntry: Bool, opensForWriting: Bool) {
    self.id = id
    self.thread = thread
    self.makesEntry = makesEntry
    self.opensForWriting = opensForWriting
  }

  /// The next call at a listener that is readable; `nil` if its thread was interrupted.
  init?(from listener: Descriptor) {
    var call = csandbox_call()
    guard unsafe csandbox_next_call(listener.number, &call) == 1 else { return nil }
    (id, thread) = (call.id, call.thread)
    let name = SeccompPolicy.Architecture.native.table.names[UInt32(bitPattern: call.number)]
    let arguments = [call.arguments.0, call.arguments.1, call.arguments.2, call.arguments.3]
    if let name, let place = WatchedCalls.opening[name] {
      let flags = UInt32(truncatingIfNeeded: arguments[place])
      makesEntry = flags & WatchedCalls.creates != 0
      opensForWriting = flags & WatchedCalls.writes != 0
    } else {
      makesEntry = true
      opensForWriting = false
    }
  }

  /// Lets it continue if `error` is 0, else makes it return `error`.
  ///
  /// - Returns: whether its thread was still waiting; an interrupted thread repeats the call.
  func answer(_ error: Int32 = 0, at listener: Descriptor) -> Bool {
    csandbox_answer_call(listener.number, id, error) == 0
  }
}
