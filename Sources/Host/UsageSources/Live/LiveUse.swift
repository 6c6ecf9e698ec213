// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// Everything that a device is to be given of its live sources and of the clocks, as a function of values: what feeds
/// reported and what the clocks said.
///
/// A driver reads its feeds and then the clocks, calls `advance`, and hands the inputs to its device in order.
package struct LiveUse: Sendable {
  /// What a feed reported.
  package struct Report: Sendable {
    /// Tells feeds apart; the driver numbers them.
    package var feed: Int
    package var place: SourcePlace
    package var event: SampleFeedEvent

    package init(feed: Int, place: SourcePlace, event: SampleFeedEvent) {
      self.feed = feed
      self.place = place
      self.event = event
    }
  }

  package private(set) var clock: LiveClock
  private var samples: OpenSamples

  /// - Parameters:
  ///   - mark: what an earlier host left in the store.
  ///   - device: the device's time; `nil` if it is new and begins now.
  /// - Returns: the state, and what the device takes before anything else.
  package static func start(
    _ reading: ClockReading, mark: ClockMark?, device: Timestamp?,
    isBrowser: @escaping @Sendable (String) -> Bool = Browsers.isBrowser
  ) -> (use: LiveUse, inputs: [LiveInput]) {
    let (clock, events) = LiveClock.start(reading, mark: mark, device: device)
    let use = LiveUse(clock: clock, samples: OpenSamples(from: clock.now, isBrowser: isBrowser))
    return (use, events.map { .source($0) })
  }

  private init(clock: LiveClock, samples: OpenSamples) {
    self.clock = clock
    self.samples = samples
  }

  /// Takes what the feeds reported and a reading of the clocks that was made after it.
  package mutating func advance(to reading: ClockReading, _ reports: [Report] = []) -> [LiveInput] {
    let change = clock.take(reading)
    var inputs: [LiveInput] = []
    var ahead: UsageSampleError?
    for report in reports {
      switch report.event {
      case .appeared: inputs.append(.source(.appeared(report.place)))
      case .lost(let loss): inputs.append(.source(.lost(report.place, loss)))
      case .rejected(let rejection): inputs.append(.rejected(report.place, rejection))
      case .rejectedMore(let count): inputs.append(.rejectedMore(report.place, count))
      case .opened, .grown, .closed, .late, .gap:
        // Records lie in the time before the device followed a clock that was set.
        let event = report.event.mapSample { clock.place($0).shifted(by: -change.followed) }
        do throws(UsageSampleError) {
          try samples.take(event, from: report.feed, at: change.reached)
        } catch {
          // A clock that is ahead is ahead in every record: one of them says it.
          if ahead == nil {
            inputs.append(.rejected(report.place, SampleRejection(connection: 0, line: 0, error: error)))
          }
          ahead = error
        }
      }
    }
    return inputs + pass(change)
  }

  /// When to look again if no feed reports anything: a source will have been silent for too long.
  package var nextLook: Timestamp? { samples.nextSilence }

  private mutating func pass(_ change: LiveClock.Change) -> [LiveInput] {
    var inputs: [LiveInput]
    if change.slept > 0 {
      // The kernel wakes the host when the computer wakes, so the sleep is the last part of the time.
      let asleep = TimeSpan(start: change.reached.advanced(by: -change.slept), end: change.reached)
      inputs = samples.advance(to: asleep.start)
      samples.skip(to: asleep.end)
      inputs.append(.source(.suspended(asleep)))
    } else {
      inputs = samples.advance(to: change.reached)
    }
    inputs.append(.time(change.reached))
    if change.followed != 0 { samples.shift(by: change.followed) }
    return inputs + change.events.map { .source($0) }
  }
}

extension SampleFeedEvent {
  fileprivate func mapSample(_ body: (UsageSample) -> UsageSample) -> SampleFeedEvent {
    switch self {
    case .opened(let sample): .opened(body(sample))
    case .grown(let sample): .grown(body(sample))
    case .closed(let sample): .closed(body(sample))
    case .late(let sample): .late(body(sample))
    case .gap(let sample): .gap(body(sample))
    case .appeared, .lost, .rejected, .rejectedMore: self
    }
  }
}
