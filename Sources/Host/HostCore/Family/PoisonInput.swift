// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import PrivacyBoundary

/// Distinguishes a request that always crashes the extension from a transient failure: after two processes crash on the
/// same request, a third would too (C5, `wire.md#what-the-host-does-with-bad-input`).
enum PoisonInput {
  /// SHA-256 of the part of a request that stays the same across attempts: the callback, its arguments and the snapshot
  /// without its revision. Delivery and deadline depend on the attempt, not on the input.
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

  /// Whether an attempt with this end may have crashed its process because of the input. Timeouts are excluded, since
  /// they are as often the machine's fault.
  static func isCausedByInput(_ reason: ReasonCode) -> Bool {
    switch reason {
    // The program asked for these ends itself: to wait, or not to be started with this configuration.
    case .exit(status: 75), .process(.notConfigured): false
    case .process(.replyMalformed), .process(.leftWithoutReply): true
    case .crash, .exit, .killed, .violation: true
    default: false
    }
  }
}
