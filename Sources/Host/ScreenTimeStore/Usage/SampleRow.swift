// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// One claim of a usage source: this stream saw this on this track from start to end (`live.md`).
package struct SampleRow: Hashable, Sendable {
  package var stream: String
  /// `focus`, `web` or `presence`.
  package var track: String
  package var start: Timestamp
  package var end: Timestamp
  /// Kind and id in one text: what must stay equal when the record is repeated.
  package var identity: String
  /// The record as the source's decoder wrote it.
  package var body: [UInt8]

  package init(
    stream: String, track: String, start: Timestamp, end: Timestamp, identity: String, body: [UInt8]
  ) {
    self.stream = stream
    self.track = track
    self.start = start
    self.end = end
    self.identity = identity
    self.body = body
  }
}

/// What an import did (LIVE-SMP2): a repeated import is all `unchanged`.
package struct SampleImport: Hashable, Sendable {
  package var added = 0
  package var extended = 0
  package var unchanged = 0
  /// An earlier end than the one stored: `sample-shrunk`.
  package var shrunk: [SampleRow] = []
  /// Another kind or id at the same place: `sample-conflict`.
  package var conflicting: [SampleRow] = []

  package init() {}
}
