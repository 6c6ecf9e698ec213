// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import HostCore
import ScreenTimeRules

/// A span of time in the output format.
struct TimeSpanOutput: Encodable {
  var start: Int64
  var end: Int64
  var ms: Int64

  init(_ span: TimeSpan) {
    start = span.start.milliseconds
    end = span.end.milliseconds
    ms = span.milliseconds
  }

  /// Such as `2026-10-19 Mon 10:00:00 – 2026-10-19 Mon 10:20:00  20 min 00 s`.
  func spoken(_ words: ReasonWords) -> String {
    "\(words.instant(Timestamp(milliseconds: start))) – \(words.instant(Timestamp(milliseconds: end)))  "
      + words.duration(ms)
  }
}

extension ReasonCode {
  /// The meaning of the code, in the output format.
  var spoken: String { sentence ?? "This version does not support the code; a later one wrote it." }
}
