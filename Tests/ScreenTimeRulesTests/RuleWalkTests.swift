// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Laws of callbacks on devices where use, registrations, clocks, zones and late answers meet in any order.
@Suite struct RuleWalkTests {
  @Test(arguments: Array(UInt64(1)...16))
  func `a random walk breaks no law of intervals and events (C7, C10, D8, D10, D12, D13, D17, E4)`(
    _ seed: UInt64
  ) throws {
    var walk = RuleWalk(seed: seed)
    for _ in 0..<90 { try walk.step() }
    try walk.finish()
    for family in RuleWalk.families {
      for name in RuleWalk.names {
        let told = walk.told(family, name)
        // Each start is followed by the end of its interval before the next start.
        let edges = told.filter { [.intervalDidStart, .intervalDidEnd].contains($0.callback) }
        for (index, edge) in edges.enumerated() {
          #expect(edge.callback == (index.isMultiple(of: 2) ? .intervalDidStart : .intervalDidEnd))
          if !index.isMultiple(of: 2) { #expect(edge.interval.start == edges[index - 1].interval.start) }
        }
        #expect(edges.count.isMultiple(of: 2))
        var open: String?
        var seen: Set<String> = []
        for delivery in told {
          switch delivery.callback {
          case .intervalDidStart: open = delivery.interval.id
          case .intervalDidEnd: open = nil
          case .intervalWillStartWarning: continue
          // Warnings of the end and events come only between start and end.
          default: #expect(open == delivery.interval.id, "\(delivery.callback) of \(name)")
          }
          let key = "\(delivery.registration) \(delivery.interval.start) \(delivery.callback) \(delivery.event ?? "")"
          #expect(seen.insert(key).inserted, "\(key) twice")
        }
      }
    }
  }
}
