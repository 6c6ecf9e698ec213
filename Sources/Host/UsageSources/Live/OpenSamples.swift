// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// Converts the records of any number of live streams to use up to the present, passing each instant once.
///
/// An open record continues to the present while its source repeats it; after 15 s without a repeat it ends at its last
/// reported end (LIVE-SMP2). Use that was passed is never withdrawn, since a threshold that fired can't be undone. All
/// times are the device's.
package struct OpenSamples: Sendable {
  private struct Key: Hashable, Comparable {
    var feed: Int
    var track: SourceTrack
    var stream: String

    static func < (left: Key, right: Key) -> Bool {
      (left.feed, left.track.rawValue, left.stream) < (right.feed, right.track.rawValue, right.stream)
    }
  }

  /// The instant up to which use was passed.
  package private(set) var frontier: Timestamp
  private var open: [Key: UsageSample] = [:]
  /// Records whose end is final and beyond the frontier.
  private var done: [UsageSample] = []
  private var presenceKnown = false
  /// The latest reported end of any record of each track.
  private var seen: [SourceTrack: Timestamp] = [:]
  /// The tracks that some source could see earlier, but none can now.
  private var blind: Set<SourceTrack> = []
  private let isBrowser: @Sendable (String) -> Bool

  package init(from frontier: Timestamp, isBrowser: @escaping @Sendable (String) -> Bool = Browsers.isBrowser) {
    self.frontier = frontier
    self.isBrowser = isBrowser
  }

  // MARK: - Records

  /// Processes a feed's report of a record in the device's time.
  ///
  /// - Parameter now: the device's current time, which no record exceeds.
  /// - Throws: `ahead-of-clock` if the record begins in the future.
  package mutating func take(
    _ event: SampleFeedEvent, from feed: Int, at now: Timestamp
  ) throws(UsageSampleError) {
    switch event {
    case .opened(let sample), .grown(let sample), .gap(let sample):
      guard sample.start.milliseconds(since: now) <= Self.earliness else {
        throw UsageSampleError(
          .aheadOfClock, "the record begins \(sample.start.milliseconds(since: now)) ms in the future")
      }
      guard let sample = note(sample, at: now) else { return }
      open[Key(feed: feed, track: sample.track, stream: sample.stream)] = sample
    case .closed(let sample):
      open[Key(feed: feed, track: sample.track, stream: sample.stream)] = nil
      if let sample = note(sample, at: now), frontier < sample.end { done.append(sample) }
    case .late(let sample):
      if let sample = note(sample, at: now), frontier < sample.end { done.append(sample) }
    case .appeared, .lost, .rejected, .rejectedMore: break
    }
  }

  // MARK: - Time

  /// Advances time, and returns the use since the last call.
  package mutating func advance(to now: Timestamp) -> [LiveInput] {
    guard frontier < now else { return [] }
    let held = open.keys.sorted().compactMap { key in open[key]?.growing(until: now) } + done
    var sweep = UsageSweep(presenceKnown: presenceKnown, isBrowser: isBrowser)
    let spans = sweep.spans(of: held).compactMap { $0.within(frontier, now) }
    let news = look(at: now)
    done.removeAll { $0.end <= now }
    frontier = now
    return spans.map { .use($0) } + news.map { .source($0) }
  }

  /// Advances time without counting any use, because the computer slept.
  package mutating func skip(to now: Timestamp) {
    frontier = max(frontier, now)
    done.removeAll { $0.end <= frontier }
  }

  /// Moves all records by a jump of the device's clock, so that use that was passed is not passed again.
  package mutating func shift(by milliseconds: Int64) {
    frontier = frontier.advanced(by: milliseconds)
    open = open.mapValues { $0.shifted(by: milliseconds) }
    done = done.map { $0.shifted(by: milliseconds) }
    seen = seen.mapValues { $0.advanced(by: milliseconds) }
  }

  /// The next instant at which a source's silence ends its open record, if nothing comes before.
  package var nextSilence: Timestamp? {
    open.values.map { $0.end.advanced(by: $0.patience + 1) }.filter { frontier < $0 }.min()
  }

  /// - Returns: the past part of the record; `nil` if its resolution is too coarse to count (LIVE-SMP5).
  private mutating func note(_ sample: UsageSample, at now: Timestamp) -> UsageSample? {
    guard sample.resolution <= 60_000 else { return nil }
    let sample = sample.past(at: now)
    if !sample.isGap {
      seen[sample.track] = max(seen[sample.track] ?? .distantPast, sample.end)
      if sample.track == .presence { presenceKnown = true }
    }
    return sample
  }

  // MARK: - Visible tracks

  /// The changes in which tracks sources can see (LIVE-USE8).
  private mutating func look(at now: Timestamp) -> [SourceEvent] {
    SourceTrack.allCases.compactMap { track in
      let records = open.values.filter { $0.track == track }
      let views = records.filter { !$0.isGap && $0.growing(until: now).end == now }
      if let start = views.map(\.start).min() {
        guard blind.remove(track) != nil else { return nil }
        return .sighted(track, at: max(start, frontier))
      }
      let gap = records.filter(\.isGap).min { ($0.start, $0.stream) < ($1.start, $1.stream) }
      guard let since = seen[track] ?? gap?.start, blind.insert(track).inserted else { return nil }
      guard case .gap(_, let why)? = gap?.claim else { return .blind(track, .disconnected, since: since) }
      return .blind(track, why, since: since)
    }
  }

  /// The furthest that a record may begin in the future, since two processes' clock readings differ slightly.
  static let earliness: Int64 = 2_000
}
