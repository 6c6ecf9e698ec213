// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// News of the sources of use and of the clocks, which the device notes and acts on.
package enum SourceEvent: Hashable, Codable, Sendable {
  /// Records can come from here now.
  case appeared(SourcePlace)
  /// Records can't come from here any more, or not for now.
  case lost(SourcePlace, SourceLoss)
  /// Since `since` no source can see the track: time that is neither use nor its absence.
  case blind(SourceTrack, SourceBlindness, since: Timestamp)
  /// A source sees the track again.
  case sighted(SourceTrack, at: Timestamp)
  /// The device's clock goes to another time: it follows a clock that was set, or the machine was away and no sample
  /// covers that time (D17).
  case clockJumped(to: Timestamp)
  /// The wall clock was set. `milliseconds` is positive forward; whether the device's clock follows is in `response`.
  case clockSet(milliseconds: Int64, response: ClockResponse)
  /// The computer slept. What was in front then is not use (LIVE-CLK1).
  case suspended(TimeSpan)
  /// The person's zone changed (D16).
  case zoneChanged(CalendarPlace)
  /// How the device's clock stands to the kernel's, for the next start of the host.
  case clockMarked(ClockMark)
}

/// A kind of place that records come from. Where it is stays with the source: a path may name a person.
package enum SourcePlace: String, Hashable, Codable, CaseIterable, Sendable {
  case file, fifo, socket
  case standardInput = "standard-input"
}

/// The three questions a source of use may answer.
package enum SourceTrack: String, Hashable, Codable, CaseIterable, Sendable {
  case focus, web, presence
}

/// Why records stopped coming from a place.
package enum SourceLoss: String, Hashable, Codable, CaseIterable, Sendable {
  /// The end of standard input.
  case ended
  /// The last writer closed its end of a FIFO or of a connection.
  case writerLeft = "writer-left"
  /// The file was removed or moved away and no other has its name yet.
  case removed
  /// The file was cut; it is read again from its start.
  case truncated
  /// Another file has the name; it is read from its start.
  case replaced
  /// The connection was ended by the host, for an error that was reported on it.
  case refused
  /// A system call failed.
  case failed
}

/// Why no source can see a track.
package enum SourceBlindness: String, Hashable, Codable, CaseIterable, Sendable {
  case stopped, disconnected, unsupported, unreadable, overflow, hole
}

/// What the device's clock does about a wall clock that was set.
package enum ClockResponse: String, Hashable, Codable, CaseIterable, Sendable {
  /// It follows: the computer's clock is synchronised, or the step is small.
  case followed
  /// It goes on as it was: nothing vouches for the new time (LIVE-CLK5).
  case ignored
  /// After a start of the computer, the wall clock is behind the device's, which goes on as it was (LIVE-CLK5).
  case reset
}

/// How the device's clock stood to the kernel's clocks when this was last different.
package struct ClockMark: Hashable, Codable, Sendable {
  /// The first eight digits of the boot ID: offsets mean nothing in another boot.
  package var boot: String
  /// The device's time less CLOCK_BOOTTIME, in milliseconds.
  package var trustedOffset: Int64
  /// CLOCK_REALTIME less CLOCK_BOOTTIME, in milliseconds.
  package var wallOffset: Int64
  /// Milliseconds that the device's clock followed while nothing vouched for them, since it was last synchronised.
  package var followedUnsynchronised: Int64

  package init(boot: String, trustedOffset: Int64, wallOffset: Int64, followedUnsynchronised: Int64 = 0) {
    self.boot = boot
    self.trustedOffset = trustedOffset
    self.wallOffset = wallOffset
    self.followedUnsynchronised = followedUnsynchronised
  }
}
