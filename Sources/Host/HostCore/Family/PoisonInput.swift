// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import PrivacyBoundary

/// Tells a request that fells whoever takes it from a bad minute: when two processes die of the same one, a third would
/// too (C5, `wire.md#what-the-host-does-with-bad-input`).
enum PoisonInput {
  /// SHA-256 of what one attempt's request has in common with the next one's: the callback, its arguments and the
  /// snapshot but for its revision. Delivery and deadline say when it was tried, not what it was.
  static func digest(of params: WireValue) -> String? {
    guard case .object(let members) = params else { return nil }
    var input = WireObject()
    for name in ["arguments", "callback"] { input[name] = members[name] }
    if case .object(var snapshot)? = members["snapshot"] {
      snapshot["revision"] = nil
      input["snapshot"] = .object(snapshot)
    }
    var digest = RunningDigest()
    digest.update(JSONCodec(limits: .fromHost).encode(.object(input)))
    return digest.hexadecimal
  }

  /// Whether an attempt that ended so felled its process by what it did. Silence and lateness are the machine's fault as
  /// often as the input's.
  static func isCausedByInput(_ reason: ReasonCode) -> Bool {
    switch reason {
    // Asked for by the program itself: wait, or don't start me as I am.
    case .exit(status: 75), .process(.notConfigured): false
    case .process(.replyMalformed), .process(.leftWithoutReply): true
    case .crash, .exit, .killed, .violation: true
    default: false
    }
  }
}
