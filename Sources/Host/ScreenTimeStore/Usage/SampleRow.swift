// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// One record of a usage source: what a stream reported on a track from start to end.
package struct SampleRow: Hashable, Sendable {
  package var stream: String
  /// `focus`, `web` or `presence`.
  package var track: String
  package var start: Timestamp
  package var end: Timestamp
  /// Kind and id as one text, which must stay equal when the record is repeated.
  package var identity: String
  /// The record as the source's decoder encoded it.
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

/// The result of an import (LIVE-SMP2). A repeated import has only `unchanged`.
package struct SampleImport: Hashable, Sendable {
  package var added = 0
  package var extended = 0
  package var unchanged = 0
  /// Samples with an earlier end than the stored one: `sample-shrunk`.
  package var shrunk: [SampleRow] = []
  /// Samples with another kind or id at the same place: `sample-conflict`.
  package var conflicting: [SampleRow] = []

  package init() {}
}
