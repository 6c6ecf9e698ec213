// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import ScreenTimeRules

extension StoreReader {
  /// Samples that overlap the range, by start, stream and track.
  package func samples(from start: Timestamp, to end: Timestamp) throws -> [SampleRow] {
    try rows(
      """
      SELECT * FROM sample WHERE finish > ? AND start < ? ORDER BY start, stream, track
      """, [start.milliseconds, end.milliseconds]
    ).map { row in
      SampleRow(
        stream: row["stream"], track: row["track"], start: Timestamp(milliseconds: row["start"]),
        end: Timestamp(milliseconds: row["finish"]), identity: row["identity"], body: Array(row["body"] as Data))
    }
  }

  /// Spans of use that overlap the range, unclipped, in the order in which they were counted.
  package func use(from start: Timestamp, to end: Timestamp) throws -> [UseSpan] {
    try rows(
      """
      SELECT start, finish, app, web, isPresent, presenceKnown FROM usage
      WHERE finish > ? AND start < ? ORDER BY seq
      """, [start.milliseconds, end.milliseconds]
    ).map { row in
      UseSpan(
        start: Timestamp(milliseconds: row["start"]), end: Timestamp(milliseconds: row["finish"]),
        app: (row["app"] as String?).map(Item.application), web: (row["web"] as String?).map(Item.webDomain),
        isPresent: row["isPresent"], presenceKnown: row["presenceKnown"])
    }
  }

  /// Milliseconds of use for each item that was in front, clipped to the range. Spans of the one timeline don't
  /// overlap, so this is the length of their union (E1).
  package func useTotals(from start: Timestamp, to end: Timestamp) throws -> [Item: Int64] {
    var totals: [Item: Int64] = [:]
    for span in try use(from: start, to: end) {
      let length = min(span.end, end).milliseconds(since: max(span.start, start))
      for item in [span.app, span.web] { if let item { totals[item, default: 0] += length } }
    }
    return totals
  }
}

extension StoreTransaction {
  /// Takes samples by the law of SMP-2: same place and identity, the later end replaces, equal is nothing, smaller and
  /// other are named and left out.
  package func importSamples(_ samples: some Sequence<SampleRow>) throws -> SampleImport {
    var result = SampleImport()
    for sample in samples {
      let stored = try row(
        "SELECT finish, identity FROM sample WHERE stream = ? AND track = ? AND start = ?",
        [sample.stream, sample.track, sample.start.milliseconds])
      guard let stored else {
        try execute(
          "INSERT INTO sample (stream, track, start, finish, identity, body) VALUES (?, ?, ?, ?, ?, ?)",
          [
            sample.stream, sample.track, sample.start.milliseconds, sample.end.milliseconds, sample.identity,
            Data(sample.body),
          ])
        result.added += 1
        continue
      }
      let end: Int64 = stored["finish"]
      if stored["identity"] as String != sample.identity {
        result.conflicting.append(sample)
      } else if sample.end.milliseconds < end {
        result.shrunk.append(sample)
      } else if sample.end.milliseconds == end {
        result.unchanged += 1
      } else {
        try execute(
          "UPDATE sample SET finish = ?, body = ? WHERE stream = ? AND track = ? AND start = ?",
          [sample.end.milliseconds, Data(sample.body), sample.stream, sample.track, sample.start.milliseconds])
        result.extended += 1
      }
    }
    return result
  }

  /// Appends counted use; time out of use leaves no trace, and a span that goes on where the last one ended with the
  /// same items makes that one longer. Not idempotent by itself: it belongs in the transaction that moves the rules'
  /// clock, so that the same time can't be counted twice.
  package func recordUse(_ spans: some Sequence<UseSpan>) throws {
    for span in spans where span.isInUse && span.start < span.end {
      let (app, web) = (span.app?.id, span.web?.id)
      try execute(
        """
        UPDATE usage SET finish = ?1 WHERE seq = (SELECT max(seq) FROM usage) AND finish = ?2 AND app IS ?3
          AND web IS ?4 AND isPresent = ?5 AND presenceKnown = ?6
        """,
        [span.end.milliseconds, span.start.milliseconds, app, web, span.isPresent, span.presenceKnown])
      guard changes == 0 else { continue }
      try execute(
        "INSERT INTO usage (start, finish, app, web, isPresent, presenceKnown) VALUES (?, ?, ?, ?, ?, ?)",
        [span.start.milliseconds, span.end.milliseconds, app, web, span.isPresent, span.presenceKnown])
    }
  }

  /// Forgets samples and use that ended before `end`: history reaches back 30 days unless the operator says more (R11).
  package func forgetUse(before end: Timestamp) throws {
    try execute("DELETE FROM sample WHERE finish <= ?", [end.milliseconds])
    try execute("DELETE FROM usage WHERE finish <= ?", [end.milliseconds])
  }
}
