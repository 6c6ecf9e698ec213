// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a listener made of somebody's use of the processor: how much it got done in slots of 10 ms in which a one was
/// sent, and in which a nought was.
struct LoadChannel {
  var ones: [Int]
  var noughts: [Int]
  static let slotsPerSecond = 100.0

  /// The share of slots that the best threshold puts on the wrong side: less done is a one.
  var errorRate: Double {
    let all = ones.count + noughts.count
    guard all > 0 else { return 0.5 }
    let wrong = Set(ones + noughts).map { threshold in
      ones.count { $0 > threshold } + noughts.count { $0 <= threshold }
    }
    return min(0.5, Double(wrong.min() ?? all) / Double(all))
  }

  /// Of the binary symmetric channel with that error rate, in whole bits a second. The threshold is chosen knowing the
  /// message, so an attacker has less.
  var capacity: Int {
    let rate = errorRate
    guard rate > 0, rate < 0.5 else { return rate == 0 ? Int(Self.slotsPerSecond) : 0 }
    let entropy = -rate * log2(rate) - (1 - rate) * log2(1 - rate)
    return Int(((1 - entropy) * Self.slotsPerSecond).rounded())
  }
}
