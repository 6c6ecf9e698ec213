// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What an import did, in numbers that can be compared with ActivityWatch's own.
package struct ActivityWatchSummary: Hashable, Codable, Sendable {
  /// Events of the buckets that were read.
  package var events = 0
  /// Single polls (LIVE-AW4).
  package var zeroLengthEvents = 0
  /// Polling gaps that were closed (LIVE-AW5).
  package var closedGaps = 0
  /// Time that no event covers, written as `gap/hole`.
  package var holes = 0
  /// Buckets of other types, by type and count.
  package var skippedBuckets: [String: Int] = [:]
  /// Focus of each app after closing, in ms, whether or not anybody was there.
  package var appMilliseconds: [String: Int64] = [:]
  /// Focus that the watcher couldn't name: a gap for us, not an app (LIVE-AW6).
  package var unreadableMilliseconds: Int64 = 0
  /// No afk bucket: every number built on the import carries that mark (LIVE-USE1).
  package var presenceUnknown = true
  /// Tabs that left no record on purpose: incognito, or no page of the web (LIVE-AW8).
  package var hiddenTabs = 0
  /// Records made.
  package var samples = 0
}
