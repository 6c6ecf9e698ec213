// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Merges the repeats of a record (LIVE-SMP2): a later end replaces the stored one, an equal end changes nothing.
///
/// Adding the same records twice has no effect.
package struct SampleFold: Sendable {
  private struct Key: Hashable {
    var stream: String
    var track: UsageSample.Track
    var start: Timestamp
  }

  /// In the order in which they were first added.
  package private(set) var samples: [UsageSample] = []
  private var places: [Key: Int] = [:]

  package init() {}

  /// - Returns: whether anything changed.
  /// - Throws: `sample-shrunk` or `sample-conflict`. The fold is unchanged then.
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
