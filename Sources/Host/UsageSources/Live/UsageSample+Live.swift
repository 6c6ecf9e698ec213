// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Live properties of a record, which may still be open.
extension UsageSample {
  /// The silence after which an open record ends; a live source repeats it every 5 s (LIVE-SMP2).
  static let silence: Int64 = 15_000

  /// The time that the record lasts without a repeat, in milliseconds. A record of a polled source lasts until the next
  /// poll, and one poll may be missed (LIVE-SMP4).
  var patience: Int64 {
    switch source {
    case .arbtt, .timekpr, .malcontent: max(Self.silence, 2 * resolution)
    case .awFile, .awRest, .sway, .x11, .wayland, .kwin, .gnome, .browser, .logind, .replay: Self.silence
    }
  }

  var isGap: Bool {
    if case .gap = claim { true } else { false }
  }

  /// The record extended to the present if its last repeat is recent, else with its last reported end.
  func growing(until now: Timestamp) -> UsageSample {
    guard end < now, now.milliseconds(since: end) <= patience else { return self }
    var grown = self
    grown.end = now
    return grown
  }

  /// The part of the record that is not in the future.
  func past(at now: Timestamp) -> UsageSample {
    var past = self
    past.end = min(end, now)
    past.start = min(start, past.end)
    return past
  }

  func shifted(by milliseconds: Int64) -> UsageSample {
    var shifted = self
    shifted.start = start.advanced(by: milliseconds)
    shifted.end = end.advanced(by: milliseconds)
    return shifted
  }
}

extension UseSpan {
  /// The part between two instants, if any.
  func within(_ start: Timestamp, _ end: Timestamp) -> UseSpan? {
    var part = self
    part.start = max(self.start, start)
    part.end = min(self.end, end)
    return part.start < part.end ? part : nil
  }
}
