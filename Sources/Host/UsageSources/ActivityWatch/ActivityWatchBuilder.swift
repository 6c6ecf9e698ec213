// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Converts decoded buckets to records, one bucket at a time; `finish` adds the records that need all buckets.
struct ActivityWatchBuilder {
  private typealias Claim = UsageSample.Claim
  private typealias Bucket = ActivityWatchExport.Bucket
  private typealias Event = ActivityWatchExport.Event

  /// The content of a tab event. A hidden tab covers time but makes no record.
  private enum Tab: Hashable {
    case host(String)
    case hidden
  }

  private struct WebBucket {
    var stream: String
    var browser: String?
    var tabs: [LabelledSpan<Tab>]
    var audible: [LabelledSpan<Bool>]
  }

  private let desktopFiles: DesktopFiles
  private var samples: [UsageSample] = []
  private var summary = ActivityWatchSummary()
  private var focus: [LabelledSpan<Claim>] = []
  private var webs: [WebBucket] = []
  private var bucketNumber = 0

  init(desktopFiles: DesktopFiles) { self.desktopFiles = desktopFiles }

  mutating func add(_ bucket: ActivityWatchExport.Bucket) throws(UsageImportError) {
    bucketNumber += 1
    guard let type = ActivityWatchImport.BucketType(rawValue: bucket.type) else {
      summary.skippedBuckets[bucket.type.isEmpty ? "(none)" : bucket.type, default: 0] += 1
      return
    }
    summary.events += bucket.events.count
    let stream = "aw/\(SHA256.hexadecimal(Array(bucket.id.utf8)).prefix(12))"
    switch type {
    case .window: try addWindows(bucket, stream: stream)
    case .presence: try addPresence(bucket, stream: stream)
    case .web: try addTabs(bucket, stream: stream)
    }
  }

  // MARK: - Windows

  private mutating func addWindows(_ bucket: Bucket, stream: String) throws(UsageImportError) {
    let desktopFiles = desktopFiles
    let events: [LabelledSpan<Claim>] = try stretches(bucket) { Self.claim(ofWindow: $0, desktopFiles) }
    let (closed, count) = events.resolvingOverlaps().closingGaps(upTo: ActivityWatchImport.largestClosedGap)
    summary.closedGaps += count
    for stretch in closed {
      if case .app(let id) = stretch.label {
        summary.appMilliseconds[id, default: 0] += stretch.end - stretch.start
      } else {
        summary.unreadableMilliseconds += stretch.end - stretch.start
      }
    }
    record(closed, stream: stream, track: .focus)
    focus += closed
  }

  private static func claim(ofWindow event: Event, _ desktopFiles: DesktopFiles) -> Claim {
    if let package = event.package, Identifier.isApplication("android:\(package)") { return .app("android:\(package)") }
    guard let name = event.app, name != "unknown", let id = desktopFiles.identifier(ofWindowClass: name) else {
      return .gap(.focus, .unreadable)
    }
    return .app(id)
  }

  // MARK: - Presence

  /// Adds the union of the events, since a repeated start comes with growing durations. Active overrides idle
  /// (LIVE-AW7).
  private mutating func addPresence(_ bucket: Bucket, stream: String) throws(UsageImportError) {
    summary.presenceUnknown = false
    let events: [LabelledSpan<Claim>] = try stretches(bucket) { event in
      switch event.status {
      case "not-afk": .active
      case "afk": .idle
      default: .gap(.presence, .unreadable)
      }
    }
    let active = events.filter { $0.label == .active }.union(labelled: Claim.active)
    let idle = events.filter { $0.label == .idle }.union(labelled: Claim.idle).subtracting(active)
    let all = (active + idle).sorted { $0.start < $1.start }.mergingNeighbours()
    record(all, stream: stream, track: .presence)
  }

  // MARK: - Tabs

  private mutating func addTabs(_ bucket: Bucket, stream: String) throws(UsageImportError) {
    let tabs: [LabelledSpan<Tab>] = try stretches(bucket) { $0.host.map { .host($0) } ?? .hidden }
    summary.hiddenTabs += tabs.count { $0.label == .hidden }
    let (closed, count) = tabs.resolvingOverlaps().closingGaps(upTo: ActivityWatchImport.largestClosedGap)
    summary.closedGaps += count
    // The second pass over the same events must not count zero-length events again.
    let counted = summary.zeroLengthEvents
    let audible: [LabelledSpan<Bool>] = try stretches(bucket) { $0.isAudible && !$0.isIncognito }
    summary.zeroLengthEvents = counted
    webs.append(
      WebBucket(
        stream: stream, browser: Browsers.name(inBucket: bucket.id), tabs: closed,
        audible: audible.resolvingOverlaps().filter { $0.label && $0.start < $0.end }.mergingNeighbours()))
  }

  /// Adds the tabs, which need the windows: for the browser's id, and because a playing tab counts only while its
  /// browser has the focus (LIVE-AW8).
  mutating func finish() -> (samples: [UsageSample], summary: ActivityWatchSummary) {
    let windows = focus.sorted { ($0.start, $0.end) < ($1.start, $1.end) }.resolvingOverlaps()
    for web in webs {
      let via = browserIdentifier(web.browser)
      let claims: [LabelledSpan<Claim>] = web.tabs.compactMap { tab in
        guard case .host(let host) = tab.label else { return nil }
        return LabelledSpan(start: tab.start, end: tab.end, label: .web(host: host, via: via))
      }
      record(claims, stream: web.stream, track: .web, covered: web.tabs.map { ($0.start, $0.end) })
      // Without an afk bucket, presence is unknown for the whole import; a few seconds of sound must not make it known.
      guard !summary.presenceUnknown else { continue }
      let browser = windows.filter { window in
        guard case .app(let id) = window.label else { return false }
        return via.map { $0 == id } ?? Browsers.isBrowser(id)
      }
      let playing = web.audible.intersecting(browser).map {
        LabelledSpan(start: $0.start, end: $0.end, label: Claim.active)
      }
      record(playing.mergingNeighbours(), stream: web.stream, track: .presence, writingHoles: false)
    }
    samples.sort(by: UsageSample.isOrderedBefore)
    summary.samples = samples.count
    return (samples, summary)
  }

  /// The only app of the file whose id contains the browser's name. If there is none or several, `via` stays nil, which
  /// means any browser.
  private func browserIdentifier(_ name: String?) -> String? {
    guard let name else { return nil }
    let ids = Set(focus.compactMap { if case .app(let id) = $0.label { id } else { nil } })
    let matching = ids.filter { Browsers.isBrowser($0) && $0.lowercased().contains(name) }
    return matching.count == 1 ? matching.first : nil
  }

  // MARK: - Events and records

  /// The events in ascending time order; the file has the newest first (LIVE-AW2).
  private mutating func stretches<Label>(
    _ bucket: Bucket, label: (Event) -> Label
  ) throws(UsageImportError) -> [LabelledSpan<Label>] {
    var result: [LabelledSpan<Label>] = []
    result.reserveCapacity(bucket.events.count)
    for (index, event) in bucket.events.enumerated() {
      let place = "event \(index + 1) of the \(bucket.type) bucket, number \(bucketNumber) of the file,"
      guard let start = ActivityWatchTime.milliseconds(event.timestamp) else {
        throw UsageImportError(.badTimestamp, "\(place) has a timestamp that can't be read; nothing was imported")
      }
      guard event.duration >= 0 else {
        throw UsageImportError(.negativeDuration, "\(place) lasts \(event.duration) s; nothing was imported")
      }
      let milliseconds = (event.duration * 1_000).rounded()
      guard milliseconds <= 31_536_000_000, start + Int64(milliseconds) <= SampleMembers.latestTime else {
        throw UsageImportError(.badDuration, "\(place) lasts longer than a year; nothing was imported")
      }
      if milliseconds == 0 { summary.zeroLengthEvents += 1 }
      result.append(LabelledSpan(start: start, end: start + Int64(milliseconds), label: label(event)))
    }
    return result.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// Writes the spans and the holes between them (LIVE-SMP3). Each record is at most 24 h long.
  private mutating func record(
    _ stretches: [LabelledSpan<Claim>], stream: String, track: UsageSample.Track,
    covered: [(start: Int64, end: Int64)]? = nil, writingHoles: Bool = true
  ) {
    for stretch in stretches { write(stretch, stream: stream) }
    guard writingHoles else { return }
    let covered = covered ?? stretches.map { ($0.start, $0.end) }
    for (earlier, later) in zip(covered, covered.dropFirst()) where earlier.end < later.start {
      summary.holes += 1
      write(LabelledSpan(start: earlier.end, end: later.start, label: .gap(track, .hole)), stream: stream)
    }
  }

  private mutating func write(_ stretch: LabelledSpan<Claim>, stream: String) {
    var start = stretch.start
    while start < stretch.end {
      let end = min(stretch.end, start + 86_400_000)
      samples.append(
        UsageSample(
          source: .awFile, stream: stream, claim: stretch.label, start: Timestamp(milliseconds: start),
          end: Timestamp(milliseconds: end), resolution: ActivityWatchImport.resolution))
      start = end
    }
  }
}
