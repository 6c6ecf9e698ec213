// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// The record format of all sources of use.
///
/// The payloads of `Claim` rule out invalid combinations. No field can hold a title, an address or a path (LIVE-SMP1).
package struct UsageSample: Hashable, Sendable {
  /// The source of a record, from a closed list.
  package enum Source: String, CaseIterable, Sendable {
    case awFile = "aw-file"
    case awRest = "aw-rest"
    case sway, x11, wayland, kwin, gnome, browser, logind, arbtt, timekpr, malcontent, replay

    /// Whether it is one of the agent's own sensors, which alone state boot and uptime, and always do (LIVE-CLK4).
    package var isLive: Bool {
      switch self {
      case .sway, .x11, .wayland, .kwin, .gnome, .browser, .logind: true
      case .awFile, .awRest, .arbtt, .timekpr, .malcontent, .replay: false
      }
    }

    /// The rank of the source. At each instant the lowest rank wins the focus (LIVE-USE3).
    package var focusRank: Int {
      switch self {
      case .kwin, .gnome, .sway, .wayland: 0
      case .x11: 1
      case .browser, .logind, .awRest: 2
      case .awFile, .replay: 3
      case .arbtt, .timekpr, .malcontent: 4
      }
    }
  }

  package typealias Track = SourceTrack

  package enum OffReason: String, CaseIterable, Sendable {
    case suspended, shutdown
  }

  package typealias GapReason = SourceBlindness

  /// The observed state, which determines the track.
  package enum Claim: Hashable, Sendable {
    /// This app had the focus.
    case app(String)
    /// No window had the focus.
    case none
    /// This host was the active tab; `via` is the browser's app id.
    case web(host: String, via: String?)
    case active
    case idle
    case lock
    case off(OffReason)
    /// The source could not see the track: neither zero use nor idle.
    case gap(Track, GapReason)
  }

  /// The position of a live record on the boot clock, which can't be set.
  package struct Boot: Hashable, Sendable {
    /// The first eight digits of the boot id.
    package var id: String
    /// CLOCK_BOOTTIME at `start`, in ms.
    package var up: Int64

    package init(id: String, up: Int64) {
      self.id = id
      self.up = up
    }
  }

  package var source: Source
  /// The name of one continuous run of one sensor.
  package var stream: String
  package var claim: Claim
  package var start: Timestamp
  package var end: Timestamp
  /// The milliseconds by which either edge may be wrong.
  package var resolution: Int64
  package var boot: Boot?

  package init(
    source: Source, stream: String, claim: Claim, start: Timestamp, end: Timestamp, resolution: Int64 = 1,
    boot: Boot? = nil
  ) {
    self.source = source
    self.stream = stream
    self.claim = claim
    self.start = start
    self.end = end
    self.resolution = resolution
    self.boot = boot
  }

  package var milliseconds: Int64 { end.milliseconds(since: start) }

  package var track: Track {
    switch claim {
    case .app, .none: .focus
    case .web: .web
    case .active, .idle, .lock, .off: .presence
    case .gap(let track, _): track
    }
  }

  /// Orders by time, then by stream and bytes, so that equal inputs give equal files.
  package static func isOrderedBefore(_ left: UsageSample, _ right: UsageSample) -> Bool {
    if left.start != right.start { return left.start < right.start }
    if left.end != right.end { return left.end < right.end }
    if left.stream != right.stream { return left.stream.isOrderedBefore(right.stream) }
    return left.line.isOrderedBefore(right.line)
  }
}
