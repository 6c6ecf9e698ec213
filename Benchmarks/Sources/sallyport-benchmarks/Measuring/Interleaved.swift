// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Takes samples of several variants in one run: every round takes each once, in an order of its own, so that whatever
/// else the machine does meets all of them alike and only their ratios are reported.
struct Interleaved {
  struct Variant {
    let name: String
    /// Takes one sample.
    let sample: () throws -> Double
  }

  let variants: [Variant]
  let rounds: Int
  /// Rounds at the start that warm caches and are thrown away.
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
