// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A fault that can happen in a simulated run. Each can be left out to find out which one matters.
package enum SimulatedFault: String, CaseIterable, Hashable, Sendable {
  // Extensions.
  /// The process crashes in a callback or before hello.
  case crash
  /// It sends nothing, or stops in the middle of a line.
  case hang
  /// It writes an invalid message, or more than fits into a line.
  case garbage
  /// It answers after its deadline.
  case late
  /// It answers twice.
  case duplicate
  /// It answers with an error, or with effects that break a rule.
  case refusal
  /// Replies, questions, exits and answers of all families come in any order.
  case interleave
  // The host.
  /// The host is killed before, in or after a transaction.
  case kill
  /// The disk is full for a while.
  case full
  /// Another program holds the store's write lock.
  case locked
  // The device and its person.
  /// The machine sleeps for hours.
  case suspend
  /// The clock is set back or forward.
  case clock
  /// The person travels to another time zone.
  case travel
  /// Approval is revoked and given again.
  case revoke
  /// A guardian grants items, and the operator changes the policy.
  case guardian
}
