// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The result of an import, in numbers that can be compared with ActivityWatch's own.
package struct ActivityWatchSummary: Hashable, Codable, Sendable {
  /// The events of the buckets that were read.
  package var events = 0
  /// Zero-length events, which are single polls (LIVE-AW4).
  package var zeroLengthEvents = 0
  /// The polling gaps that were closed (LIVE-AW5).
  package var closedGaps = 0
  /// The spans of time that no event covers, written as `gap/hole`.
  package var holes = 0
  /// Skipped buckets: type → count.
  package var skippedBuckets: [String: Int] = [:]
  /// The focus time of each app after closing gaps, in milliseconds, regardless of presence.
  package var appMilliseconds: [String: Int64] = [:]
  /// The use of each app in milliseconds: its time in front while a person was present (LIVE-USE1).
  package var useMilliseconds: [String: Int64] = [:]
  /// Focus time for which the watcher has no app name, recorded as a gap (LIVE-AW6).
  package var unreadableMilliseconds: Int64 = 0
  /// Whether there is no afk bucket, so that every number computed from the import is marked accordingly (LIVE-USE1).
  package var presenceUnknown = true
  /// Tabs that made no record on purpose: incognito, or not a web page (LIVE-AW8).
  package var hiddenTabs = 0
  /// The records created.
  package var samples = 0
}
