// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import HostCore
import ScreenTimeRules

/// A stretch of time as commands print it.
struct Stretch: Encodable {
  var start: Int64
  var end: Int64
  var ms: Int64

  init(_ span: TimeSpan) {
    start = span.start.milliseconds
    end = span.end.milliseconds
    ms = span.milliseconds
  }

  /// `2026-10-19 Mon 10:00:00 – 2026-10-19 Mon 10:20:00  20 min 00 s`.
  func spoken(_ words: ReasonWords) -> String {
    "\(words.instant(Timestamp(milliseconds: start))) – \(words.instant(Timestamp(milliseconds: end)))  "
      + words.duration(ms)
  }
}

/// What a reason code means, as commands print it.
enum ReasonWord {
  /// An undocumented code is shown as what it is: a bug of ours.
  static func sentence(for reason: String) -> String {
    ReasonCode.sentence(for: reason) ?? "This code is not documented; please report it."
  }
}
