// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A half-open span of time, `start ..< end` (D3).
package struct TimeSpan: Hashable, Codable, Sendable {
  package var start: Timestamp
  package var end: Timestamp

  package init(start: Timestamp, end: Timestamp) {
    self.start = start
    self.end = end
  }

  package var milliseconds: Int64 { max(0, end.milliseconds(since: start)) }

  package func contains(_ instant: Timestamp) -> Bool { start <= instant && instant < end }
}
