// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Merges the repeats of open records (LIVE-SMP2), storing only the open ones.
struct LiveFold {
  private struct Key: Hashable {
    var stream: String
    var track: SourceTrack
  }

  /// The maximum number of open streams per connection. For a further one, the stream with the oldest last line is
  /// closed.
  static let maximumStreams = 64

  private var open: [Key: UsageSample] = [:]
  /// In the order of their last lines.
  private var order: [Key] = []

  /// - Throws: `sample-shrunk` or `sample-conflict`. The fold is unchanged then.
  mutating func add(_ sample: UsageSample) throws(UsageSampleError) -> [SampleFeedEvent] {
    let key = Key(stream: sample.stream, track: sample.track)
    guard let held = open[key] else {
      var events: [SampleFeedEvent] = []
      if order.count >= Self.maximumStreams, let last = open.removeValue(forKey: order.removeFirst()) {
        events.append(.closed(last))
      }
      open[key] = sample
      order.append(key)
      return events + [Self.begin(sample)]
    }
    if held.isSameRecord(as: sample) {
      guard try held.isExtended(by: sample) else { return [] }
      open[key] = sample
      touch(key)
      return [sample.isGap ? .gap(sample) : .grown(sample)]
    }
    guard held.isFollowed(by: sample) else { return [.late(sample)] }
    open[key] = sample
    touch(key)
    return [.closed(held.lasting(until: sample)), Self.begin(sample)]
  }

  /// Handles the end of the input: the open records end at their last reported end.
  mutating func end() -> [SampleFeedEvent] {
    defer { self = LiveFold() }
    return order.compactMap { open[$0].map { .closed($0) } }
  }

  private static func begin(_ sample: UsageSample) -> SampleFeedEvent {
    sample.isGap ? .gap(sample) : .opened(sample)
  }

  private mutating func touch(_ key: Key) {
    if order.last == key { return }
    order.removeAll { $0 == key }
    order.append(key)
  }
}

extension UsageSample {
  /// Whether two lines of a stream and track describe one record. Two lines with one wall time are two records if their
  /// boot times differ: the wall clock was set back (LIVE-CLK4).
  func isSameRecord(as other: UsageSample) -> Bool { start == other.start && boot == other.boot }

  /// Whether another record of the stream and track comes after this one.
  func isFollowed(by other: UsageSample) -> Bool {
    if let boot, let next = other.boot, boot.id == next.id { return boot.up < next.up }
    return start < other.start
  }

  /// The record with the final end that its successor determines. A sensor's stream has no gaps, so a record lasts
  /// until the next one even if its last repeat was some seconds before. Importers write complete records.
  func lasting(until next: UsageSample) -> UsageSample {
    guard source.isLive, !isGap, let boot, let nextBoot = next.boot, boot.id == nextBoot.id else { return self }
    let length = nextBoot.up.subtractingClamped(boot.up)
    guard (milliseconds...milliseconds + patience).contains(length) else { return self }
    var lasting = self
    lasting.end = start.advanced(by: length)
    return lasting
  }

  /// - Returns: whether a repeat of the record extends it.
  /// - Throws: `sample-shrunk` or `sample-conflict`.
  func isExtended(by sample: UsageSample) throws(UsageSampleError) -> Bool {
    guard claim == sample.claim, boot == sample.boot, source == sample.source else {
      throw UsageSampleError(
        .sampleConflict, "the stream already has a different record from \(start.milliseconds) on")
    }
    guard sample.end >= end else {
      throw UsageSampleError(
        .sampleShrunk,
        "the record from \(start.milliseconds) on already ended \(end.milliseconds - sample.end.milliseconds) ms later"
      )
    }
    return sample.end > end
  }
}
