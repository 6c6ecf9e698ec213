// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// Records of any number of streams as one line of use: who was there and what was in front (LIVE-USE1 … LIVE-USE5).
package struct UsageTimeline: Sendable {
  /// Ascending and free of overlaps; time that nobody saw is left out.
  package let spans: [UseSpan]
  /// False when no record says anything about presence: then being in front counts (LIVE-USE1).
  package let presenceKnown: Bool
  package let clockJumps: [TrustedTime.Jump]
  /// Records too coarse for a threshold (LIVE-SMP5); they are not in `spans`.
  package let coarseSamples: Int
  /// Every app and host of the records, ascending, whether it counted or not.
  package let items: [Item]

  /// - Parameter isBrowser: whose time also belongs to the host in front (LIVE-USE4).
  package init(_ samples: [UsageSample], isBrowser: @escaping (String) -> Bool = Browsers.isBrowser) {
    var trusted = TrustedTime()
    let usable = samples.filter { $0.resolution <= 60_000 }
    let placed = trusted.place(usable)
    clockJumps = trusted.jumps
    coarseSamples = samples.count - usable.count
    let presenceKnown = placed.contains { sample in
      switch sample.claim {
      case .active, .idle, .lock, .off: sample.milliseconds > 0
      case .app, .none, .web, .gap: false
      }
    }
    self.presenceKnown = presenceKnown
    items = Self.items(of: placed)
    var sweep = UsageSweep(presenceKnown: presenceKnown, isBrowser: isBrowser)
    spans = sweep.spans(of: placed)
  }

  private static func items(of samples: [UsageSample]) -> [Item] {
    var items: Set<Item> = []
    for sample in samples {
      switch sample.claim {
      case .app(let id): items.insert(.application(id))
      case .web(let host, let via):
        items.insert(.webDomain(host))
        if let via { items.insert(.application(via)) }
      case .none, .active, .idle, .lock, .off, .gap: break
      }
    }
    return items.sorted()
  }
}
