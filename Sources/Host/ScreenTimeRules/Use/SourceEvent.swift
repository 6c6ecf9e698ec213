// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An event of the sources of use or of the clocks, which the device records and acts on.
package enum SourceEvent: Hashable, Codable, Sendable {
  /// Records can now come from this place.
  case appeared(SourcePlace)
  /// Records no longer come from this place, or not for now.
  case lost(SourcePlace, SourceLoss)
  /// Since `since` no source can see the track, so the time is unknown.
  case blind(SourceTrack, SourceBlindness, since: Timestamp)
  /// A source sees the track again.
  case sighted(SourceTrack, at: Timestamp)
  /// The device's clock moves to another time: it follows a wall clock that was set, or the machine was away and no
  /// sample covers that time (D17).
  case clockJumped(to: Timestamp)
  /// The wall clock was set; `milliseconds` is positive forward. `response` is whether the device's clock follows.
  case clockSet(milliseconds: Int64, response: ClockResponse)
  /// The computer slept. What was in the foreground then is not use (LIVE-CLK1).
  case suspended(TimeSpan)
  /// The person's zone changed (D16).
  case zoneChanged(CalendarPlace)
  /// The offsets of the device's clock to the kernel's, for the next start of the host.
  case clockMarked(ClockMark)
}

/// A kind of place from which records come. The source keeps the location, since a path may name a person.
package enum SourcePlace: String, Hashable, Codable, CaseIterable, Sendable {
  case file, fifo, socket
  case standardInput = "standard-input"
}

/// The three kinds of facts that a source of use may report.
package enum SourceTrack: String, Hashable, Codable, CaseIterable, Sendable {
  case focus, web, presence
}

/// The reason why records stopped coming from a place.
package enum SourceLoss: String, Hashable, Codable, CaseIterable, Sendable {
  /// The end of standard input.
  case ended
  /// The last writer closed its end of a FIFO or of a connection.
  case writerLeft = "writer-left"
  /// The file was removed or moved away, and no other file has its name yet.
  case removed
  /// The file was truncated; it is read again from its start.
  case truncated
  /// Another file now has the name; it is read from its start.
  case replaced
  /// The host closed the connection because of an error that it reported on it.
  case refused
  /// A system call failed.
  case failed
}

/// The reason why no source can see a track.
package enum SourceBlindness: String, Hashable, Codable, CaseIterable, Sendable {
  case stopped, disconnected, unsupported, unreadable, overflow, hole
}

/// The device clock's response to a wall clock that was set.
package enum ClockResponse: String, Hashable, Codable, CaseIterable, Sendable {
  /// It follows: the computer's clock is synchronised, or the step is small.
  case followed
  /// It continues unchanged: nothing vouches for the new time (LIVE-CLK5).
  case ignored
  /// The wall clock is behind the device's after a boot, and the device's clock continues unchanged (LIVE-CLK5).
  case reset
}

/// The offsets of the device's clock to the kernel's clocks when they last changed.
package struct ClockMark: Hashable, Codable, Sendable {
  /// The first eight digits of the boot ID, since offsets are meaningless after another boot.
  package var boot: String
  /// The device's time minus CLOCK_BOOTTIME, in milliseconds.
  package var trustedOffset: Int64
  /// CLOCK_REALTIME minus CLOCK_BOOTTIME, in milliseconds.
  package var wallOffset: Int64
  /// The milliseconds by which the device's clock followed unsynchronised steps since it was last synchronised.
  package var followedUnsynchronised: Int64

  package init(boot: String, trustedOffset: Int64, wallOffset: Int64, followedUnsynchronised: Int64 = 0) {
    self.boot = boot
    self.trustedOffset = trustedOffset
    self.wallOffset = wallOffset
    self.followedUnsynchronised = followedUnsynchronised
  }
}
