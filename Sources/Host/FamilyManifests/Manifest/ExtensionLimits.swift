// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The limits of one program (`wire.md#deadlines`), including its deadlines.
package struct ExtensionLimits: Hashable, Sendable {
  /// The time from exec to the reply to `hello`.
  package var startMs: Int64
  /// The time from a request to its final reply.
  package var deadlineMs: Int64
  /// The limit on anonymous plus swapped memory.
  package var memoryMiB: Int64
  /// The CPU seconds that a callback may use; `nil` for the app, which has no such limit.
  package var cpuS: Int64?
  /// The size limit of the family container.
  package var containerMiB: Int64
}
