// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Samples of one variant, in nanoseconds or another unit.
struct Distribution {
  private let sorted: [Double]

  init(_ samples: [Double]) { sorted = samples.sorted() }

  var count: Int { sorted.count }
  var p10: Double { quantile(0.1) }
  var p50: Double { quantile(0.5) }
  var p90: Double { quantile(0.9) }
  var p99: Double { quantile(0.99) }
  var largest: Double { sorted.last ?? .nan }

  /// The sample at this quantile, without interpolation.
  private func quantile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
