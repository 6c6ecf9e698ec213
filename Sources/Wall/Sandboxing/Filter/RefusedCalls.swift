// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Synchronization

/// The calls of one process that its sandbox refused, by name.
///
/// Without privileges nobody learns from the kernel which calls a filter refuses. In a launch that counts them, the kernel
/// asks the host instead, and the host refuses: the program sees the same error. If the host is gone, the kernel refuses
/// with ENOSYS. A check uses this; other launches don't need a host that answers.
final class RefusedCalls: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  private let listener: Descriptor

  /// - Throws: `LaunchError` if no thread can answer the calls; the process must not continue then.
  init(at listener: Descriptor) throws(LaunchError) {
    self.listener = listener
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let started = unsafe csandbox_start_thread(
      { context in
        // SAFETY: retained above for this thread.
        unsafe Unmanaged<RefusedCalls>.fromOpaque(context).takeRetainedValue().answer()
      }, context)
    guard started == 0 else {
      unsafe Unmanaged<RefusedCalls>.fromOpaque(context).release()
      throw LaunchError(stage: "host", errno: -started, message: "the count of refused calls could not be started")
    }
  }

  /// The number of refusals by the name of the call. It is complete once the process has ended.
  var all: [String: Int] { counts.withLock(\.self) }

  /// Refuses each call until the process has ended.
  private func answer() {
    let names = SeccompPolicy.Architecture.native.table.names
    while true {
      var ready = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
      guard unsafe csandbox_poll(&ready, 1, -1) > 0 else { continue }
      guard ready.revents & Int16(POLLIN) != 0 else { return }
      var call = csandbox_call()
      guard unsafe csandbox_next_call(listener.number, &call) == 1 else { continue }
      let name = names[UInt32(bitPattern: call.number)] ?? "\(call.number)"
      counts.withLock { $0[name, default: 0] += 1 }
      _ = csandbox_answer_call(listener.number, call.id, EPERM)
    }
  }
}

extension SeccompPolicy {
  /// The place where calls that always return EPERM are refused.
  enum Refusals: Hashable, Sendable {
    /// The filter itself.
    case answered
    /// Another filter of the same process, with `asked`; this one lets them through to it.
    case left
    /// The host, which the kernel asks.
    case asked
  }

  /// The launcher itself makes these calls after it has installed the filter that asks, the first of them to send the host
  /// its listener. No thread answers yet, so the ordinary filter refuses them, uncounted.
  static let madeByLauncher: Set<String> = ["sendmsg", "close_range", "seccomp"]

  /// The rule under `refusals` for a call whose rule is `rule`.
  func rule(_ rule: SeccompRule, of name: String) -> SeccompRule {
    let isCounted = rule == .error(Self.notPermitted) && !Self.madeByLauncher.contains(name)
    return switch refusals {
    case .answered: rule
    case .left: isCounted ? .allow : rule
    case .asked: isCounted ? .ask : .allow
    }
  }

  /// The filter that asks the host about each refused call, in the encoding of a plan.
  var asking: [UInt8] {
    var policy = self
    policy.refusals = .asked
    return Array(policy.program.bytes.dropFirst(2 * MemoryLayout<UInt32>.size))
  }
}
