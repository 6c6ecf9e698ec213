// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostCore

/// The bytes of a seeded stream that each number consumes.
@Suite struct SeededDrawTests {
  @Test func `a number that can only be zero takes nothing from a seeded stream`() {
    let (drawn, fresh) = (HostRandom(seed: 7), HostRandom(seed: 7))
    for limit in [1, 0] { #expect(drawn.number(below: limit) == 0) }
    #expect(drawn.bytes(16) == fresh.bytes(16))
  }
}
