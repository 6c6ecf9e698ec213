// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Samples several variants in one run. Every round takes one sample of each in a random order, so that other load on
/// the machine affects all variants alike; only ratios are reported.
struct Interleaved {
  struct Variant {
    let name: String
    /// Takes one sample.
    let sample: () throws -> Double
  }

  let variants: [Variant]
  let rounds: Int
  /// Rounds at the start that warm caches and are discarded.
  let warmUp: Int

  func run() throws -> [String: Distribution] {
    var samples: [String: [Double]] = [:]
    for round in 0..<warmUp + rounds {
      for variant in variants.shuffled() {
        let value = try variant.sample()
        if round >= warmUp { samples[variant.name, default: []].append(value) }
      }
    }
    return samples.mapValues(Distribution.init)
  }
}
