// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// Computes the inputs of a device from its live sources and clocks, as a function of values: the reports of feeds and
/// the readings of clocks.
///
/// A driver reads its feeds and then the clocks, calls `advance`, and passes the inputs to its device in order.
package struct LiveUse: Sendable {
  /// A report of a feed.
  package struct Report: Sendable {
    /// The number of the feed, assigned by the driver.
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
  /// - mark: the offsets that an earlier host stored.
  /// - device: the device's time; `nil` for a new device, which begins now.
  /// - Returns: the state, and the first inputs for the device.
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

  /// Processes reports of feeds and a reading of the clocks that was made after them.
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
        // Records are in the time before the device followed a clock that was set.
        let event = report.event.mapSample { clock.place($0).shifted(by: -change.followed) }
        do throws(UsageSampleError) {
          try samples.take(event, from: report.feed, at: change.reached)
        } catch {
          // A source whose clock is ahead causes this error in every record, so report only one.
          if ahead == nil {
            inputs.append(.rejected(report.place, SampleRejection(connection: 0, line: 0, error: error)))
          }
          ahead = error
        }
      }
    }
    return inputs + pass(change)
  }

  /// The time to call `advance` again if no feed reports anything, which is when a source's silence ends its open
  /// record.
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
