// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The budgets of one program (`wire.md#deadlines`); the only place where a deadline is set.
package struct ExtensionLimits: Hashable, Sendable {
  /// From exec to the reply to `hello`.
  package var startMs: Int64
  /// From the request to its terminal reply.
  package var deadlineMs: Int64
  /// Anonymous plus swapped memory.
  package var memoryMiB: Int64
  /// CPU seconds a callback may use; `nil` at the app, which has no such budget.
  package var cpuS: Int64?
  /// The family container's budget.
  package var containerMiB: Int64
}
