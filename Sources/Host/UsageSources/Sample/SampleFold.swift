// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Repeats of one open record folded into one (LIVE-SMP2): the later end replaces, an equal one changes nothing.
///
/// Feeding the same records twice is therefore harmless.
package struct SampleFold: Sendable {
  private struct Key: Hashable {
    var stream: String
    var track: UsageSample.Track
    var start: Timestamp
  }

  /// In the order of first arrival.
  package private(set) var samples: [UsageSample] = []
  private var places: [Key: Int] = [:]

  package init() {}

  /// - Returns: whether anything changed.
  /// - Throws: `sample-shrunk` or `sample-conflict`; the fold is as before.
  @discardableResult
  package mutating func add(_ sample: UsageSample) throws(UsageSampleError) -> Bool {
    let key = Key(stream: sample.stream, track: sample.track, start: sample.start)
    guard let place = places[key] else {
      places[key] = samples.count
      samples.append(sample)
      return true
    }
    let held = samples[place]
    guard try held.isExtended(by: sample) else { return false }
    samples[place].end = sample.end
    return true
  }
}
