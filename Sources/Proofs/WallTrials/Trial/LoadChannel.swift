// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A covert channel through CPU load: the listener's work in 10 ms slots in which a one or a zero was sent.
struct LoadChannel {
  var ones: [Int]
  var noughts: [Int]
  static let slotsPerSecond = 100.0

  /// The share of slots that the best threshold misclassifies; less work means a one.
  var errorRate: Double {
    let all = ones.count + noughts.count
    guard all > 0 else { return 0.5 }
    let wrong = Set(ones + noughts).map { threshold in
      ones.count { $0 > threshold } + noughts.count { $0 <= threshold }
    }
    return min(0.5, Double(wrong.min() ?? all) / Double(all))
  }

  /// The capacity of the binary symmetric channel with that error rate, in bits per second. The threshold is chosen
  /// with knowledge of the message, so a real attacker achieves less.
  var capacity: Int {
    let rate = errorRate
    guard rate > 0, rate < 0.5 else { return rate == 0 ? Int(Self.slotsPerSecond) : 0 }
    let entropy = -rate * log2(rate) - (1 - rate) * log2(1 - rate)
    return Int(((1 - entropy) * Self.slotsPerSecond).rounded())
  }
}
