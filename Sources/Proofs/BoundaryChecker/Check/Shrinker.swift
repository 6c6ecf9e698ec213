// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Makes two worlds equal place by place while the same channel still distinguishes them; the remaining difference is
/// the secret that leaks.
struct Shrinker {
  /// Whether a pair still shows the leak in the channel.
  let shows: (WorldPair) throws -> Bool

  /// - Returns: the two smallest worlds found, with the simplest calendar.
  func shrink(_ pair: WorldPair) throws -> WorldPair {
    var smallest = pair
    for calendar in pair.calendar.simpler {
      var candidate = pair
      candidate.calendar = calendar
      guard try shows(candidate) else { continue }
      smallest = candidate
      break
    }
    var places = pair.differences
    var size = (places.count + 1) / 2
    // Try halves first, then smaller parts, down to single places.
    while places.count > 1, size > 0 {
      var hasShrunk = false
      for start in stride(from: 0, to: places.count, by: size) {
        var candidate = smallest
        for field in places[start..<min(start + size, places.count)] {
          candidate.right.take(field, from: candidate.left)
        }
        guard candidate.left != candidate.right, try shows(candidate) else { continue }
        smallest = candidate
        places = candidate.differences
        hasShrunk = true
        break
      }
      if !hasShrunk { size = size == 1 ? 0 : (size + 1) / 2 } else { size = min(size, (places.count + 1) / 2) }
    }
    return smallest
  }
}
