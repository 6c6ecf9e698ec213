// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox

/// A call that waits until the host has seen that its container may hold more.
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

  /// The next one that waits at a listener which is ready to be read; `nil` when its thread was interrupted.
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

  /// Lets it go on, or has it return `error`.
  ///
  /// - Returns: whether its thread waited for the answer; one that was interrupted asks again.
  func answer(_ error: Int32 = 0, at listener: Descriptor) -> Bool {
    csandbox_answer_call(listener.number, id, error) == 0
  }
}
